import {
  type ComparedScan,
  type Drift,
  type getDrift,
  type listCompletedScans,
  maxSettingChanges,
} from '@tenantry/contract/drift';
import type { Parsed } from '@tenantry/contract/endpoint';
import { settingsDrift } from '../../audit/drift/settings-drift.ts';
import { verdictDrift } from '../../audit/drift/verdict-drift.ts';
import { type AuditReading, whoChanged } from '../../audit/drift/who-changed.ts';
import { AppError } from '../../http/app-error.ts';
import { type Condition, pageWithTotal, type Query } from '../../ports/collection.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type Pair = { from: ScanRecord | null; to: ScanRecord | null };

const isCompleted: Condition = { field: 'status', op: 'eq', value: 'completed' };
const newestFirst = { field: 'timestamp', direction: 'desc' } as const satisfies Query['orderBy'];
/** Of so many scans between the two, the newest, the entries of the audit log are read; of older ones nobody is named. */
const maxReadings = 60;
const readingsAtOnce = 10;

const scanView = ({ id, timestamp, score, coverage }: ScanRecord): ComparedScan => ({
  scanLogId: id,
  at: timestamp,
  score,
  coverage,
});

/** A page of the tenant's completed scans, newest first. */
export async function completedScans(
  { scans }: TenantRecords,
  { limit, cursor }: Parsed<typeof listCompletedScans.query>,
): Promise<Parsed<typeof listCompletedScans.response>> {
  const page = await pageWithTotal(scans, { where: [isCompleted], orderBy: newestFirst, limit, cursor });
  return { ...page, items: page.items.map(scanView) };
}

/** @throws AppError NOT_FOUND for a scan of another tenant as for one that is not there or did not complete */
async function completedScan({ scans }: TenantRecords, scanLogId: string): Promise<ScanRecord> {
  const stored = await scans.get(scanLogId);
  if (stored?.value.status !== 'completed') throw new AppError('NOT_FOUND', 'There is no such completed scan.');
  return stored.value;
}

async function latestScan({ scans }: TenantRecords, where: readonly Condition[] = []): Promise<ScanRecord | null> {
  const { items } = await scans.query({ where: [isCompleted, ...where], orderBy: newestFirst, limit: 1 });
  return items[0] ?? null;
}

/**
 * The two scans to compare, the earlier first: those that are named, else the latest completed one and the one before it.
 * @throws AppError NOT_FOUND
 */
export async function scanPair(
  tenant: TenantRecords,
  query: Pick<Parsed<typeof getDrift.query>, 'from' | 'to'>,
): Promise<Pair> {
  const to = query.to === undefined ? await latestScan(tenant) : await completedScan(tenant, query.to);
  if (query.from !== undefined) {
    const from = await completedScan(tenant, query.from);
    return to !== null && from.timestamp > to.timestamp ? { from: to, to: from } : { from, to };
  }
  return { from: to && (await latestScan(tenant, [{ field: 'timestamp', op: 'lt', value: to.timestamp }])), to };
}

/** What the scans after `from`, up to `to`, read of the directory audit log. */
async function auditReadings(
  { scans }: TenantRecords,
  archive: SettingsArchive,
  from: ScanRecord,
  to: ScanRecord,
): Promise<AuditReading[]> {
  const { items } = await scans.query({
    where: [
      isCompleted,
      { field: 'timestamp', op: 'gt', value: from.timestamp },
      { field: 'timestamp', op: 'lte', value: to.timestamp },
    ],
    orderBy: newestFirst,
    limit: maxReadings,
  });
  const readings: AuditReading[] = [];
  for (let start = 0; start < items.length; start += readingsAtOnce) {
    const part = items.slice(start, start + readingsAtOnce);
    const kept = await Promise.all(part.map((scan) => archive.read(scan)));
    kept.forEach((one, index) => {
      if (one) readings.push({ scanAt: part[index]?.timestamp ?? '', audits: one.audits });
    });
  }
  return readings;
}

async function settingsBetween(
  tenant: TenantRecords,
  archive: SettingsArchive,
  from: ScanRecord,
  to: ScanRecord,
): Promise<Pick<Drift, 'settings' | 'settingsTotal' | 'notComparable'>> {
  const [before, after] = await Promise.all([archive.read(from), archive.read(to)]);
  if (!before || !after) {
    const which = before ? 'later' : after ? 'earlier' : 'earlier and of the later';
    const because = `The settings as they were at the ${which} scan are not kept.`;
    return { settings: [], settingsTotal: 0, notComparable: [{ dataset: 'settings', label: 'all settings', because }] };
  }
  const { changes, notComparable } = settingsDrift(before.settings, after.settings);
  const readings = changes.length > 0 ? await auditReadings(tenant, archive, from, to) : [];
  const window = { from: from.timestamp, to: to.completedAt ?? to.timestamp };
  const settings = changes
    .slice(0, maxSettingChanges)
    .map((change) => ({ ...change, who: whoChanged(change, readings, window) }));
  return { settings, settingsTotal: changes.length, notComparable };
}

async function verdictsBetween({ tenant, audits }: TenantRecords, from: ScanRecord, to: ScanRecord) {
  const auditOf = async (scan: ScanRecord) => (await audits.get(auditIdOfScan(tenant.id, scan.id)))?.value ?? null;
  const [before, after] = await Promise.all([auditOf(from), auditOf(to)]);
  return before && after ? verdictDrift(before.data.verdicts, after.data.verdicts) : null;
}

/** What changed between two scans. Where there are not two, it says so. */
export async function driftBetween(
  tenant: TenantRecords,
  archive: SettingsArchive,
  { from, to }: Pair,
): Promise<Drift> {
  const ends = { from: from && scanView(from), to: to && scanView(to) };
  const nothing = { verdicts: [], settings: [], settingsTotal: 0, notComparable: [] };
  if (to === null) return { ...ends, reason: 'This organization has no completed scan yet.', ...nothing };
  if (from === null)
    return { ...ends, reason: 'There is no completed scan before this one to compare with.', ...nothing };
  const [verdicts, settings] = await Promise.all([
    verdictsBetween(tenant, from, to),
    settingsBetween(tenant, archive, from, to),
  ]);
  const unread = { dataset: 'verdicts', label: 'verdicts', because: 'The audit of one of the scans is not kept.' };
  const notComparable = verdicts === null ? [unread, ...settings.notComparable] : settings.notComparable;
  return { ...ends, reason: null, verdicts: verdicts ?? [], ...settings, notComparable };
}
