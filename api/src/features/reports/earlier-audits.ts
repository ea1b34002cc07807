import type { ReportComparisons } from '@tenantry/contract/audits';
import { lastReportBefore } from '../../domain/last-report/last-report.ts';
import { AppError } from '../../http/app-error.ts';
import type { Query } from '../../ports/collection.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { auditIdOfScan, latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { EarlierAudit } from './report-comparison.ts';

/** The audit that a report is made of now. @throws AppError NO_SCAN_YET */
export async function auditToReport(tenant: TenantRecords): Promise<AuditRecord> {
  const audit = await latestAudit(tenant);
  if (!audit) throw new AppError('NO_SCAN_YET', 'No scan found for this tenant. Please run a scan first.');
  return audit;
}

type Direction = NonNullable<Query['orderBy']>['direction'];

/** The newest or the oldest audit of before an instant. */
async function auditBefore({ audits }: TenantRecords, instant: string, direction: Direction = 'desc') {
  const { items } = await audits.query({
    where: [{ field: 'createdAt', op: 'lt', value: instant }],
    orderBy: { field: 'createdAt', direction },
    limit: 1,
  });
  return items[0] ?? null;
}

/** The audit that the last report was made of, apart from reports of this audit itself; null where it is not kept. */
async function lastReported({ tenant, audits }: TenantRecords, audit: AuditRecord): Promise<EarlierAudit | null> {
  const report = lastReportBefore(tenant, audit.createdAt);
  const reported = report && (await audits.get(auditIdOfScan(tenant.id, report.scanLogId)));
  return reported ? { audit: reported.value, basis: 'last-report', since: report.madeAt } : null;
}

async function previous(tenant: TenantRecords, audit: AuditRecord): Promise<EarlierAudit | null> {
  const before = await auditBefore(tenant, audit.createdAt);
  return before && { audit: before, basis: 'previous-audit', since: before.createdAt };
}

/** Where a day begins first, it does so 14 hours before UTC. */
const earliestZoneMs = 14 * 3_600_000;

/** The end of a day in UTC, which reports keep to. */
const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString();

/**
 * The audit that a report of `audit` compares with: of the last report, else the one before; or the one that stood at the
 * end of a chosen day. Null where there is none before this one.
 * @throws AppError INVALID_INPUT for a day that has begun nowhere yet, NOT_FOUND where no audit is as old as the chosen day
 */
export async function earlierAudit(
  tenant: TenantRecords,
  audit: AuditRecord,
  compareWith: string | undefined,
  now: Date,
): Promise<EarlierAudit | null> {
  if (compareWith === 'previous-audit') return previous(tenant, audit);
  if (compareWith === undefined || compareWith === 'last-report') {
    return (await lastReported(tenant, audit)) ?? previous(tenant, audit);
  }
  if (Date.parse(compareWith) > now.getTime() + earliestZoneMs) {
    const message = 'Choose a day that is not in the future';
    throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'compareWith', message }] });
  }
  const end = dayAfter(compareWith);
  const before = await auditBefore(tenant, end < audit.createdAt ? end : audit.createdAt);
  if (!before) throw new AppError('NOT_FOUND', 'No earlier audit of that day or before is kept. Choose a later day.');
  return { audit: before, basis: 'date', since: `${compareWith}T00:00:00.000Z` };
}

/** What the report of the latest audit can be compared with. */
export async function reportComparisons(tenant: TenantRecords, audit: AuditRecord): Promise<ReportComparisons> {
  const [report, before, oldest] = await Promise.all([
    lastReported(tenant, audit),
    auditBefore(tenant, audit.createdAt),
    auditBefore(tenant, audit.createdAt, 'asc'),
  ]);
  return {
    lastReportAt: report?.since ?? null,
    previousAuditAt: before?.createdAt ?? null,
    oldestAuditAt: oldest?.createdAt ?? null,
  };
}
