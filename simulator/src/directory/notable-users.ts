import type { RoleName } from './role-templates.ts';
import { roleHoldings } from './roles.ts';
import { accountTraits, type TenantDirectory } from './tenant-directory.ts';
import { activeRolesOf, memberIndices } from './user-memberships.ts';
import { userNames } from './users.ts';

export interface NotableUser {
  userId: string;
  displayName: string;
  userPrincipalName: string;
  kind: 'administrator' | 'member' | 'guest';
  /** Held actively, groups included. */
  roles: RoleName[];
  /** Held as eligible alone: in no token until somebody activates them. */
  eligibleRoles: RoleName[];
}

/** Roles that may consent for the whole organization (learn.microsoft.com/entra, "grant-admin-consent"). */
const consentingRoles: ReadonlySet<RoleName> = new Set([
  'Global Administrator',
  'Privileged Role Administrator',
  'Application Administrator',
  'Cloud Application Administrator',
]);

export function mayConsent(directory: TenantDirectory, userIndex: number): boolean {
  return activeRolesOf(directory, userIndex, true).some((role) => consentingRoles.has(role));
}

/** One user as sign-in pages and tests speak of him. */
export function notableUser(directory: TenantDirectory, index: number): NotableUser {
  const traits = accountTraits(directory, index);
  const { displayName, userPrincipalName } = userNames(directory, index, traits);
  const roles = activeRolesOf(directory, index, true);
  const eligibleRoles = (traits.admin?.roles ?? [])
    .filter(({ assignment }) => assignment === 'eligible')
    .map(({ role }) => role);
  const ordinary = traits.guest ? 'guest' : 'member';
  const kind = traits.admin || roles.length > 0 ? 'administrator' : ordinary;
  return { userId: directory.userId(index), displayName, userPrincipalName, kind, roles, eligibleRoles };
}

/** How far to look for an ordinary member and a guest: among the first accounts there is one of each, if any. */
const lookedAt = 500;

/** Accounts among which the choice is made: the first ones, and whoever holds a role beyond them. */
function candidates(directory: TenantDirectory): { indices: number[]; holders: Set<number> } {
  const { userCount } = directory.profile;
  const holders = new Set(
    roleHoldings(directory).flatMap(({ principal }) => {
      if (principal.kind === 'agent') return [];
      return principal.kind === 'user' ? [principal.index] : memberIndices(directory, principal.index);
    }),
  );
  const first = Array.from({ length: Math.min(userCount, lookedAt) }, (_, index) => index);
  const beyond = [...holders].filter((index) => index >= lookedAt && index < userCount);
  return { indices: [...first, ...beyond], holders };
}

/** A choice of users: one enabled administrator of each sort, an ordinary member and a guest. */
export function notableUsers(directory: TenantDirectory): NotableUser[] {
  const chosen = new Map<string, NotableUser>();
  const { indices, holders } = candidates(directory);
  for (const index of indices) {
    const traits = accountTraits(directory, index);
    if (!traits.enabled) continue;
    const user = holders.has(index) ? notableUser(directory, index) : null;
    const ordinary = traits.guest ? 'guest' : 'member';
    const sort = user ? JSON.stringify([traits.admin?.kind ?? ordinary, user.roles, user.eligibleRoles]) : ordinary;
    if (!chosen.has(sort)) chosen.set(sort, user ?? notableUser(directory, index));
  }
  return [...chosen.values()];
}
