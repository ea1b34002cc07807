import { type Facts, factOf } from '../../facts/facts.ts';
import {
  globalAdministratorId,
  isPrivilegedRole,
  roleName as nameOfRole,
  privilegedRoles,
  roleIdByName,
} from '../../microsoft/privileged-roles.ts';
import { clientNames, guestNames } from './item-names.ts';
import { guestTypes } from './items.ts';
import { clientTypes } from './policy.ts';
import type { Target } from './requirement.ts';

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

/** Every client, from devices that are neither compliant nor hybrid-joined. */
export function unmanagedDevices(targets: readonly Target[]): Target[] {
  return targets.map((target) => ({ ...target, not: ['devicestate:compliant', 'devicestate:domainjoined'] }));
}

export function legacyClientsOnly(): Target[] {
  return everyClient()
    .filter((target) => target.minor === true)
    .map(({ minor: _minor, ...target }) => target);
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
  const applications = new Set<string>();
  for (const holding of roles?.holdings ?? []) {
    if (holding.principalType === 'servicePrincipal') applications.add(holding.principalId.toLowerCase());
    else if (isPrivilegedRole(holding.roleTemplateId)) held.add(holding.roleTemplateId.toLowerCase());
  }
  for (const group of roles?.unresolvedGroups ?? [])
    if (isPrivilegedRole(group.roleTemplateId)) held.add(group.roleTemplateId.toLowerCase());
  // Schedules do not say what their principal is; an application never signs in as a person does.
  for (const { roleTemplateId, roleName, principalId } of schedules ?? [])
    if (
      (isPrivilegedRole(roleTemplateId) || roleIdByName(roleName) !== null) &&
      !applications.has(principalId.toLowerCase())
    )
      held.add(roleTemplateId.toLowerCase());
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

/**
 * What has to be covered while nobody knows who holds what: the roles that CIS 5.2.2.1 names, or these and those that are
 * highly privileged for CISA (MS.AAD.7).
 */
export const adminRolesOf = {
  cis: privilegedRoles.filter((role) => role.cis).map((role) => role.id),
  cisa: privilegedRoles.filter((role) => role.cis || role.cisa).map((role) => role.id),
} as const;

export function roleTargets(
  roles: readonly string[],
  targets: (items: readonly string[], label: string) => Target[] = everyClient,
): Target[] {
  return roles.flatMap((id) => targets([`role:${id}`], `sign-ins of holders of ${nameOfRole(id)}`));
}
