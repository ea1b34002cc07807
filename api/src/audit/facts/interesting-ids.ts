import { type Facts, factOf } from './facts.ts';
import { objectAt, textsAt } from './json-reader.ts';

const wellKnown = new Set(['all', 'none', 'guestsorexternalusers']);

/**
 * Lower-case ids of accounts and groups whose names a verdict may need: role holders, and those that policies name.
 * @param declared accounts that the customer keeps for emergencies
 */
export function interestingIds(
  facts: Facts,
  declared: readonly string[] = [],
): { accounts: ReadonlySet<string>; groups: ReadonlySet<string> } {
  const accounts = new Set(declared.map((id) => id.toLowerCase()));
  const groups = new Set<string>();
  for (const holding of factOf(facts, 'roles')?.holdings ?? []) {
    (holding.principalType === 'group' ? groups : accounts).add(holding.principalId.toLowerCase());
  }
  for (const schedule of factOf(facts, 'roleSchedules') ?? []) accounts.add(schedule.principalId.toLowerCase());
  for (const policy of factOf(facts, 'conditionalAccessPolicies') ?? []) {
    const users = objectAt(policy, 'conditions', 'users');
    for (const id of [...textsAt(users, 'includeUsers'), ...textsAt(users, 'excludeUsers')]) {
      if (!wellKnown.has(id.toLowerCase())) accounts.add(id.toLowerCase());
    }
    for (const id of [...textsAt(users, 'includeGroups'), ...textsAt(users, 'excludeGroups')])
      groups.add(id.toLowerCase());
  }
  return { accounts, groups };
}

const examplesOfGroup = 8;
const examplesOfGroups = 200;

/** Lower-case ids of some members of each group that policies exclude, whom a verdict may give as an example. */
export function exampleIds(facts: Facts): ReadonlySet<string> {
  const groups = (factOf(facts, 'excludedGroups') ?? []).map(
    ({ id, members }) =>
      [
        id,
        (members?.listed ?? [])
          .map((one) => one.id.toLowerCase())
          .sort()
          .slice(0, examplesOfGroup),
      ] as const,
  );
  const inOrder = groups.sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, ids]) => ids);
  return new Set(inOrder.slice(0, examplesOfGroups));
}
