import type { AccountFact, CappedList } from '../../facts/account-facts.ts';
import { isObject, type JsonObject, objectAt, objectsAt, textAt, timeAt, valueAt } from '../../facts/json-reader.ts';
import type { PrincipalType, RoleFacts, RoleHolding, RoleSchedule } from '../../facts/role-facts.ts';
import { directoryObjectKind } from '../../microsoft/directory-object-types.ts';
import { roleName } from '../../microsoft/privileged-roles.ts';
import { addTo, emptyList } from './capped-list.ts';
import { accountFrom } from './users.ts';

export function principalType(principal: JsonObject): PrincipalType {
  const { type } = directoryObjectKind(textAt(principal, '@odata.type'));
  // A registration is no principal: its service principal is.
  return type === 'application' ? 'unknown' : type;
}

/** What the principal is of Microsoft Entra Agent ID, where it is of it. */
export function agentOf(principal: JsonObject): Pick<RoleHolding, 'agent'> {
  const { agent } = directoryObjectKind(textAt(principal, '@odata.type'));
  return agent === undefined ? {} : { agent };
}

export type RoleAnswers = {
  assignments: readonly JsonObject[];
  /** Null: not licensed or not readable, see `eligibility`. */
  eligible: readonly JsonObject[] | null;
  eligibility: RoleFacts['eligibility'];
  definitions: readonly JsonObject[];
  /** Members of role-holding groups; null where they could not be read. */
  membersOf(groupId: string): readonly JsonObject[] | null;
};

/** Joins role assignments, definitions and group members into holders of roles (ids as in Graph's roleManagement). */
export function roleFacts(answers: RoleAnswers): RoleFacts {
  const definitions = new Map(answers.definitions.map((definition) => [textAt(definition, 'id') ?? '', definition]));
  const facts: RoleFacts = {
    holdings: [],
    accounts: [],
    unresolvedGroups: [],
    eligibility: answers.eligibility,
    agentsTold: true,
  };
  const accounts = new Map<string, AccountFact>();
  const add = (assignment: JsonObject, eligible: boolean): void => {
    const principal = objectAt(assignment, 'principal');
    const principalId = textAt(assignment, 'principalId') ?? textAt(principal, 'id') ?? '';
    const definitionId = textAt(assignment, 'roleDefinitionId') ?? '';
    const definition = definitions.get(definitionId);
    const roleTemplateId = textAt(definition, 'templateId') ?? definitionId;
    const holding: RoleHolding = {
      roleTemplateId,
      principalId,
      eligible,
      viaGroupId: null,
      roleName: textAt(definition, 'displayName') ?? roleName(roleTemplateId),
      principalType: principalType(principal),
      ...agentOf(principal),
      name: textAt(principal, 'displayName') ?? principalId,
      upn: textAt(principal, 'userPrincipalName'),
      ...((textAt(assignment, 'directoryScopeId') ?? '/') !== '/' && { scoped: true }),
    };
    facts.holdings.push(holding);
    if (holding.principalType === 'user') accounts.set(principalId, accountFrom({ ...principal, id: principalId }));
    if (holding.principalType === 'group') addMembers(holding);
  };
  const addMembers = (group: RoleHolding): void => {
    const members = answers.membersOf(group.principalId);
    if (members === null) {
      facts.unresolvedGroups.push({ id: group.principalId, name: group.name, roleTemplateId: group.roleTemplateId });
      return;
    }
    for (const member of members) {
      const type = principalType(member);
      if (type === 'group') continue;
      const account = accountFrom(member);
      if (type === 'user') accounts.set(account.id, account);
      facts.holdings.push({
        ...group,
        principalId: account.id,
        principalType: type,
        ...agentOf(member),
        name: account.name,
        upn: account.upn,
        viaGroupId: group.principalId,
      });
    }
  };
  for (const assignment of answers.assignments) add(assignment, false);
  for (const assignment of answers.eligible ?? []) add(assignment, true);
  facts.accounts = [...accounts.values()];
  return facts;
}

/** The dates of an assignment, and which of them the answer did not carry. */
export function scheduleDates(
  assignment: JsonObject,
): Pick<RoleSchedule, 'startDateTime' | 'endDateTime' | 'assignmentType' | 'untold'> {
  const untold = (['startDateTime', 'endDateTime'] as const).filter(
    (key) => assignment[key] !== null && timeAt(assignment, key) === null,
  );
  return {
    startDateTime: textAt(assignment, 'startDateTime'),
    endDateTime: textAt(assignment, 'endDateTime'),
    assignmentType: textAt(assignment, 'assignmentType'),
    ...(untold.length > 0 && { untold }),
  };
}

/** The owners of an application, each once; null where one of them has no id. */
export function ownerList(owners: readonly unknown[]): CappedList | null {
  const list = emptyList();
  const seen = new Set<string>();
  for (const owner of owners) {
    const id = textAt(owner, 'id') ?? '';
    if (id === '') return null;
    if (seen.has(id)) continue;
    seen.add(id);
    addTo(list, id, textAt(owner, 'userPrincipalName') ?? textAt(owner, 'displayName') ?? id);
  }
  return list;
}

/** Whether an answer says which secrets there are, and until when each is valid. */
export function areSecretsListed(owner: unknown): boolean {
  const secrets = valueAt(owner, 'passwordCredentials');
  const isDated = (secret: unknown): boolean =>
    (valueAt(secret, 'endDateTime') ?? null) === null || timeAt(secret, 'endDateTime') !== null;
  return Array.isArray(secrets) && secrets.every((secret) => isObject(secret) && isDated(secret));
}

/** Secrets (password credentials) of a service principal or application that have not run out. */
export function liveSecrets(owner: unknown, now: Date): number {
  return objectsAt(owner, 'passwordCredentials').filter((secret) => {
    const end = timeAt(secret, 'endDateTime');
    return end === null ? (secret.endDateTime ?? null) === null : end > now.getTime();
  }).length;
}
