import { answerMailUse, getMailFlow, getTenantMailFlow } from '@tenantry/contract/mailflow';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { MailUseService } from './mail-use-service.ts';
import type { MailFlowService } from './mailflow-service.ts';

export function mailFlowRoutes({
  mailFlow,
  mailUses,
}: {
  mailFlow: MailFlowService;
  mailUses: MailUseService;
}): Route[] {
  return [
    callerRoute(getMailFlow, async ({ tenant, query }) => ({
      data: await mailFlow.checkDomain(query.domain, tenant ?? null),
    })),

    tenantRoute(getTenantMailFlow, ({ tenant, query }) => mailFlow.checkTenant(tenant, query.domains)),

    tenantRoute(answerMailUse, async ({ tenant, body, caller }) => ({
      answers: await mailUses.answer(tenant, body.domain, body.sends, {
        username: caller.user.username,
        name: caller.name,
      }),
    })),
  ];
}
