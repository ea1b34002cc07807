import { catalog } from '../../audit/checks/catalog.ts';
import { readDirectoryAudits } from '../../audit/collect/directory-audits.ts';
import type { DirectoryAuditEntry, DirectoryAuditFacts } from '../../audit/facts/directory-audit-facts.ts';
import { collected, failed } from '../../audit/facts/facts.ts';
import { consentActivities, datasetsOfEntries, isConsent } from '../../audit/facts/logged-activities.ts';
import { changesSince, scanBefore } from '../../domain/changes/changes-since.ts';
import { keepChanges, type NotedChange } from '../../domain/changes/keep-changes.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { lookAgain } from '../../domain/rechecks/look-again.ts';
import type { CollectionDependencies } from '../../domain/rechecks/recheck-collection.ts';
import { queuedRecheck } from '../../domain/rechecks/recheck-state.ts';
import { GraphError } from '../../ports/graph.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { hashOfEntry, seenText, type WatchEntity } from './watch-state.ts';

export type WatchDependencies = CollectionDependencies &
  Pick<CommonParts, 'tenants' | 'systemConfig' | 'trail' | 'clock' | 'log'> & {
    archive: Pick<SettingsArchive, 'read'>;
    /** How long a tenant waits for its next look. */
    everyMinutes: number;
  };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/**
 * Entries come late, and not in order: most within minutes, some within an hour ("Microsoft Entra audit log latency"). So much is asked
 * for again each time; what comes later still is found by the next scan.
 */
const overlapMs = hourMs;
/** Without Entra ID P1 Microsoft keeps the log so long. */
const oldestMs = 7 * dayMs;
const maxWaitMs = 30_000;

const leftOut: Partial<Record<ReturnType<typeof failed>['reason'], string>> = {
  notLicensed: 'Its license does not include the directory audit log.',
  notPermitted: 'The app may not read the directory audit log: AuditLog.Read.All has not been granted.',
};

/** A consent as a change: scans do not collect what single applications were granted, so that the log alone tells of it. */
function consentChange({ at, activity, by, targets }: DirectoryAuditEntry): NotedChange {
  const names = targets.flatMap(({ name }) => name ?? []);
  return {
    change: {
      key: JSON.stringify(['consent', at, activity, targets.map(({ id }) => id)]),
      kind: 'app-consent',
      gravity: 'high',
      title: activity,
      object: names[0] ?? '',
      before: null,
      after: null,
      checkId: null,
    },
    who: {
      entries: [{ at, activity, by: by && { kind: by.kind, name: by.name } }],
      unknownBecause: by === null ? 'The directory audit log does not name anyone.' : null,
    },
  };
}

/** Looks at the checks that the entries may have changed, and at nothing else. */
async function changesOfEntries(
  dependencies: WatchDependencies,
  tenant: TenantRecords,
  {
    entries,
    log,
    baseline,
    signal,
  }: { entries: DirectoryAuditEntry[]; log: DirectoryAuditFacts; baseline: ScanRecord; signal: AbortSignal },
): Promise<NotedChange[]> {
  const { clock, archive } = dependencies;
  const consents = entries.filter(isConsent).map(consentChange);
  const changed = datasetsOfEntries(entries);
  const checks = catalog.filter(({ datasets }) => datasets.some((name) => changed.includes(name)));
  if (checks.length === 0) return consents;
  const readAt = clock.now();
  const { recheck } = queuedRecheck({ name: 'the change watch', user: 'system' }, readAt);
  if (recheck === null) throw new Error('A look that was just asked for is not there');
  const asked = { checks, recheck, isSimulated: tenant.tenant.isMock, subject: { watch: true }, opensFor: baseline.id };
  const seen = await lookAgain(dependencies, tenant, asked, signal);
  if (seen === null) return [];
  const known = {
    facts: seen.facts,
    verdicts: seen.verdicts,
    audits: collected(log, readAt),
    readAt: readAt.toISOString(),
    now: clock.now(),
  };
  return [...consents, ...(await changesSince(tenant, archive, baseline, known))];
}

/** The state after a look that failed. Who lacks license or permission is asked again in a day, anything else soon. */
function afterFailure(entity: WatchEntity, error: GraphError, everyMs: number, now: Date): WatchEntity {
  const { reason } = failed(error.failure, now);
  const because = leftOut[reason] ?? '';
  const failures = Math.min(entity.failures + 1, 10);
  const waitMs = because === '' ? Math.min(everyMs * 2 ** failures, hourMs) : dayMs;
  return { ...entity, because, failures, dueAt: new Date(now.getTime() + waitMs).toISOString() };
}

/**
 * Looks at a tenant's directory audit log since the last look, by one request where nothing has changed, and keeps what changed. Done
 * again, it keeps the same once.
 * @returns the state after it
 */
export async function watchTenant(
  dependencies: WatchDependencies,
  tenant: TenantRecords,
  entity: WatchEntity,
  signal: AbortSignal,
): Promise<WatchEntity> {
  const { clock, tenants, microsoft365, everyMinutes } = dependencies;
  const now = clock.now();
  const everyMs = everyMinutes * minuteMs;
  const { m365TenantId: entraTenantId, isMock: isSimulated } = tenant.tenant;
  const sinceMs = Math.max(Date.parse(entity.since), now.getTime() - oldestMs);
  const graph = microsoft365.graph({ entraTenantId, isSimulated }, { maxWaitMs, signal });
  try {
    const wanted = { activities: consentActivities, isPlain: entity.isPlain, signal };
    const { log, isPlain } = await readDirectoryAudits(graph, new Date(sinceMs), wanted);
    const seen = new Set(entity.seen.split(' '));
    const entries = log.entries.filter((entry) => !seen.has(hashOfEntry(entry)));
    const baseline = entries.length === 0 ? null : await scanBefore(tenant, now.toISOString());
    if (baseline !== null) {
      const noted = await changesOfEntries(dependencies, tenant, { entries, log, baseline, signal });
      const noticing = {
        noticedBy: 'watch',
        since: baseline.id,
        baselineScanId: baseline.id,
        scanLogId: null,
      } as const;
      await keepChanges(tenants, tenant, noted, { ...noticing, at: clock.now() });
    }
    return {
      ...entity,
      dueAt: new Date(now.getTime() + everyMs).toISOString(),
      since: new Date(Math.max(sinceMs, now.getTime() - overlapMs)).toISOString(),
      seen: seenText(log.entries),
      isPlain,
      failures: 0,
      because: '',
    };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { status, code } = error.failure;
    dependencies.log('The directory audit log was not looked at', { tenantId: tenant.tenant.id, status, code });
    return afterFailure(entity, error, everyMs, now);
  }
}
