import type { Verdict } from '@tenantry/contract/verdicts';
import type { DirectoryAuditFacts } from '../../audit/facts/directory-audit-facts.ts';
import type { DatasetResult, Facts } from '../../audit/facts/facts.ts';
import { notableChanges } from '../../audit/findings/drift/notable-changes.ts';
import { settingsDrift } from '../../audit/findings/drift/settings-drift.ts';
import { settingsSnapshot } from '../../audit/findings/drift/settings-snapshot.ts';
import { verdictDrift } from '../../audit/findings/drift/verdict-drift.ts';
import { whoChanged } from '../../audit/findings/drift/who-changed.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';
import { isCompleted, type ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { NotedChange } from './keep-changes.ts';

/** The latest completed scan of before an instant: what changes of then are changes since. Null where there is none. */
export async function scanBefore({ scans }: TenantRecords, at: string): Promise<ScanRecord | null> {
  const { items } = await scans.query({
    where: [...isCompleted, { field: 'timestamp', op: 'lt', value: at }],
    orderBy: { field: 'timestamp', direction: 'desc' },
    limit: 1,
  });
  return items[0] ?? null;
}

/** What is known now: of all checks by a scan, of some of them by a look between two scans. */
type Now = {
  facts: Facts;
  verdicts: readonly Verdict[];
  /** What was read of the directory audit log; null where there was no reason to read it. */
  audits: DatasetResult<DirectoryAuditFacts> | null;
  /** When the data was asked for. */
  readAt: string;
  now: Date;
};

/**
 * What is worth telling of what changed since a scan, with who did it. Settings and checks that are not known now, or were not then,
 * give no change, as on the page of the comparison.
 */
export async function changesSince(
  { tenant, audits }: TenantRecords,
  archive: Pick<SettingsArchive, 'read'>,
  before: ScanRecord,
  { facts, verdicts, audits: log, readAt, now }: Now,
): Promise<NotedChange[]> {
  const [archived, audit] = await Promise.all([archive.read(before), audits.get(auditIdOfScan(tenant.id, before.id))]);
  const settings = archived ? settingsDrift(archived.settings, settingsSnapshot(facts)).changes : [];
  const judged = new Set(verdicts.map(({ checkId }) => checkId));
  const then = audit?.value.data.verdicts.filter(({ checkId }) => judged.has(checkId)) ?? [];
  const readings = [{ scanAt: readAt, audits: log }];
  const window = { from: before.timestamp, to: now.toISOString() };
  return notableChanges(settings, audit ? verdictDrift(then, verdicts) : []).map(({ change, setting }) => ({
    change,
    who: setting && whoChanged(setting, readings, window),
  }));
}
