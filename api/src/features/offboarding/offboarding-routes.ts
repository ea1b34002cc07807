import { offboardTenant } from '@tenantry/contract/managed-tenants';
import { callerRoute, type Route } from '../../http/route.ts';
import type { createOffboarding } from './offboarding-service.ts';

type Dependencies = { offboarding: Pick<ReturnType<typeof createOffboarding>, 'offboard'> };

export function offboardingRoutes({ offboarding }: Dependencies): Route[] {
  return [
    callerRoute(offboardTenant, ({ params, body, caller }) =>
      offboarding.offboard(params.id, body.name, caller.user.username),
    ),
  ];
}
