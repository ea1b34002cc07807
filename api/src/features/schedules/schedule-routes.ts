import { getTenantSchedule, setTenantSchedule } from '@tenantry/contract/tenant-schedules';
import { type Route, tenantRoute } from '../../http/route.ts';
import { plannedScans, type Schedules } from './schedule-service.ts';

export function scheduleRoutes({ schedules }: { schedules: Schedules }): Route[] {
  return [
    tenantRoute(getTenantSchedule, async ({ tenant }) => plannedScans(tenant.tenant)),
    tenantRoute(setTenantSchedule, ({ tenant, body, caller }) => schedules.set(tenant.tenant, body.schedule, caller)),
  ];
}
