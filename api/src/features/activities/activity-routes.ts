import { listActivities, listRecentActivity } from '@tenantry/contract/activities';
import { callerRoute, type Route } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ActivityStore } from '../../store/activities.ts';
import { activityView } from './activity-log-service.ts';

type Dependencies = { activities: Pick<ActivityStore, 'recent'>; clock: Clock };

const shown = 50;

export function activityRoutes({ activities, clock }: Dependencies): Route[] {
  const recent = async (view: Parameters<ActivityStore['recent']>[0]) =>
    (await activities.recent(view, clock.now(), shown)).map(activityView);
  return [
    callerRoute(listActivities, ({ caller, tenant }) =>
      recent(tenant ? { tenantId: tenant.tenant.id } : { scope: caller.scope }),
    ),
    callerRoute(listRecentActivity, ({ caller }) => recent({ scope: caller.scope })),
  ];
}
