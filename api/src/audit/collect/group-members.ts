import { uriComponent } from '@tenantry/contract/text';
import type { BatchAnswer, BatchItem, GraphClient, GraphFailure } from '../../ports/graph.ts';
import { collectedWithout, type DatasetResult, type Facts, factOf, failed } from '../facts/facts.ts';
import type { ExcludedGroup } from '../facts/group-facts.ts';
import { hiddenMembership, hiddenMembershipCode } from '../facts/hidden-membership.ts';
import { enumAt, type JsonObject, textsAt } from '../facts/json-reader.ts';
import { failureOf, noAnswer, wholeList } from './graph-answers.ts';
import { groupAccounts } from './reduce/groups.ts';

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

const hiddenMembers = {
  status: 403,
  code: hiddenMembershipCode,
  message: `The members of this group are hidden, and shown to who has ${hiddenMembership} alone.`,
};

/**
 * Of groups that read as empty, those whose members are hidden from this token: without the permission Graph answers with an empty
 * list (Microsoft Graph, "List group members", hidden membership).
 * @returns lower-case ids, with what stands for the members
 */
export async function hiddenGroups(
  graph: GraphClient,
  emptyIds: readonly string[],
): Promise<ReadonlyMap<string, GraphFailure>> {
  const hidden = new Map<string, GraphFailure>();
  if (emptyIds.length === 0 || (await graph.permissions())?.has(hiddenMembership) === true) return hidden;
  for (let start = 0; start < emptyIds.length; start += batchSize) {
    const items = emptyIds.slice(start, start + batchSize).map((id) => ({
      id,
      path: `/v1.0/groups/${uriComponent(id)}?$select=id,visibility`,
    }));
    for (const [id, answer] of await memberAnswers(graph, items)) {
      if (!answer.ok) hidden.set(id.toLowerCase(), answer.failure);
      else if (enumAt(answer.body, 'visibility') === 'hiddenmembership') hidden.set(id.toLowerCase(), hiddenMembers);
    }
  }
  return hidden;
}

/** Members, through nested groups, of each group; the failure where they could not be read. */
export async function groupMembers(
  graph: GraphClient,
  groupIds: readonly string[],
): Promise<Map<string, JsonObject[] | GraphFailure>> {
  const members = await readMembers(graph, groupIds);
  const empty = [...members].flatMap(([id, found]) => (Array.isArray(found) && found.length === 0 ? [id] : []));
  const hidden = await hiddenGroups(graph, empty);
  return new Map([...members].map(([id, found]) => [id, hidden.get(id.toLowerCase()) ?? found]));
}

async function readMembers(
  graph: GraphClient,
  groupIds: readonly string[],
): Promise<Map<string, JsonObject[] | GraphFailure>> {
  const members = new Map<string, JsonObject[] | GraphFailure>();
  for (let start = 0; start < groupIds.length; start += batchSize) {
    const ids = groupIds.slice(start, start + batchSize);
    const items = ids.map((id) => ({
      id,
      path: `/v1.0/groups/${uriComponent(id)}/transitiveMembers?$select=${memberFields}&$top=999`,
    }));
    const answers = await memberAnswers(graph, items);
    for (const { id, path } of items) {
      const list = await wholeList(graph, 'group members', answers.get(id) ?? noAnswer, { path });
      members.set(id, list.ok ? list.items : list.failure);
    }
  }
  return members;
}

/** Groups that enabled policies leave out, each once, in lower case. */
function excludedGroupIds(facts: Facts): string[] {
  const policies = factOf(facts, 'conditionalAccessPolicies') ?? [];
  const enabled = policies.filter((policy) => enumAt(policy, 'state') === 'enabled');
  const ids = enabled.flatMap((policy) => textsAt(policy, 'conditions', 'users', 'excludeGroups'));
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

/** Whether the members are not known, and why. */
export const isFailure = (members: JsonObject[] | GraphFailure): members is GraphFailure => !Array.isArray(members);

/** Who is in the groups that policies leave out: an exclusion is told by its accounts. Twenty groups in one request. */
export async function collectExcludedGroups(
  graph: GraphClient,
  facts: Facts,
  now: Date,
): Promise<DatasetResult<ExcludedGroup[]>> {
  if (factOf(facts, 'conditionalAccessPolicies') === undefined) {
    const message = 'Which groups the policies leave out is not known.';
    return failed({ status: 0, code: 'NoPolicies', message }, now);
  }
  const answers = [...(await groupMembers(graph, excludedGroupIds(facts)))].map(
    // A policy may name a group that was deleted: nobody is in it.
    ([id, members]) => [id, isFailure(members) && members.status === 404 ? [] : members] as const,
  );
  const groups = answers.map(([id, members]) => ({ id, members: isFailure(members) ? null : groupAccounts(members) }));
  const failures = answers.map(([, members]) => members).filter(isFailure);
  const [first] = failures;
  // Where nothing at all could be read, the dataset itself says why.
  return first && failures.length === answers.length ? failed(first, now) : collectedWithout(groups, failures, now);
}
