import { maxDeclarationDays, maxEmergencyAccounts } from '@tenantry/contract/emergency-accounts';
import { cleanText, uriComponent } from '@tenantry/contract/text';
import type { EmergencyAccount } from '../../audit/checks/emergency-accounts.ts';
import { textAt } from '../../audit/facts/json-reader.ts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { checkedExpiry } from '../../http/checked-expiry.ts';
import type { Changeable } from '../../ports/collection.ts';
import { GraphError } from '../../ports/graph.ts';
import type { TrailEvent } from '../../ports/trail.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Dependencies = Pick<CommonParts, 'microsoft365' | 'trail' | 'clock'> & {
  tenants: Changeable<TenantRecord>;
};
type By = { username: string; name: string };
type Declaration = { reason: string; expiresAt: string };

function fieldError(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', message, { fields: [{ path, message }] });
}

const trailed = ['displayName', 'userPrincipalName', 'reason', 'expiresAt'] as const;

function added(accounts: readonly EmergencyAccount[], account: EmergencyAccount): EmergencyAccount[] {
  if (accounts.some(({ userId }) => userId === account.userId)) {
    throw new AppError('CONFLICT', 'This account is already declared. Change its declaration instead.');
  }
  if (accounts.length >= maxEmergencyAccounts) {
    throw new AppError('CONFLICT', `A tenant can have ${maxEmergencyAccounts} emergency accounts. Remove one first.`);
  }
  return [...accounts, account];
}

/** The accounts that a customer keeps for emergencies. What is declared here, scans accept (audit/checks/emergency-accounts.ts). */
export function createEmergencyAccounts({ tenants, microsoft365, trail, clock }: Dependencies) {
  /** @throws AppError where the directory has no such account, or could not be asked */
  async function lookUp(tenant: TenantRecord, account: string) {
    const graph = microsoft365.graph({ entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock });
    try {
      const path = `/v1.0/users/${uriComponent(account)}?$select=id,displayName,userPrincipalName`;
      const user = await graph.get(path);
      const userId = textAt(user, 'id');
      if (userId === null) throw new AppError('UNAVAILABLE', 'Microsoft returned no usable response. Try again.');
      const label = (key: string) => cleanText(textAt(user, key) ?? '') || null;
      const [displayName, userPrincipalName] = [label('displayName'), label('userPrincipalName')];
      return { userId: userId.toLowerCase(), displayName, userPrincipalName };
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      const { status, code } = error.failure;
      if (status === 404) throw fieldError('account', 'The directory of this tenant has no such account');
      throw new AppError('UNAVAILABLE', `The account could not be looked up (${status} ${code}). Try again later.`);
    }
  }

  async function changed(
    tenant: TenantRecord,
    eventType: TrailEvent,
    by: By,
    userId: string,
    change: (accounts: EmergencyAccount[]) => EmergencyAccount[],
  ): Promise<EmergencyAccount[]> {
    const now = clock.now();
    const record = await changeAndSeal(trail, tenants, tenant.id, (current) => {
      // An account of the simulated directory does not exist in the real one.
      if (current.isMock !== tenant.isMock) {
        throw new AppError(
          'CONFLICT',
          'This tenant has just switched between live and simulated data. Reload the page.',
        );
      }
      const emergencyAccounts = change(current.emergencyAccounts);
      if (emergencyAccounts === current.emergencyAccounts) return current;
      const of = (accounts: EmergencyAccount[]) => accounts.find((account) => account.userId === userId) ?? null;
      const changes = whatChanged(of(current.emergencyAccounts), of(emergencyAccounts), trailed);
      const details = { userId, ...changes };
      const entry = { eventType, user: by.username, target: current.name, tenantId: current.id, details };
      return withEntry({ ...current, emergencyAccounts, updatedAt: now.toISOString() }, entry, now);
    });
    if (!record) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant.');
    return record.emergencyAccounts;
  }

  return {
    /** @param wanted.account object id or user principal name; it has to be in the tenant's directory */
    async declare(tenant: TenantRecord, wanted: Declaration & { account: string }, by: By) {
      const expiresAt = checkedExpiry(wanted.expiresAt, maxDeclarationDays, clock.now());
      const found = await lookUp(tenant, wanted.account);
      const { reason } = wanted;
      const declaredAt = clock.now().toISOString();
      const account = { ...found, reason, expiresAt, declaredBy: by.name, declaredAt };
      return changed(tenant, 'emergency_account_declared', by, found.userId, (all) => added(all, account));
    },

    async change(tenant: TenantRecord, userId: string, wanted: Declaration, by: By) {
      const id = userId.toLowerCase();
      const { reason } = wanted;
      const expiresAt = checkedExpiry(wanted.expiresAt, maxDeclarationDays, clock.now());
      return changed(tenant, 'emergency_account_changed', by, id, (all) => {
        const current = all.find((account) => account.userId === id);
        if (!current) throw new AppError('NOT_FOUND', 'This account is not declared as an emergency account.');
        if (current.reason === reason && current.expiresAt === expiresAt) return all;
        return all.map((account) => (account === current ? { ...account, reason, expiresAt } : account));
      });
    },

    /** Removing what is not there changes nothing. */
    async remove(tenant: TenantRecord, userId: string, by: By) {
      const id = userId.toLowerCase();
      return changed(tenant, 'emergency_account_removed', by, id, (all) =>
        all.some((account) => account.userId === id) ? all.filter((account) => account.userId !== id) : all,
      );
    },
  };
}

export type EmergencyAccountService = ReturnType<typeof createEmergencyAccounts>;
