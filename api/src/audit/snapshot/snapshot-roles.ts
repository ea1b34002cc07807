import { addTo, emptyList } from '../collect/reduce/capped-list.ts';
import {
  agentOf,
  areSecretsListed,
  liveSecrets,
  ownerList,
  principalType,
  scheduleDates,
} from '../collect/reduce/roles.ts';
import { accountFrom } from '../collect/reduce/users.ts';
import type { AgentIdentityFacts } from '../facts/application-facts.ts';
import { booleanAt, isObject, type JsonObject, objectsAt, textAt, textsAt, valueAt } from '../facts/json-reader.ts';
import type { PrivilegedApplication, RoleFacts, RoleHolding, RoleRules, RoleSchedule } from '../facts/role-facts.ts';
import { roleIdByName } from '../microsoft/privileged-roles.ts';

function roleOf(object: JsonObject): { roleTemplateId: string; roleName: string } {
  const name = textAt(object, 'displayName') ?? '';
  return { roleTemplateId: textAt(object, 'roleTemplateId') ?? roleIdByName(name) ?? name, roleName: name };
}

/** What a principal is, by its type or else by what only such an object has. A bare one is taken for a person. */
function kindOf(principal: JsonObject): RoleHolding['principalType'] {
  const type = principalType(principal);
  if (type !== 'unknown') return type;
  if ('@odata.type' in principal) return 'unknown';
  if ('appId' in principal || 'servicePrincipalType' in principal) return 'servicePrincipal';
  return 'groupTypes' in principal || 'securityEnabled' in principal ? 'group' : 'user';
}

function holding(role: { roleTemplateId: string; roleName: string }, principal: JsonObject): RoleHolding {
  const id = textAt(principal, 'id') ?? '';
  return {
    ...role,
    principalId: id,
    principalType: kindOf(principal),
    ...agentOf(principal),
    name: textAt(principal, 'displayName') ?? id,
    upn: textAt(principal, 'userPrincipalName'),
    viaGroupId: null,
    eligible: false,
  };
}

/** Role holders from `directoryRoles` (roles with members) and `privilegedUsers` (users with role names), joined. */
export function rolesFromSnapshot(directoryRoles: readonly unknown[], privilegedUsers: readonly unknown[]): RoleFacts {
  const holdings = new Map<string, RoleHolding>();
  const people = new Map<string, JsonObject>();
  const add = (item: RoleHolding, principal: JsonObject): void => {
    const key = `${item.roleTemplateId} ${item.principalId}`;
    if (!holdings.has(key)) holdings.set(key, item);
    if (item.principalType === 'user') people.set(item.principalId, { ...people.get(item.principalId), ...principal });
  };
  for (const role of directoryRoles.filter(isObject)) {
    for (const member of objectsAt(role, 'members')) add(holding(roleOf(role), member), member);
  }
  for (const user of privilegedUsers.filter(isObject)) {
    for (const name of textsAt(user, 'roles')) {
      add(holding({ roleTemplateId: roleIdByName(name) ?? name, roleName: name }, user), user);
    }
  }
  const list = [...holdings.values()];
  const groups = list.filter((item) => item.principalType === 'group');
  return {
    holdings: list,
    accounts: [...people.values()].map(accountFrom),
    unresolvedGroups: groups.map((group) => ({
      id: group.principalId,
      name: group.name,
      roleTemplateId: group.roleTemplateId,
    })),
    eligibility: 'asGiven',
    agentsTold: true,
  };
}

export function schedulesFromSnapshot(privilegedRoles: readonly unknown[]): RoleSchedule[] {
  return privilegedRoles.filter(isObject).flatMap((role) =>
    objectsAt(role, 'assignments').map((assignment) => ({
      ...roleOf(role),
      principalId: textAt(assignment, 'principalId') ?? '',
      ...scheduleDates(assignment),
    })),
  );
}

export function rulesFromSnapshot(privilegedRoles: readonly unknown[]): RoleRules[] {
  return privilegedRoles.filter(isObject).map((role) => ({ ...roleOf(role), rules: [...objectsAt(role, 'rules')] }));
}

/** Owners that a snapshot gives: not told where it has no list of them, or one with an owner without an id. */
function ownersFromSnapshot(application: JsonObject): Pick<PrivilegedApplication, 'owners'> {
  const owners = valueAt(application, 'owners');
  if (!Array.isArray(owners)) return {};
  const list = ownerList(owners);
  return list === null ? {} : { owners: list };
}

export function applicationsFromSnapshot(applications: readonly unknown[], now: Date): PrivilegedApplication[] {
  return applications.filter(isObject).map((application) => {
    const id = textAt(application, 'id') ?? '';
    return {
      id,
      name: textAt(application, 'displayName') ?? id,
      ...agentOf(application),
      roles: [...textsAt(application, 'roles')],
      secrets: liveSecrets(application, now),
      secretsTold: areSecretsListed(application),
      foreign: booleanAt(application, 'foreign') === true,
      ...ownersFromSnapshot(application),
    };
  });
}

/** Agent identities, each with its owners; null where one does not say who they are. */
export function agentsFromSnapshot(agents: readonly JsonObject[]): AgentIdentityFacts | null {
  const withoutOwner = emptyList();
  for (const agent of agents) {
    const owners = valueAt(agent, 'owners');
    if (!Array.isArray(owners)) return null;
    const id = textAt(agent, 'id') ?? '';
    if (owners.length === 0) addTo(withoutOwner, id, textAt(agent, 'displayName') ?? id);
  }
  return { total: agents.length, withoutOwner };
}
