import { type Activity, listActivities, listRecentActivity } from '@tenantry/contract/activities';
import { callerRoute, type Route } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ActivityRecord, ActivityStore } from '../../store/activities.ts';

type Dependencies = { activities: Pick<ActivityStore, 'recent'>; clock: Clock };

const shown = 50;

const activityView = ({ tenantId, ...rest }: ActivityRecord): Activity => ({ ...rest, tenantId: tenantId || null });

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
