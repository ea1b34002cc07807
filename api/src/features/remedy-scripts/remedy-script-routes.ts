import { getRemedyScript, type RemedySetting } from '@tenantry/contract/remedy-scripts';
import { isExpired } from '../../audit/checks/emergency-accounts.ts';
import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import type { Remedy } from '../../audit/findings/remedies/remedy.ts';
import { meansOf } from '../../audit/findings/remedies/remedy-means.ts';
import type { ScriptHosts } from '../../audit/findings/remedies/scripts/remedy-script.ts';
import {
  type NoScript,
  type RemedyScript,
  scriptForTenant,
} from '../../audit/findings/remedies/scripts/script-for-tenant.ts';
import { scriptTenantOf } from '../../audit/findings/remedies/scripts/script-tenant.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Trail } from '../../ports/trail.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Dependencies = {
  archive: Pick<SettingsArchive, 'read'>;
  trail: Pick<Trail, 'record'>;
  clock: Clock;
  /** Of Microsoft's cloud that tenants are in. */
  scriptHosts: ScriptHosts;
};

type Made = { script: RemedyScript; scannedAt: string } | NoScript;

/** The script from the latest scan, with what that kept of the settings. */
async function makeScript(
  { archive, clock, scriptHosts }: Dependencies,
  records: TenantRecords,
  remedy: Remedy,
): Promise<Made> {
  const { tenant } = records;
  const audit = await latestAudit(records);
  const scan = audit && (await records.scans.get(audit.scanLogId))?.value;
  if (!audit || !scan) return { because: 'No scan of this tenant has been completed yet.' };
  const kept = await archive.read(scan);
  if (kept === null) return { because: 'The settings of the last scan are no longer kept. Scan again.' };
  const now = clock.now();
  const known = scriptTenantOf({
    tenantId: tenant.m365TenantId,
    scannedAt: scan.timestamp,
    settings: kept.settings,
    verdicts: audit.data.verdicts,
    emergencyAccounts: tenant.emergencyAccounts.filter((one) => !isExpired(one, now)).map(({ userId }) => userId),
  });
  const script = scriptForTenant(remedy, known, scriptHosts);
  if (script === null) return { because: 'There is no script for this remedy.' };
  return 'because' in script ? script : { script, scannedAt: scan.timestamp };
}

/** How remedies are set, and the scripts that set them. What is handed out stands in the audit trail. */
export function remedyScriptRoutes(dependencies: Dependencies): Route[] {
  return [
    tenantRoute(getRemedyScript, async ({ tenant: records, params, caller }): Promise<RemedySetting> => {
      const { tenant } = records;
      const remedy = remedyOf(params.remedyId);
      if (remedy === null) throw new AppError('NOT_FOUND', 'There is no such remedy.');
      const made = await makeScript(dependencies, records, remedy);
      const means = meansOf(remedy.id);
      const about = {
        remedyId: remedy.id,
        title: remedy.title,
        by: means.by,
        module: means.by === 'module' ? means.module : null,
        portal: means.portal,
        left: means.left,
        isSimulated: tenant.isMock,
      };
      if ('because' in made) return { ...about, script: null, because: made.because };
      const { steps, ...script } = made.script;
      await dependencies.trail.record({
        eventType: 'remedy_script_handed_out',
        user: caller.user.username,
        target: tenant.displayName,
        tenantId: tenant.id,
        details: { remedy: remedy.id, changes: steps.map(({ call }) => call), scannedAt: made.scannedAt },
      });
      const told = steps.map(({ closes: _closes, ...step }) => step);
      return {
        ...about,
        script: {
          ...script,
          reads: [...script.reads],
          writes: [...script.writes],
          steps: told,
          scannedAt: made.scannedAt,
        },
        because: null,
      };
    }),
  ];
}
