import { downloadReport, getReportComparisons } from '@tenantry/contract/audits';
import type { Parsed } from '@tenantry/contract/endpoint';
import { downloadGeneratedReport, generateReport } from '@tenantry/contract/generated-reports';
import { reportMade } from '../../domain/last-report/last-report.ts';
import { readPriceList } from '../../domain/price-list/price-list.ts';
import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { Reply } from '../../http/reply.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { ReportFiles } from '../../store/report-files.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { earlierAudit, reportComparisons } from './earlier-audits.ts';
import { reportModel } from './report-data.ts';
import type { ReportQueue } from './report-queue.ts';

type Dependencies = {
  queue: ReportQueue;
  organizationName: string | null;
  tenants: TenantStore;
  trail: Trail;
  clock: Clock;
  reportFiles: ReportFiles;
  systemConfig: SystemConfigStore;
};

const pdf = 'application/pdf';
const fileNameOf = ({ tenant }: TenantRecords) => `Report_${tenant.name}.pdf`;

async function auditToReport(tenant: TenantRecords): Promise<AuditRecord> {
  const audit = await latestAudit(tenant);
  if (!audit) throw new AppError('NO_SCAN_YET', 'No scan found for this tenant. Please run a scan first.');
  return audit;
}

type CompareWith = Parsed<typeof downloadReport.query>['compareWith'];

/** Makes the report of the latest audit: rendered, kept as the last one of its scan, and in the trail. */
async function makeReport(
  { queue, organizationName: organization, tenants, trail, clock, systemConfig }: Dependencies,
  tenant: TenantRecords,
  caller: Caller,
  compareWith: CompareWith,
): Promise<Uint8Array> {
  const audit = await auditToReport(tenant);
  const now = clock.now();
  const earlier = await earlierAudit(tenant, audit, compareWith, now);
  const trouble = await troubleOfTenant(tenant, now);
  const key = [audit.id, earlier?.audit.id, earlier?.basis, earlier?.since].join(' ');
  const bytes = await queue.render(key, caller.userId, async () => {
    const priceList = await readPriceList(systemConfig);
    return reportModel(tenant, audit, earlier, { organization, now, trouble, priceList });
  });
  const { name, id: tenantId } = tenant.tenant;
  const made = { madeAt: clock.now().toISOString(), madeBy: caller.user.username };
  await update(tenants, tenantId, (current) => reportMade(current, audit, made));
  await trail.record({
    eventType: 'report_generated',
    user: caller.user.username,
    target: name,
    tenantId,
    details: { scanLogId: audit.scanLogId, comparedWith: earlier?.audit.scanLogId ?? null },
  });
  return bytes;
}

export function reportRoutes(dependencies: Dependencies): Route[] {
  const { reportFiles, trail, clock } = dependencies;
  return [
    tenantRoute(downloadReport, async ({ tenant, query, caller }) => {
      const bytes = await makeReport(dependencies, tenant, caller, query.compareWith);
      return Reply.file({ fileName: fileNameOf(tenant), contentType: pdf, bytes });
    }),

    tenantRoute(generateReport, async ({ tenant, caller }) => {
      const bytes = await makeReport(dependencies, tenant, caller, undefined);
      const createdAt = clock.now().toISOString();
      const reportId = await reportFiles.keep(tenant.tenant.id, createdAt, bytes);
      const url = downloadGeneratedReport.path.replace('{reportId}', reportId);
      const report = { reportId, fileName: fileNameOf(tenant), sizeBytes: bytes.length, createdAt, url };
      return Reply.json(report, { status: 201 });
    }),

    tenantRoute(downloadGeneratedReport, async ({ tenant, params, caller }) => {
      const { reportId } = params;
      const bytes = await reportFiles.read(reportId);
      if (bytes === null) throw new AppError('NOT_FOUND', 'This report is no longer kept. Generate it again.');
      const { name: target, id: tenantId } = tenant.tenant;
      const user = caller.user.username;
      await trail.record({ eventType: 'report_downloaded', user, target, tenantId, details: { reportId } });
      return Reply.file({ fileName: fileNameOf(tenant), contentType: pdf, bytes });
    }),

    tenantRoute(getReportComparisons, async ({ tenant }) => reportComparisons(tenant, await auditToReport(tenant))),
  ];
}
