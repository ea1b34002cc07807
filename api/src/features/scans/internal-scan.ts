import type { InternalPolicies, InternalScan } from '@tenantry/contract/internal-scan';
import type { VerdictStatus } from '@tenantry/contract/verdicts';
import { isJudgedStatus } from '../../audit/findings/score.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { startedView } from './scan-views.ts';

type Known = { value: boolean } | { because: string };
type Field = 'brandingConfigured' | 'hasCustomPolicies' | 'externalWarningRule';

const neverScanned = { because: 'This tenant has not been scanned yet. Its first scan shows it.' };
/** Microsoft names them so, and nobody can rename them (Microsoft Entra, "Microsoft-managed Conditional Access policies"). */
const microsoftManaged = /^microsoft-managed:/i;

/** What a check said in the latest audit, as yes or no. @param yes verdicts that mean that it is there */
async function bySomeCheck(tenant: TenantRecords, checkId: string, yes: readonly VerdictStatus[]): Promise<Known> {
  const audit = await latestAudit(tenant);
  if (!audit) return neverScanned;
  const verdict = audit.data.verdicts.find((one) => one.checkId === checkId);
  if (!verdict) return { because: 'The last scan did not look at it.' };
  if (yes.includes(verdict.status)) return { value: true };
  return isJudgedStatus(verdict.status) ? { value: false } : { because: verdict.message };
}

async function customPolicies(tenant: TenantRecords, archive: Pick<SettingsArchive, 'read'>): Promise<Known> {
  const scanLogId = tenant.tenant.audit?.scanLogId;
  if (scanLogId === undefined) return neverScanned;
  const scan = await tenant.scans.get(scanLogId);
  const kept = scan && (await archive.read(scan.value));
  const policies = kept?.settings.datasets.conditionalAccessPolicies;
  if (!policies) return { because: 'What the last scan saw of the policies is not kept.' };
  if (policies.state === 'failed') return { because: policies.because };
  return { value: policies.objects.some(({ name }) => !microsoftManaged.test(name)) };
}

/** What the last scan saw of three settings. What is not known is null, with the reason. */
export async function internalPoliciesView(
  tenant: TenantRecords,
  archive: Pick<SettingsArchive, 'read'>,
): Promise<InternalPolicies> {
  const known: Record<Field, Known> = {
    brandingConfigured: await bySomeCheck(tenant, 'branding', ['pass']),
    hasCustomPolicies: await customPolicies(tenant, archive),
    // A rule with exceptions is a rule: the check warns, and says which.
    externalWarningRule: await bySomeCheck(tenant, 'exo.external.warning', ['pass', 'warning']),
  };
  const answerTo = (field: Field) => ('value' in known[field] ? known[field].value : null);
  return {
    brandingConfigured: answerTo('brandingConfigured'),
    hasCustomPolicies: answerTo('hasCustomPolicies'),
    externalWarningRule: answerTo('externalWarningRule'),
    unknownBecause: Object.fromEntries(
      Object.entries(known).flatMap(([field, one]) => ('because' in one ? [[field, one.because]] : [])),
    ),
  };
}

/** What a call of internal-scan answers at once (design, 6 and 26): that the scan goes on, and what the one before it saw. */
export async function internalScanView(
  tenant: TenantRecords,
  scan: ScanRecord,
  archive: Pick<SettingsArchive, 'read'>,
): Promise<InternalScan> {
  const { message, scanLogId, status } = startedView(scan, tenant.tenant);
  return { message, scanLogId, status, ...(await internalPoliciesView(tenant, archive)) };
}
