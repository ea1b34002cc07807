import { truncate } from '@tenantry/contract/text';
import type { Evidence } from '@tenantry/contract/verdicts';
import { textIn, wordIn } from '../../facts/configuration-properties.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { named } from '../../facts/sentence-parts.ts';
import type { ConfigurationDataset } from '../../facts/tenant-configuration.ts';
import { type Check, type CheckVerdict, verdict } from '../shared/check.ts';
import { type Setting, type SettingsWords, settingsOf } from '../shared/configured-settings.ts';
import { missingData } from '../shared/missing-data.ts';

/** Policies that every organization has, and that cannot be changed or deleted (Microsoft Teams, "Manage meeting policies"). */
const builtIn = new Set([
  'allon',
  'alloff',
  'restrictedanonymousaccess',
  'restrictedanonymousnorecording',
  'default',
  'kiosk',
]);

/** A Teams policy's name: `Global`, or without the `Tag:` before it. */
const nameOf = (policy: JsonObject): string => (textIn(policy, 'Identity') ?? '').trim().replace(/^tag:/i, '');
const isGlobal = (policy: JsonObject) => nameOf(policy).toLowerCase() === 'global';

/** How many groups have each policy of a type, by its name in lower case; null where that was not read. */
function groupsByPolicy(facts: Facts, policyType: string): ReadonlyMap<string, number> | null {
  const assignments = factOf(facts, 'teamsGroupPolicyAssignments');
  if (assignments === undefined) return null;
  const groups = new Map<string, number>();
  for (const assignment of assignments) {
    if (wordIn(assignment, 'PolicyType') !== policyType) continue;
    const name = wordIn(assignment, 'PolicyName')?.replace(/^tag:/, '') ?? '';
    groups.set(name, (groups.get(name) ?? 0) + 1);
  }
  return groups;
}

type Judged = { name: string; isGlobal: boolean; state: boolean | null; groups: number | null; evidence: Evidence[] };

function judge(
  facts: Facts,
  dataset: ConfigurationDataset,
  policyType: string,
  policies: readonly JsonObject[],
  settings: readonly Setting[],
): Judged[] {
  const groups = groupsByPolicy(facts, policyType);
  return policies.map((policy) => {
    const { wrong, silent, evidence } = settingsOf(dataset, policy, settings);
    const name = nameOf(policy);
    return {
      name: truncate(name, 100),
      isGlobal: isGlobal(policy),
      state: wrong.length > 0 ? false : silent.length > 0 ? null : true,
      groups: groups === null ? null : (groups.get(name.toLowerCase()) ?? 0),
      evidence,
    };
  });
}

const names = (list: readonly Judged[]) => named(list.map(({ name }) => name));

/** Policies beside the Global one that somebody may have. `isForGlobal`: the publisher leaves others to those who need them. */
function besideGlobal(others: readonly Judged[], { good, bad }: SettingsWords, isForGlobal: boolean): CheckVerdict {
  const lax = others.filter(({ state }) => state !== true);
  const shown = (list: readonly Judged[]) => list.flatMap(({ evidence }) => evidence);
  const toGroups = lax.filter(({ state, groups }) => state === false && (groups ?? 0) > 0);
  if (toGroups.length > 0)
    return verdict(
      isForGlobal ? 'warning' : 'fail',
      `${bad} for groups with the policy ${names(toGroups)}.`,
      shown(toGroups),
    );
  const custom = lax.filter(({ name, groups }) => groups !== 0 || !builtIn.has(name.toLowerCase()));
  if (custom.length > 0 && !isForGlobal)
    return verdict(
      'warning',
      `${good} by the Global policy. The policy ${names(custom)} is not so strict, and whether users have it cannot be seen.`,
      shown(custom),
    );
  if (lax.length === 0) return verdict('pass', `${good}.`);
  const note = isForGlobal
    ? `Other policies are for the users they were assigned to: ${names(lax)}.`
    : `No group has one of Microsoft’s own policies that are not so strict (${names(lax)}); users who have one directly cannot be seen.`;
  return verdict('pass', `${good} by the Global policy. ${note}`);
}

export type PolicyRule = {
  dataset: ConfigurationDataset;
  /** As assignments to groups name it, in lower case. */
  policyType: string;
  settings: readonly Setting[];
  words: SettingsWords;
  /** The publisher asks it of the Global policy alone: others are for those who need it. */
  onlyGlobal?: boolean;
};

/**
 * Whether whoever is in the organization is bound as wanted. Of a user's own policy, that of a group and the Global one the
 * first acts (Microsoft Teams, "Assign policies to users and groups"); who has one directly cannot be seen here.
 */
export function boundByPolicy({
  dataset,
  policyType,
  settings,
  words,
  onlyGlobal = false,
}: PolicyRule): Check['evaluate'] {
  return (facts) => {
    const policies = factOf(facts, dataset) as readonly JsonObject[] | undefined;
    if (policies === undefined) return missingData(facts, [dataset]);
    const judged = judge(facts, dataset, policyType, policies, settings);
    const global = judged.filter((one) => one.isGlobal);
    const evidence = global.flatMap((one) => one.evidence);
    if (global.some(({ state }) => state === false))
      return verdict('fail', `${words.bad} for everyone without a policy of their own.`, evidence);
    const beside = judged.filter((one) => !one.isGlobal);
    const others = besideGlobal(beside, words, onlyGlobal);
    const all = [...evidence, ...others.evidence];
    if (others.status === 'fail') return { ...others, evidence: all };
    // The Global policy is always there: without it the list is not whole, unless whatever is on it is as it should be.
    const isAllGood = beside.length > 0 && beside.every(({ state }) => state === true) && !onlyGlobal;
    if (global.length === 0 && !isAllGood)
      return verdict('couldNotCheck', 'Microsoft’s snapshot does not hold the Global policy.', all);
    if (global.some(({ state }) => state === null))
      return verdict('couldNotCheck', 'Microsoft’s snapshot does not say how the Global policy is set.', all);
    return { ...others, evidence: all };
  };
}
