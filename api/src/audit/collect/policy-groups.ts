import { uriComponent } from '@tenantry/contract/text';
import type { GraphClient, GraphFailure } from '../../ports/graph.ts';
import { type Facts, factOf } from '../facts/facts.ts';
import type { PolicyGroups } from '../facts/group-facts.ts';
import { enumAt, textAt, textsAt } from '../facts/json-reader.ts';
import { badForm, failureOf, readAnewWhereExpired } from './graph-answers.ts';
import { hiddenGroups } from './group-members.ts';

/** At most this many memberships are kept in all, some 10 MB; a group beyond it is not known. */
const maxMemberships = 100_000;

/** Groups that enabled policies take in or leave out, each once, in lower case. */
function namedGroupIds(facts: Facts): string[] {
  const policies = factOf(facts, 'conditionalAccessPolicies') ?? [];
  const enabled = policies.filter((policy) => enumAt(policy, 'state') === 'enabled');
  const ids = enabled.flatMap((policy) =>
    ['includeGroups', 'excludeGroups'].flatMap((key) => textsAt(policy, 'conditions', 'users', key)),
  );
  return [...new Set(ids.map((id) => id.toLowerCase()))].sort();
}

type Read = { ids: string[] } | { failure: GraphFailure } | 'tooMany';

async function readMembers(graph: GraphClient, groupId: string, room: number, signal?: AbortSignal): Promise<Read> {
  const ids: string[] = [];
  const path = `/v1.0/groups/${uriComponent(groupId)}/transitiveMembers?$select=id&$top=999`;
  for await (const page of graph.pages(path)) {
    signal?.throwIfAborted();
    for (const member of page) {
      const id = textAt(member, 'id');
      if (id === null) return { failure: badForm('transitiveMembers') };
      ids.push(id.toLowerCase());
    }
    if (ids.length > room) return 'tooMany';
  }
  return { ids };
}

async function membersOf(graph: GraphClient, groupId: string, room: number, signal?: AbortSignal): Promise<Read> {
  try {
    return await readAnewWhereExpired(() => readMembers(graph, groupId, room, signal));
  } catch (error) {
    const failure = failureOf(error);
    // A policy may name a group that was deleted: nobody is in it.
    return failure.status === 404 ? { ids: [] } : { failure };
  }
}

/**
 * Who is in the groups that enabled policies name, also through groups within them: one request for each thousand
 * members. `named`: those groups, in lower case. `failures`: why those of some groups could not be read.
 */
export async function collectPolicyGroups(
  graph: GraphClient,
  facts: Facts,
  signal?: AbortSignal,
): Promise<PolicyGroups & { named: readonly string[]; failures: GraphFailure[] }> {
  const groupsOf = new Map<string, readonly string[]>();
  const unread = new Map<string, string>();
  const failures: GraphFailure[] = [];
  let room = maxMemberships;
  const named = namedGroupIds(facts);
  for (const group of named) {
    const found = await membersOf(graph, group, room, signal);
    const isEmpty = found !== 'tooMany' && 'ids' in found && found.ids.length === 0;
    const failure = isEmpty ? (await hiddenGroups(graph, [group])).get(group) : undefined;
    const read: Read = failure && failure.status !== 404 ? { failure } : found;
    if (read === 'tooMany') {
      unread.set(group, 'there are too many to read');
    } else if ('failure' in read) {
      failures.push(read.failure);
      unread.set(group, `${read.failure.status} ${read.failure.code}`);
    } else {
      room -= read.ids.length;
      for (const id of read.ids) groupsOf.set(id, [...(groupsOf.get(id) ?? []), group]);
    }
  }
  return { groupsOf: (userId) => groupsOf.get(userId) ?? [], named, unread, failures };
}
