import {
  changeEmergencyAccount,
  declareEmergencyAccount,
  type EmergencyAccount,
  listEmergencyAccounts,
  removeEmergencyAccount,
} from '@tenantry/contract/emergency-accounts';
import { isExpired, type EmergencyAccount as Stored } from '../../audit/emergency-accounts.ts';
import type { Caller } from '../../http/caller.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EmergencyAccountService } from './emergency-account-service.ts';

type Dependencies = { emergencyAccounts: EmergencyAccountService; clock: Clock };

const byOf = (caller: Caller) => ({ username: caller.user.username, name: caller.name });

export function emergencyAccountRoutes({ emergencyAccounts, clock }: Dependencies): Route[] {
  const view = (accounts: readonly Stored[]): { accounts: EmergencyAccount[] } => ({
    accounts: accounts.map((account) => ({ ...account, isExpired: isExpired(account, clock.now()) })),
  });
  return [
    tenantRoute(listEmergencyAccounts, async ({ tenant }) => view(tenant.tenant.emergencyAccounts)),

    tenantRoute(declareEmergencyAccount, async ({ tenant, body, caller }) =>
      view(await emergencyAccounts.declare(tenant.tenant, body, byOf(caller))),
    ),

    tenantRoute(changeEmergencyAccount, async ({ tenant, params, body, caller }) =>
      view(await emergencyAccounts.change(tenant.tenant, params.userId, body, byOf(caller))),
    ),

    tenantRoute(removeEmergencyAccount, async ({ tenant, params, caller }) =>
      view(await emergencyAccounts.remove(tenant.tenant, params.userId, byOf(caller))),
    ),
  ];
}
