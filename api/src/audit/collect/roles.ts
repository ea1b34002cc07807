import type { BatchAnswer, BatchItem, GraphClient } from '../../ports/graph.ts';
import {
  collected,
  type DatasetResult,
  failed,
  failureReason,
  type RoleFacts,
  type RoleRules,
  type RoleSchedule,
} from '../facts.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-reader.ts';
import { isPrivilegedRole, roleName } from '../privileged-roles.ts';
import { principalType, roleFacts, scheduleDates } from '../reduce/roles.ts';
import { roleItemIds } from './fixed-part.ts';
import { failureOf, noAnswer, wholeList } from './graph-answers.ts';

const batchSize = 20;
const memberFields =
  'id,displayName,userPrincipalName,userType,accountEnabled,onPremisesSyncEnabled,onPremisesImmutableId';

async function memberAnswers(graph: GraphClient, paths: BatchItem[]): Promise<ReadonlyMap<string, BatchAnswer>> {
  try {
    return await graph.batch(paths);
  } catch (error) {
    const failure = failureOf(error);
    return new Map(paths.map(({ id }) => [id, { ok: false, failure }]));
  }
}

/** Members, through nested groups, of each group; null where they could not be read. */
async function groupMembers(
  graph: GraphClient,
  groupIds: readonly string[],
): Promise<Map<string, JsonObject[] | null>> {
  const members = new Map<string, JsonObject[] | null>();
  for (let start = 0; start < groupIds.length; start += batchSize) {
    const ids = groupIds.slice(start, start + batchSize);
    const paths = ids.map((id) => ({
      id,
      path: `/v1.0/groups/${encodeURIComponent(id)}/transitiveMembers?$select=${memberFields}&$top=999`,
    }));
    const answers = await memberAnswers(graph, paths);
    for (const id of ids) {
      const list = await wholeList(graph, 'group members', answers.get(id) ?? noAnswer);
      members.set(id, list.ok ? list.items : null);
    }
  }
  return members;
}

/** Role holders from the batch's three answers, role-holding groups resolved. */
export async function collectRoles(
  graph: GraphClient,
  answers: ReadonlyMap<string, BatchAnswer>,
  now: Date,
): Promise<DatasetResult<RoleFacts>> {
  const list = (id: string) => wholeList(graph, id, answers.get(id) ?? noAnswer);
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
    membersOf: (id) => members.get(id) ?? null,
  });
  return collected(value, now);
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
