import { type Facts, factOf } from '../facts.ts';
import { globalAdministratorId, isPrivilegedRole, privilegedRoles, roleName } from '../privileged-roles.ts';
import { guestNames } from './item-names.ts';
import { clientTypes, guestTypes } from './policy.ts';
import type { Target } from './requirement.ts';

const clientNames: Record<string, string> = {
  browser: 'browsers',
  mobileappsanddesktopclients: 'mobile apps and desktop clients',
  exchangeactivesync: 'Exchange ActiveSync clients',
  other: 'other clients with legacy authentication',
};
const isLegacy = (client: string): boolean => client === 'exchangeactivesync' || client === 'other';

/** Every user, from every kind of client. A gap at legacy clients alone has a check of its own and is minor here. */
export function everyClient(items: readonly string[] = [], label = 'sign-ins of users'): Target[] {
  return clientTypes.map((client) => ({
    items: [...items, `client:${client}`],
    label: `${label} from ${clientNames[client] ?? client}`,
    group: label,
    minor: isLegacy(client),
  }));
}

export function modernClientsOnly(items: readonly string[] = [], label = 'sign-ins of users'): Target[] {
  return everyClient(items, label).filter((target) => target.minor !== true);
}

export function legacyClientsOnly(): Target[] {
  return everyClient()
    .filter((target) => target.minor === true)
    .map(({ items, label, group }) => ({ items, label, group }));
}

export function everyGuest(): Target[] {
  return guestTypes.flatMap((type) => everyClient([`guest:${type}`], `sign-ins of ${guestNames[type] ?? type}`));
}

export type AdminRoles = { known: readonly string[]; complete: boolean };

/**
 * Privileged roles that somebody holds, directly, through a group, or as an eligible assignment. Where that is not fully
 * known, the Global Administrator role alone is certain: every tenant has a holder of it.
 */
export function heldAdminRoles(facts: Facts): AdminRoles {
  const roles = factOf(facts, 'roles');
  const schedules = factOf(facts, 'roleSchedules');
  const held = new Set<string>();
  for (const holding of roles?.holdings ?? []) {
    if (isPrivilegedRole(holding.roleTemplateId) && holding.principalType !== 'servicePrincipal')
      held.add(holding.roleTemplateId.toLowerCase());
  }
  for (const group of roles?.unresolvedGroups ?? [])
    if (isPrivilegedRole(group.roleTemplateId)) held.add(group.roleTemplateId.toLowerCase());
  for (const schedule of schedules ?? []) held.add(schedule.roleTemplateId.toLowerCase());
  return {
    known: held.size > 0 ? [...held].sort() : [globalAdministratorId],
    complete: held.size > 0 && isWholeList(facts, held),
  };
}

/**
 * Active schedules say nothing of people who can activate a role just in time, and every tenant has a Global
 * Administrator: a list without one is not the whole list. What a snapshot gives of itself is taken as it is.
 */
function isWholeList(facts: Facts, held: ReadonlySet<string>): boolean {
  const roles = factOf(facts, 'roles');
  const schedulesKnown = factOf(facts, 'roleSchedules') !== undefined;
  if (roles === undefined) return facts.roles === undefined && schedulesKnown;
  if (roles.eligibility === 'asGiven') return schedulesKnown;
  return roles.eligibility !== 'refused' && held.has(globalAdministratorId);
}

/** The roles that CIS 5.2.2.1 names: what has to be covered while nobody knows who holds what. */
export const allAdminRoles: readonly string[] = privilegedRoles.filter((role) => role.cis).map((role) => role.id);

export function roleTargets(
  roles: readonly string[],
  targets: (items: readonly string[], label: string) => Target[] = everyClient,
): Target[] {
  return roles.flatMap((id) => targets([`role:${id}`], `sign-ins of holders of ${roleName(id)}`));
}
