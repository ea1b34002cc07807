import { type Activity, listActivities, listRecentActivity } from '@tenantry/contract/activities';
import { callerRoute, type Route } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ActivityStore } from '../../store/activities.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';

type Dependencies = {
  activities: Pick<ActivityStore, 'recent'>;
  tenants: Pick<TenantStore, 'ofRecords'>;
  clock: Clock;
};

const shown = 50;

export function activityRoutes({ activities, tenants, clock }: Dependencies): Route[] {
  async function recent(scope: Scope): Promise<Activity[]> {
    const found = await activities.recent(scope, clock.now(), shown);
    const named = await tenants.ofRecords(
      scope,
      found.filter(({ tenantId }) => tenantId !== ''),
    );
    return found.map(({ tenantId, ...rest }) => ({
      ...rest,
      tenantId: tenantId || null,
      tenantName: named.get(tenantId)?.name ?? null,
    }));
  }
  return [
    callerRoute(listActivities, ({ caller, tenant }) =>
      recent(tenant ? { kind: 'tenants', tenantIds: [tenant.tenant.id] } : caller.scope),
    ),
    callerRoute(listRecentActivity, ({ caller }) => recent(caller.scope)),
  ];
}
