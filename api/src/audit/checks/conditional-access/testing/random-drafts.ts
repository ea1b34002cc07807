import type { JsonObject } from '../../../facts/json-reader.ts';
import { randomPolicies } from './random-policies.ts';
import { accounts, groupIds } from './random-tenant.ts';

/** Policies of a seed, and a draft of them: some changed as people change them, or others in their place. */
export function randomDraft(seed: number): { before: JsonObject[]; after: JsonObject[] } {
  const before = randomPolicies(seed);
  const others = randomPolicies(seed + 500_000);
  const [other] = others;
  const at = seed % before.length;
  const users = [
    { includeGroups: [groupIds[0]] },
    { includeUsers: ['All'], excludeGroups: groupIds },
    { includeUsers: ['All'], excludeUsers: [accounts[0]?.id] },
    { includeGroups: groupIds, excludeUsers: ['GuestsOrExternalUsers'] },
  ][seed % 4];
  const withOne = (change: (policy: JsonObject) => JsonObject): JsonObject[] =>
    before.map((policy, index) => (index === at ? change(policy) : policy));
  const ways: (() => JsonObject[])[] = [
    () => others,
    () => [...before, ...others.slice(0, 1).map((policy) => ({ ...policy, id: 'new' }))],
    () => before.map((policy) => ({ ...policy, state: 'enabled' })),
    () => withOne((policy) => ({ ...policy, grantControls: other?.grantControls })),
    () => withOne((policy) => ({ ...policy, conditions: other?.conditions })),
    () =>
      withOne((policy) => ({
        ...policy,
        state: 'enabled',
        conditions: { ...(policy.conditions as object), users },
      })),
  ];
  return { before, after: ways[seed % ways.length]?.() ?? others };
}
