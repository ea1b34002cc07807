import { getProjectPlan, getSamplePlan, makeProjectPlan, previewProjectPlan } from '@tenantry/contract/project-plan';
import { getProjectReadiness } from '@tenantry/contract/project-readiness';
import { readPriceList } from '../../domain/price-list/price-list.ts';
import { projectPlanOf } from '../../domain/project-plan/project-plan.ts';
import { Reply } from '../../http/reply.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { ProjectPlans } from './project-plan-service.ts';
import { projectReadiness } from './project-readiness.ts';
import { samplePlan } from './sample-plan.ts';

type Dependencies = { projectPlans: ProjectPlans; systemConfig: SystemConfigStore; clock: Clock };

export function projectPlanRoutes({ projectPlans, systemConfig, clock }: Dependencies): Route[] {
  return [
    tenantRoute(getProjectPlan, async ({ tenant }) => projectPlanOf(tenant, await readPriceList(systemConfig))),

    tenantRoute(previewProjectPlan, ({ tenant, body }) => projectPlans.preview(tenant, body.findingIds)),

    tenantRoute(makeProjectPlan, async ({ tenant, body, caller }) => {
      const { userId, user, name, role } = caller;
      const by = { userId, username: user.username, name, isAdmin: role === 'admin' };
      const { isNew, ...made } = await projectPlans.make(tenant, body, by);
      const plan = await projectPlanOf(tenant, await readPriceList(systemConfig));
      return Reply.json({ ...plan, ...made }, { status: isNew ? 201 : 200 });
    }),

    tenantRoute(getSamplePlan, async ({ tenant }) =>
      samplePlan(tenant, await readPriceList(systemConfig), clock.now()),
    ),

    tenantRoute(getProjectReadiness, async ({ tenant }) => projectReadiness(tenant, await readPriceList(systemConfig))),
  ];
}
