import { globalAdministratorId, isPrivilegedRole } from '../microsoft/privileged-roles.ts';
import type { AccountFact } from './account-facts.ts';
import { type Facts, factOf } from './facts.ts';
import type { RoleFacts, RoleHolding } from './role-facts.ts';

export type Holder = { id: string; name: string; roles: string[]; account: AccountFact | undefined };

function merge(first: AccountFact | undefined, second: AccountFact | undefined): AccountFact | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return {
    ...first,
    upn: first.upn ?? second.upn,
    enabled: first.enabled ?? second.enabled,
    guest: first.guest ?? second.guest,
    synced: first.synced ?? second.synced,
  };
}

/** People (accounts, each once) who hold one of the roles, active or eligible. */
export function holders(facts: Facts, roles: RoleFacts, wanted: (templateId: string) => boolean): Holder[] {
  const fromUsers = new Map(
    (factOf(facts, 'users')?.accounts ?? []).map((account) => [account.id.toLowerCase(), account]),
  );
  const fromRoles = new Map(roles.accounts.map((account) => [account.id.toLowerCase(), account]));
  const found = new Map<string, Holder>();
  for (const holding of roles.holdings) {
    if (holding.principalType !== 'user' || !wanted(holding.roleTemplateId.toLowerCase())) continue;
    const id = holding.principalId.toLowerCase();
    const account = merge(fromUsers.get(id), fromRoles.get(id));
    const holder = found.get(id) ?? {
      id: holding.principalId,
      name: account?.upn ?? holding.upn ?? account?.name ?? holding.name,
      roles: [],
      account,
    };
    if (!holder.roles.includes(holding.roleName)) holder.roles.push(holding.roleName);
    found.set(id, holder);
  }
  return [...found.values()];
}

export const isGlobalAdministrator = (templateId: string): boolean =>
  templateId.toLowerCase() === globalAdministratorId;

/** Whether there may be more holders than are known: a group that could not be read, or eligible holders who could not be read. */
export function mayHaveMore(roles: RoleFacts, wanted: (templateId: string) => boolean): string | null {
  if (roles.unresolvedGroups.some((group) => wanted(group.roleTemplateId)))
    return 'the members of a group that holds the role could not be read';
  if (roles.eligibility === 'refused') return 'people who can activate the role just in time could not be read';
  const odd = roles.holdings.some(
    (holding: RoleHolding) => holding.principalType === 'unknown' && wanted(holding.roleTemplateId),
  );
  return odd ? 'the kind of a role holder is not known' : null;
}

export const privileged = (templateId: string): boolean => isPrivilegedRole(templateId);
