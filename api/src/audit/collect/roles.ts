import type { BatchAnswer, GraphClient } from '../../ports/graph.ts';
import { collectedWithout, type DatasetResult, failed, failureReason } from '../facts/facts.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../facts/json-reader.ts';
import type { RoleFacts, RoleRules, RoleSchedule } from '../facts/role-facts.ts';
import { isPrivilegedRole, roleName } from '../microsoft/privileged-roles.ts';
import { fixedPart, roleItemIds } from './fixed-part.ts';
import { noAnswer, wholeList } from './graph-answers.ts';
import { groupMembers, isFailure } from './group-members.ts';
import { principalType, roleFacts, scheduleDates } from './reduce/roles.ts';

/** Role holders from the batch's three answers, role-holding groups resolved. */
export async function collectRoles(
  graph: GraphClient,
  answers: ReadonlyMap<string, BatchAnswer>,
  now: Date,
): Promise<DatasetResult<RoleFacts>> {
  const list = (id: string) => {
    const path = fixedPart.find((item) => item.id === id)?.path ?? '';
    return wholeList(graph, id, answers.get(id) ?? noAnswer, { path });
  };
  const assignments = await list(roleItemIds.assignments);
  if (!assignments.ok) return failed(assignments.failure, now);
  const definitions = await list(roleItemIds.definitions);
  const eligible = await list(roleItemIds.eligible);
  const notLicensed = !eligible.ok && failureReason(eligible.failure) === 'notLicensed';
  const all = [...assignments.items, ...(eligible.ok ? eligible.items : [])];
  const groups = all
    .filter((item) => principalType(objectAt(item, 'principal')) === 'group')
    .map((item) => textAt(item, 'principalId') ?? '');
  const members = await groupMembers(
    graph,
    [...new Set(groups)].filter((id) => id !== ''),
  );
  const value = roleFacts({
    assignments: assignments.items,
    definitions: definitions.ok ? definitions.items : [],
    eligible: eligible.ok ? eligible.items : null,
    eligibility: eligible.ok ? 'read' : notLicensed ? 'notLicensed' : 'refused',
    membersOf: (id) => {
      const found = members.get(id);
      return found === undefined || isFailure(found) ? null : found;
    },
  });
  const failures = [definitions, eligible].flatMap((answer) => (answer.ok ? [] : [answer.failure]));
  return collectedWithout(value, [...failures, ...[...members.values()].filter(isFailure)], now);
}

/** Active assignments of privileged roles as Privileged Identity Management sees them. */
export function roleSchedules(items: readonly JsonObject[]): RoleSchedule[] {
  return items
    .map((item) => ({
      roleTemplateId: textAt(item, 'roleDefinitionId') ?? '',
      roleName: roleName(textAt(item, 'roleDefinitionId') ?? ''),
      principalId: textAt(item, 'principalId') ?? '',
      ...scheduleDates(item),
    }))
    .filter((schedule) => isPrivilegedRole(schedule.roleTemplateId));
}

export function roleRules(items: readonly JsonObject[]): RoleRules[] {
  return items
    .map((item) => {
      const roleTemplateId = textAt(item, 'roleDefinitionId') ?? '';
      return { roleTemplateId, roleName: roleName(roleTemplateId), rules: [...objectsAt(item, 'policy', 'rules')] };
    })
    .filter((entry) => isPrivilegedRole(entry.roleTemplateId));
}
