import { catalog } from '../../audit/checks/catalog.ts';
import { failedForNow } from '../../audit/checks/shared/missing-data.ts';
import { readDirectoryAudits } from '../../audit/collect/directory-audits.ts';
import { type DatasetName, datasets } from '../../audit/facts/datasets.ts';
import type { DirectoryAuditEntry, DirectoryAuditFacts } from '../../audit/facts/directory-audit-facts.ts';
import { collected, failed } from '../../audit/facts/facts.ts';
import { consentActivities, datasetsOfEntries, loggedDatasets } from '../../audit/facts/logged-activities.ts';
import { changesSince, scanBefore } from '../../domain/changes/changes-since.ts';
import { keepChanges, type NotedChange } from '../../domain/changes/keep-changes.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { lookAgain } from '../../domain/rechecks/look-again.ts';
import type { CollectionDependencies } from '../../domain/rechecks/recheck-collection.ts';
import { queuedRecheck } from '../../domain/rechecks/recheck-state.ts';
import { type GraphClient, GraphError } from '../../ports/graph.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { consentChanges } from './consent-changes.ts';
import { afterFailedLook, hashOfEntry, seenText, type WatchEntity } from './watch-state.ts';

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
 * for again each time; what comes later still is found by the next scan, but for a consent, which scans do not collect.
 */
const overlapMs = hourMs;
/** Without Entra ID P1 Microsoft keeps the log so long. */
const oldestMs = 7 * dayMs;
const maxWaitMs = 30_000;

const leftOut: Partial<Record<ReturnType<typeof failed>['reason'], string>> = {
  notLicensed: 'Its license does not include the directory audit log.',
  notPermitted: 'The app may not read the directory audit log: AuditLog.Read.All has not been granted.',
};

/** What a look found, and which datasets that the entries speak of could not be read for now. */
type LookResult = { noted: NotedChange[]; unread: DatasetName[] };

/** Looks at the checks that the entries may have changed, and at nothing else; at all of them where entries could not be read. */
async function changesOfEntries(
  dependencies: WatchDependencies,
  tenant: TenantRecords,
  {
    entries,
    log,
    baseline,
    signal,
  }: { entries: DirectoryAuditEntry[]; log: DirectoryAuditFacts; baseline: ScanRecord; signal: AbortSignal },
): Promise<LookResult> {
  const { clock, archive } = dependencies;
  const consents = consentChanges(log.entries, entries);
  const changed = log.complete ? datasetsOfEntries(entries) : loggedDatasets;
  const checks = catalog.filter(({ datasets }) => datasets.some((name) => changed.includes(name)));
  if (checks.length === 0) return { noted: consents, unread: [] };
  const readAt = clock.now();
  const { recheck } = queuedRecheck({ name: 'the change watch', user: 'system' }, readAt);
  if (recheck === null) throw new Error('A look that was just asked for is not there');
  const asked = { checks, recheck, isSimulated: tenant.tenant.isMock, subject: { watch: true }, opensFor: baseline.id };
  const seen = await lookAgain(dependencies, tenant, asked, signal);
  if (seen === null) return { noted: [], unread: [] };
  const known = {
    facts: seen.facts,
    verdicts: seen.verdicts,
    audits: collected(log, readAt),
    readAt: readAt.toISOString(),
    now: clock.now(),
  };
  const noted = [...consents, ...(await changesSince(tenant, archive, baseline, known))];
  return { noted, unread: changed.filter((name) => failedForNow(seen.facts, name)) };
}

const whyUnread = (unread: readonly DatasetName[]): string =>
  `what changed could not be read (${unread.map((name) => datasets[name].label).join(', ')}).`;

/** Why the log was not read, as the state keeps it. Who lacks license or permission lacks it tomorrow, anything else may pass. */
function whyNotRead(error: GraphError, now: Date): { why: string; passes: boolean } {
  const { reason, status, code } = failed(error.failure, now);
  const why = leftOut[reason];
  const told = status === 0 ? code : `${status} ${code}`;
  return { why: why ?? `the directory audit log could not be read (${told}).`, passes: why === undefined };
}

/** So often the log is asked for what is older than what was read, before what is left is given up. */
const readsAtMost = 5;

/** The log since a moment to its end, as far as a few reads tell it: of each the newest entries are kept. @throws GraphError */
async function readWholeLog(
  graph: GraphClient,
  since: Date,
  wanted: Parameters<typeof readDirectoryAudits>[2],
): ReturnType<typeof readDirectoryAudits> {
  let { log, isPlain } = await readDirectoryAudits(graph, since, wanted);
  for (let reads = 1; !log.complete && reads < readsAtMost; reads += 1) {
    const oldest = log.entries.at(-1)?.at;
    if (oldest === undefined) break;
    const older = await readDirectoryAudits(graph, since, {
      ...wanted,
      isPlain,
      until: new Date(Date.parse(oldest) + 1),
    });
    const known = new Set(log.entries.map(hashOfEntry));
    const more = older.log.entries.filter((entry) => !known.has(hashOfEntry(entry)));
    isPlain = older.isPlain;
    log = { ...log, complete: older.log.complete, entries: [...log.entries, ...more] };
    if (more.length === 0) break;
  }
  return { log, isPlain };
}

/** What an entry between the oldest that was read and the last look said is lost: settings are looked at, consents are not known. */
const tooMany = ({ entries }: DirectoryAuditFacts): string => {
  const oldest = entries.at(-1)?.at;
  const until = oldest === undefined ? 'of this time' : `before ${oldest}`;
  return `the directory audit log has more entries than can be read. Consents to applications ${until} are not known.`;
};

async function isBeingScanned({ scans }: TenantRecords): Promise<boolean> {
  return (await scans.count([{ field: 'status', op: 'eq', value: 'running' }])) > 0;
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
    const { log, isPlain } = await readWholeLog(graph, new Date(sinceMs), wanted);
    const seen = new Set(entity.seen.split(' '));
    const entries = log.entries.filter((entry) => !seen.has(hashOfEntry(entry)));
    const isNew = entries.length > 0 || !log.complete;
    const dueAt = new Date(now.getTime() + everyMs).toISOString();
    // What it notices would be a change since the scan before that one, and once more since that one.
    if (isNew && (await isBeingScanned(tenant))) return { ...entity, dueAt };
    const baseline = isNew ? await scanBefore(tenant, now.toISOString()) : null;
    if (baseline !== null) {
      const { noted, unread } = await changesOfEntries(dependencies, tenant, { entries, log, baseline, signal });
      await keepChanges(tenants, tenant, noted, { noticedBy: 'watch', scanLogId: null, at: clock.now() });
      // No entry is ticked off whose setting was not seen: the next look asks for both again.
      if (unread.length > 0) return afterFailedLook(entity, { why: whyUnread(unread), passes: true, everyMs, now });
    }
    return {
      ...entity,
      dueAt,
      since: new Date(Math.max(sinceMs, now.getTime() - overlapMs)).toISOString(),
      seen: seenText(log.entries),
      isPlain,
      failures: 0,
      because: log.complete ? '' : tooMany(log),
    };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { status, code } = error.failure;
    dependencies.log('The directory audit log was not looked at', { tenantId: tenant.tenant.id, status, code });
    return afterFailedLook(entity, { ...whyNotRead(error, now), everyMs, now });
  }
}
