import { downloadReport, getReportComparisons } from '@tenantry/contract/audits';
import { reportMade } from '../../domain/last-report/last-report.ts';
import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { AppError } from '../../http/app-error.ts';
import { Reply } from '../../http/reply.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { latestAudit } from '../../store/latest-audit.ts';
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
};

async function auditToReport(tenant: TenantRecords): Promise<AuditRecord> {
  const audit = await latestAudit(tenant);
  if (!audit) throw new AppError('NO_SCAN_YET', 'No scan found for this tenant. Please run a scan first.');
  return audit;
}

export function reportRoutes({ queue, organizationName: organization, tenants, trail, clock }: Dependencies): Route[] {
  return [
    tenantRoute(downloadReport, async ({ tenant, query, caller }) => {
      const audit = await auditToReport(tenant);
      const now = clock.now();
      const earlier = await earlierAudit(tenant, audit, query.compareWith, now);
      const trouble = await troubleOfTenant(tenant, now);
      const key = [audit.id, earlier?.audit.id, earlier?.basis, earlier?.since].join(' ');
      const bytes = await queue.render(key, caller.userId, () =>
        reportModel(tenant, audit, earlier, { organization, now, trouble }),
      );
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
      return Reply.file({ fileName: `Report_${name}.pdf`, contentType: 'application/pdf', bytes });
    }),

    tenantRoute(getReportComparisons, async ({ tenant }) => reportComparisons(tenant, await auditToReport(tenant))),
  ];
}
