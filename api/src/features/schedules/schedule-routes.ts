import { getTenantSchedule, setTenantSchedule, setTenantSchedules } from '@tenantry/contract/tenant-schedules';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import { plannedScans, type Schedules } from './schedule-service.ts';

export function scheduleRoutes({ schedules }: { schedules: Schedules }): Route[] {
  return [
    tenantRoute(getTenantSchedule, async ({ tenant }) => plannedScans(tenant.tenant)),
    tenantRoute(setTenantSchedule, ({ tenant, body, caller }) => schedules.set(tenant.tenant, body.schedule, caller)),
    callerRoute(setTenantSchedules, async ({ body, caller }) => ({
      results: await schedules.setAll(body.tenantIds, body.schedule, caller),
    })),
  ];
}
