import { withAgentWords } from '../microsoft/directory-object-types.ts';
import { globalAdministratorId, isPrivilegedRole } from '../microsoft/privileged-roles.ts';
import type { AccountFact } from './account-facts.ts';
import { type Facts, factOf } from './facts.ts';
import type { RoleFacts } from './role-facts.ts';

/** `name`: with words that tell the account of an agent. */
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
      name: withAgentWords(account?.upn ?? holding.upn ?? account?.name ?? holding.name, holding.agent),
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
  return ofUnknownKind(roles, wanted);
}

const ofUnknownKind = ({ holdings }: RoleFacts, wanted: (templateId: string) => boolean): string | null =>
  holdings.some((holding) => holding.principalType === 'unknown' && wanted(holding.roleTemplateId))
    ? 'the kind of a role holder is not known'
    : null;

/**
 * Whether there may be more applications and agents with a privileged role than are known. These hold roles or do not: to activate
 * one just in time takes a person (Microsoft Entra, Privileged Identity Management).
 */
export function mayHaveMoreApplications(roles: RoleFacts): string | null {
  return roles.unresolvedGroups.some((group) => privileged(group.roleTemplateId))
    ? 'the members of a group that holds a privileged role could not be read'
    : ofUnknownKind(roles, privileged);
}

export const privileged = (templateId: string): boolean => isPrivilegedRole(templateId);
