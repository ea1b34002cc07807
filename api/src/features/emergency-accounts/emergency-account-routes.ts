import {
  changeEmergencyAccount,
  declareEmergencyAccount,
  type EmergencyAccount,
  listEmergencyAccounts,
  removeEmergencyAccount,
} from '@tenantry/contract/emergency-accounts';
import { isExpired, type EmergencyAccount as Stored } from '../../audit/checks/emergency-accounts.ts';
import type { Caller } from '../../http/caller.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { EmergencyAccountService } from './emergency-account-service.ts';

type Dependencies = { emergencyAccounts: EmergencyAccountService; clock: Clock };

const byOf = (caller: Caller) => ({ username: caller.user.username, name: caller.name });

export function emergencyAccountRoutes({ emergencyAccounts, clock }: Dependencies): Route[] {
  /** The declared accounts, each with what the last scan saw of it. */
  async function view(tenant: TenantRecords, accounts: readonly Stored[]) {
    const audit = await latestAudit(tenant);
    const seen = new Map(audit?.data.emergencyAccounts?.map(({ userId, ...state }) => [userId.toLowerCase(), state]));
    return {
      accounts: accounts.map(
        (account): EmergencyAccount => ({
          ...account,
          isExpired: isExpired(account, clock.now()),
          state: seen.get(account.userId.toLowerCase()) ?? null,
        }),
      ),
      checkedAt: seen.size > 0 && audit ? audit.createdAt : null,
    };
  }
  return [
    tenantRoute(listEmergencyAccounts, ({ tenant }) => view(tenant, tenant.tenant.emergencyAccounts)),

    tenantRoute(declareEmergencyAccount, async ({ tenant, body, caller }) =>
      view(tenant, await emergencyAccounts.declare(tenant.tenant, body, byOf(caller))),
    ),

    tenantRoute(changeEmergencyAccount, async ({ tenant, params, body, caller }) =>
      view(tenant, await emergencyAccounts.change(tenant.tenant, params.userId, body, byOf(caller))),
    ),

    tenantRoute(removeEmergencyAccount, async ({ tenant, params, caller }) =>
      view(tenant, await emergencyAccounts.remove(tenant.tenant, params.userId, byOf(caller))),
    ),
  ];
}
