import { getMailFlow, getTenantMailFlow } from '@tenantry/contract/mailflow';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { MailFlowService } from './mailflow-service.ts';

export function mailFlowRoutes({ mailFlow }: { mailFlow: MailFlowService }): Route[] {
  return [
    callerRoute(getMailFlow, async ({ tenant, query }) => ({
      data: await mailFlow.checkDomain(query.domain, tenant?.tenant ?? null),
    })),

    tenantRoute(getTenantMailFlow, ({ tenant, query }) => mailFlow.checkTenant(tenant, query.domains)),
  ];
}
