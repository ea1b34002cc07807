import { listActivities, listRecentActivity } from '@tenantry/contract/activities';
import { callerRoute, type Route } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RecordStore } from '../../ports/collection.ts';
import { recentActivities } from './activity-log-service.ts';

const shown = 50;

export function activityRoutes({ store, clock }: { store: RecordStore; clock: Clock }): Route[] {
  return [
    callerRoute(listActivities, ({ caller, tenant }) =>
      recentActivities(store, clock, tenant ? { tenantId: tenant.tenant.id } : { scope: caller.scope }, shown),
    ),
    callerRoute(listRecentActivity, ({ caller }) => recentActivities(store, clock, { scope: caller.scope }, shown)),
  ];
}
