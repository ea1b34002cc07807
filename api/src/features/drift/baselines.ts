import type { Baselines } from '@tenantry/contract/drift';
import { lastReportBefore } from '../../domain/last-report/last-report.ts';
import type { Condition, Query } from '../../ports/collection.ts';
import { isCompleted, type ScanRecord } from '../../store/scans.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { newestFirst, scanView } from './completed-scans.ts';

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
/** A weekly scan starts some seconds earlier one time than the other: what is this much less than a week is one. */
const toleranceMs = 12 * hourMs;

/** The scans that a later one can be compared with without choosing. */
export type BaselineScans = { previous: ScanRecord | null; week: ScanRecord | null; report: ScanRecord | null };

async function firstOf(
  { scans }: TenantRecords,
  where: readonly Condition[],
  orderBy: NonNullable<Query['orderBy']> = newestFirst,
): Promise<ScanRecord | null> {
  return (await scans.query({ where: [...isCompleted, ...where], orderBy, limit: 1 })).items[0] ?? null;
}

const before = (instant: string): Condition => ({ field: 'timestamp', op: 'lt', value: instant });

/** The scan that is nearest to a week before this one, and not much less than that. */
async function aWeekBefore(tenant: TenantRecords, to: ScanRecord): Promise<ScanRecord | null> {
  const weekAgoMs = Date.parse(to.timestamp) - weekMs;
  const weekAgo = new Date(weekAgoMs).toISOString();
  const latest = new Date(weekAgoMs + toleranceMs).toISOString();
  const [older, younger] = await Promise.all([
    firstOf(tenant, [{ field: 'timestamp', op: 'lte', value: weekAgo }]),
    firstOf(
      tenant,
      [
        { field: 'timestamp', op: 'gt', value: weekAgo },
        { field: 'timestamp', op: 'lte', value: latest },
      ],
      { field: 'timestamp', direction: 'asc' },
    ),
  ]);
  if (older === null || younger === null) return older ?? younger;
  const distanceMs = ({ timestamp }: ScanRecord) => Math.abs(Date.parse(timestamp) - weekAgoMs);
  return distanceMs(younger) < distanceMs(older) ? younger : older;
}

async function ofLastReport({ tenant, scans }: TenantRecords, to: ScanRecord): Promise<ScanRecord | null> {
  const report = lastReportBefore(tenant, to.timestamp);
  const stored = report && (await scans.get(report.scanLogId));
  return stored?.value.status === 'completed' ? stored.value : null;
}

/** The scans before `to` that the page offers; without a scan there is nothing before it. */
export async function baselineScans(tenant: TenantRecords, to: ScanRecord | null): Promise<BaselineScans> {
  if (to === null) return { previous: null, week: null, report: null };
  const [previous, week, report] = await Promise.all([
    firstOf(tenant, [before(to.timestamp)]),
    aWeekBefore(tenant, to),
    ofLastReport(tenant, to),
  ]);
  return { previous, week, report };
}

/** As they are told. */
export function baselinesView({ tenant }: TenantRecords, { previous, week, report }: BaselineScans): Baselines {
  const made = report && tenant.lastReports.find(({ scanLogId }) => scanLogId === report.id);
  return {
    previous: previous && scanView(previous),
    week: week && scanView(week),
    report: report && made ? { ...scanView(report), madeAt: made.madeAt, madeBy: made.madeBy } : null,
  };
}
