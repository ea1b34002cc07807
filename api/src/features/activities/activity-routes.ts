import { type Activity, listActivities, listRecentActivity } from '@tenantry/contract/activities';
import { callerRoute, type Route } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ActivityRecord, ActivityStore } from '../../store/activities.ts';
import type { Scope } from '../../store/scope.ts';

type Dependencies = { activities: Pick<ActivityStore, 'recent'>; clock: Clock };

const shown = 50;

const activityView = ({ tenantId, ...rest }: ActivityRecord): Activity => ({ ...rest, tenantId: tenantId || null });

export function activityRoutes({ activities, clock }: Dependencies): Route[] {
  const recent = async (scope: Scope) => (await activities.recent(scope, clock.now(), shown)).map(activityView);
  return [
    callerRoute(listActivities, ({ caller, tenant }) =>
      recent(tenant ? { kind: 'tenants', tenantIds: [tenant.tenant.id] } : caller.scope),
    ),
    callerRoute(listRecentActivity, ({ caller }) => recent(caller.scope)),
  ];
}
