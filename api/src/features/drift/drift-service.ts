import type { Drift, getDrift, Since } from '@tenantry/contract/drift';
import type { Parsed } from '@tenantry/contract/endpoint';
import { tenantRecordId } from '@tenantry/contract/ids';
import { type FindingDrift, findingDrift } from '../../audit/findings/drift/finding-drift.ts';
import { verdictDrift } from '../../audit/findings/drift/verdict-drift.ts';
import { findingId } from '../../audit/findings/finding-id.ts';
import { acceptedChecks } from '../../domain/finding/open-findings.ts';
import { settingChanges } from '../../domain/setting-changes/setting-changes.ts';
import { AppError } from '../../http/app-error.ts';
import { type Condition, every } from '../../ports/collection.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { type BaselineScans, baselineScans, baselinesView } from './baselines.ts';
import { completedScan, latestScan, scanView } from './completed-scans.ts';

type Pair = { from: ScanRecord | null; to: ScanRecord | null; baselines: BaselineScans; since: Since | null };

/**
 * The two scans to compare, the earlier first: those that are named, else the latest completed one and the one before it, or
 * the baseline that `since` names.
 * @throws AppError NOT_FOUND, INVALID_INPUT
 */
export async function scanPair(
  tenant: TenantRecords,
  query: Pick<Parsed<typeof getDrift.query>, 'from' | 'to' | 'since'>,
): Promise<Pair> {
  if (query.from !== undefined && query.since !== undefined) {
    const message = 'Name the earlier scan by from or by since, not by both.';
    throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'since', message }] });
  }
  const to = query.to === undefined ? await latestScan(tenant) : await completedScan(tenant, query.to);
  const named = query.from === undefined ? null : await completedScan(tenant, query.from);
  if (named !== null && named.id === to?.id) {
    const message = 'A scan is not compared with itself. Choose another.';
    throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'from', message }] });
  }
  const isTurned = named !== null && to !== null && named.timestamp > to.timestamp;
  const later = isTurned ? named : to;
  const baselines = await baselineScans(tenant, later);
  const since = query.since ?? null;
  const from = isTurned ? to : (named ?? baselines[since ?? 'previous']);
  return { from, to: later, baselines, since };
}

/** Each with the id under which its page is. */
function withIds(tenantId: string, lists: FindingDrift): Drift['findings'] {
  const named = (some: FindingDrift['added']) =>
    some.map((one) => ({ findingId: tenantRecordId(tenantId, findingId(tenantId, one.checkId)), ...one }));
  const { added, resolved, stillOpen, accepted, notVerified } = lists;
  return {
    added: named(added),
    resolved: named(resolved),
    stillOpen: named(stillOpen),
    accepted: named(accepted),
    notVerified: named(notVerified),
  };
}

async function verdictsBetween(
  { tenant, audits, findings }: TenantRecords,
  from: ScanRecord,
  to: ScanRecord,
): Promise<Pick<Drift, 'verdicts' | 'findings'> | null> {
  const auditOf = async (scan: ScanRecord) => (await audits.get(auditIdOfScan(tenant.id, scan.id)))?.value ?? null;
  const isAccepted: Condition = { field: 'status', op: 'eq', value: 'ACCEPTED' };
  const [before, after, accepted] = await Promise.all([
    auditOf(from),
    auditOf(to),
    every(findings, { where: [isAccepted] }),
  ]);
  if (!before || !after) return null;
  const [then, now] = [before.data.verdicts, after.data.verdicts];
  const lists = findingDrift(then, now, acceptedChecks(accepted));
  return { verdicts: verdictDrift(then, now), findings: withIds(tenant.id, lists) };
}

const noBaseline: Record<Since | 'previous', string> = {
  previous: 'There is no completed scan before this one to compare with.',
  week: 'There is no completed scan from a week before this one.',
  report: 'No report of an earlier scan is known.',
};

/** What no dataset holds: that nothing of it shows must not read as if nothing had changed. */
const neverCompared: Drift['neverCompared'] = [
  {
    label: 'Forwarding rules of mailboxes',
    because:
      'Scans do not read mailboxes. A new rule shows once Microsoft Defender raises an alert of high severity for it; whether automatic external forwarding is blocked is compared as a check.',
  },
  {
    label: 'Permissions granted to individual applications',
    because:
      'Scans do not collect them. Directory roles held by applications and what users may consent to are compared.',
  },
  {
    label: 'MFA methods of individual users',
    because: 'Scans count them in checks only. Which methods are turned on for the tenant is compared.',
  },
];

/** What changed between two scans. Where there are not two, it says so. */
export async function driftBetween(
  tenant: TenantRecords,
  archive: SettingsArchive,
  { from, to, baselines, since }: Pair,
): Promise<Drift> {
  const ends = {
    from: from && scanView(from),
    to: to && scanView(to),
    baselines: baselinesView(tenant, baselines),
    neverCompared,
  };
  const nothing = { findings: null, verdicts: [], settings: [], settingsTotal: 0, notComparable: [] };
  if (to === null) return { ...ends, reason: 'This tenant has no completed scan yet.', ...nothing };
  if (from === null) return { ...ends, reason: noBaseline[since ?? 'previous'], ...nothing };
  const [verdicts, settings] = await Promise.all([
    verdictsBetween(tenant, from, to),
    settingChanges(tenant, archive, from, to),
  ]);
  const unread = {
    dataset: 'verdicts',
    label: 'verdicts',
    because: 'The audit of one of the scans is no longer stored.',
  };
  const notComparable = verdicts === null ? [unread, ...settings.notComparable] : settings.notComparable;
  return { ...ends, reason: null, ...(verdicts ?? { findings: null, verdicts: [] }), ...settings, notComparable };
}
