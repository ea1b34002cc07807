import { getLatestAudit } from '@tenantry/contract/audits';
import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { auditView, noAuditView } from './audit-view.ts';
import { sampleAudit } from './sample-audit.ts';

export function auditRoutes({ clock }: { clock: Clock }): Route[] {
  return [
    tenantRoute(getLatestAudit, async (context) => {
      const { tenant } = context.tenant;
      const audit = await latestAudit(context.tenant);
      const trouble = await troubleOfTenant(context.tenant, clock.now());
      if (audit) return { ...auditView(tenant, audit, false), trouble };
      return { ...(tenant.isMock ? auditView(tenant, sampleAudit(clock.now()), true) : noAuditView(tenant)), trouble };
    }),
  ];
}
