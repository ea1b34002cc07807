import { downloadCompliance, getCompliance, getFrameworkCompliance } from '@tenantry/contract/compliance';
import { frameworkOf } from '../../audit/findings/frameworks/frameworks.ts';
import { AppError } from '../../http/app-error.ts';
import { csvContentType } from '../../http/csv.ts';
import { Reply } from '../../http/reply.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import { every } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { complianceCsv } from './compliance-csv.ts';
import { complianceView, frameworkComplianceView, type OpenFindings } from './compliance-view.ts';

async function openFindings({ findings }: TenantRecords): Promise<OpenFindings> {
  const open = await every(findings, { where: [{ field: 'status', op: 'ne', value: 'RESOLVED' }] });
  return new Map(open.map((finding) => [finding.checkId, finding]));
}

export function complianceRoutes({ trail }: { trail: Trail }): Route[] {
  return [
    tenantRoute(getCompliance, async ({ tenant }) => complianceView(tenant.tenant, await latestAudit(tenant))),

    tenantRoute(getFrameworkCompliance, async ({ tenant, params }) => {
      const [audit, findings] = await Promise.all([latestAudit(tenant), openFindings(tenant)]);
      return frameworkComplianceView(tenant.tenant, audit, frameworkOf(params.framework), findings);
    }),

    tenantRoute(downloadCompliance, async ({ tenant, query, caller }) => {
      const [audit, findings] = await Promise.all([latestAudit(tenant), openFindings(tenant)]);
      if (!audit) throw new AppError('NO_SCAN_YET', 'No scan found for this tenant. Please run a scan first.');
      const view = frameworkComplianceView(tenant.tenant, audit, frameworkOf(query.framework), findings);
      if (!view.framework || !view.controls) throw new Error(`No results of ${query.framework} for ${audit.id}`);
      const { name, id: tenantId } = tenant.tenant;
      await trail.record({
        eventType: 'compliance_exported',
        user: caller.user.username,
        target: name,
        tenantId,
        details: { framework: query.framework, format: query.format, scanLogId: audit.scanLogId },
      });
      return Reply.file({
        fileName: `Compliance_${query.framework}_${name}.csv`,
        contentType: csvContentType,
        bytes: complianceCsv(view.framework, view.controls, { tenant: name, audit }),
      });
    }),
  ];
}
