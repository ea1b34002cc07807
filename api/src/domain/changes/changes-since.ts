import type { Verdict } from '@tenantry/contract/verdicts';
import type { DirectoryAuditFacts } from '../../audit/facts/directory-audit-facts.ts';
import type { DatasetResult, Facts } from '../../audit/facts/facts.ts';
import { notableChanges } from '../../audit/findings/drift/notable-changes.ts';
import { settingsSnapshot } from '../../audit/findings/drift/settings-snapshot.ts';
import { verdictDrift } from '../../audit/findings/drift/verdict-drift.ts';
import { type AuditReading, whoChanged } from '../../audit/findings/drift/who-changed.ts';
import { isUnknown } from '../../audit/findings/is-finding.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';
import { isCompleted, type ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { NotedChange } from './keep-changes.ts';
import { comparedParts, type OpenParts, partsOf } from './open-parts.ts';

/** So many scans of before the latest one are asked for what that one could not read. */
const earlierAtMost = 5;

async function scansBefore({ scans }: TenantRecords, at: string, limit: number): Promise<ScanRecord[]> {
  const { items } = await scans.query({
    where: [...isCompleted, { field: 'timestamp', op: 'lt', value: at }],
    orderBy: { field: 'timestamp', direction: 'desc' },
    limit,
  });
  return items;
}

/** The latest completed scan of before an instant: what changes of then are changes since. Null where there is none. */
export async function scanBefore(tenant: TenantRecords, at: string): Promise<ScanRecord | null> {
  const [latest = null] = await scansBefore(tenant, at, 1);
  return latest;
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

/** What is known now and was not compared yet, with what the scans since then read of the log. */
type Open = { parts: OpenParts; verdicts: readonly Verdict[]; readings: readonly AuditReading[] };

/** Compares what is open with one scan. @returns what changed since it, and what it does not know either */
async function comparedWith(
  { tenant, audits }: TenantRecords,
  archive: Pick<SettingsArchive, 'read'>,
  scan: ScanRecord,
  open: Open,
  now: Date,
): Promise<{ noted: NotedChange[]; left: Open }> {
  const [archived, audit] = await Promise.all([archive.read(scan), audits.get(auditIdOfScan(tenant.id, scan.id))]);
  const settings = comparedParts(archived?.settings ?? null, open.parts);
  const then = new Map(
    audit?.value.data.verdicts.filter((one) => !isUnknown(one)).map((verdict) => [verdict.checkId, verdict]),
  );
  const judged = open.verdicts.filter(({ checkId }) => then.has(checkId));
  const before = judged.flatMap(({ checkId }) => then.get(checkId) ?? []);
  const window = { from: scan.timestamp, to: now.toISOString() };
  const noted = notableChanges(settings.changes, verdictDrift(before, judged)).map(({ change, setting }) => ({
    change,
    who: setting && whoChanged(setting, open.readings, window),
    since: scan.id,
    baselineScanId: scan.id,
  }));
  return {
    noted,
    left: {
      parts: settings.left,
      verdicts: open.verdicts.filter(({ checkId }) => !then.has(checkId)),
      readings: [{ scanAt: scan.timestamp, audits: archived?.audits ?? null }, ...open.readings],
    },
  };
}

const isDone = ({ parts, verdicts }: Open): boolean => parts.open.size === 0 && verdicts.length === 0;

/**
 * What is worth telling of what changed since a scan, with who did it. What that scan could not read is compared with the newest scan of
 * before it that could; settings and checks that none of them knew, or that are not known now, give no change.
 */
export async function changesSince(
  tenant: TenantRecords,
  archive: Pick<SettingsArchive, 'read'>,
  before: ScanRecord,
  { facts, verdicts, audits, readAt, now }: Now,
): Promise<NotedChange[]> {
  const all: Open = {
    parts: partsOf(settingsSnapshot(facts)),
    verdicts: verdicts.filter((one) => !isUnknown(one)),
    readings: [{ scanAt: readAt, audits }],
  };
  let { noted, left } = await comparedWith(tenant, archive, before, all, now);
  const earlier = isDone(left) ? [] : await scansBefore(tenant, before.timestamp, earlierAtMost);
  for (const scan of earlier) {
    if (isDone(left)) break;
    const more = await comparedWith(tenant, archive, scan, left, now);
    noted = [...noted, ...more.noted];
    left = more.left;
  }
  return noted;
}
