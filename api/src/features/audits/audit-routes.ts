import { type Audit, getLatestAudit } from '@tenantry/contract/audits';
import type { TenantTrouble } from '@tenantry/contract/tenants';
import { sampleAudit } from '../../domain/audit-results/sample-audit.ts';
import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { auditView, noAuditView } from './audit-view.ts';

/** That a tenant passed is no longer known once nothing new is: what failed then is not better now. */
function inTrouble(audit: Omit<Audit, 'trouble'>, trouble: TenantTrouble | null): Audit {
  const told = { ...audit, trouble };
  if (trouble === null || audit.overallStatus !== 'pass') return told;
  return { ...told, overallStatus: null, overallStatusUnknownBecause: trouble.reason };
}

export function auditRoutes({ clock }: { clock: Clock }): Route[] {
  return [
    tenantRoute(getLatestAudit, async (context) => {
      const { tenant } = context.tenant;
      const audit = await latestAudit(context.tenant);
      const trouble = await troubleOfTenant(context.tenant, clock.now());
      if (audit) return inTrouble(auditView(tenant, audit, false), trouble);
      return { ...(tenant.isMock ? auditView(tenant, sampleAudit(clock.now()), true) : noAuditView(tenant)), trouble };
    }),
  ];
}
