import { expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../facts/json-reader.ts';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { policy } from '../../testing/policies.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { catalog } from '../catalog.ts';
import { noExemption } from '../shared/check.ts';
import { populated } from './testing/populated-tenant.ts';
import { randomPolicies } from './testing/random-policies.ts';

/** More of them: `NOT_COVERED_SETS=1000 vitest run stable-not-covered`. */
const sets = Number(process.env.NOT_COVERED_SETS ?? 40);
const checks = catalog.filter(({ category, id }) => category === 'conditional-access' || id === 'ca.exclusion.gaps');
const context = { now: testNow, exemption: noExemption };

/** The same with every list in another order: Graph promises none. `turn` tells which. */
function shuffled(value: unknown, turn: number): unknown {
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shuffled(each, turn)]));
  if (!Array.isArray(value)) return value;
  const list = value.map((each) => shuffled(each, turn));
  return turn === 1 ? list.reverse() : [...list.slice(turn % 3), ...list.slice(0, turn % 3)];
}

const whys = (snapshot: JsonObject) => {
  const { facts } = factsFromSnapshot(snapshot, testNow);
  return checks.map((check) => {
    const statusIf = (users: readonly string[]) =>
      check.evaluate(facts, { ...context, exemption: { ...noExemption, users } }).status;
    return { check: check.id, why: check.evaluate(facts, context).explain?.({ users: [], statusIf }) ?? null };
  });
};

test('why policies do not cover is told in the same words and order, in whatever order Graph gives things', () => {
  let told = 0;
  for (let seed = 1; seed <= sets; seed += 1) {
    const { snapshot } = populated(randomPolicies(seed), seed % 5 !== 0);
    const first = whys(snapshot);
    told += first.filter(({ why }) => why !== null).length;
    for (const turn of [1, 2]) expect(whys(shuffled(snapshot, turn) as JsonObject), `seed ${seed}`).toEqual(first);
  }
  expect(told).toBeGreaterThan(sets);
});

test('also where more is left out than is listed, or than is looked for', () => {
  const id = (kind: string, index: number): string => `${kind}${String(index).padStart(2, '0')}`;
  const ids = (kind: string): string[] => Array.from({ length: 15 }, (_, index) => id(kind, index));
  const person = (name: string) => ({ id: name, userPrincipalName: `${name}@example.com`, userType: 'Member' });
  const users = { includeUsers: ['All'], excludeUsers: ids('u'), excludeGroups: ids('g') };
  const each = (part: 'excludeUsers' | 'excludeGroups', kind: string) =>
    ids(kind).map((one) =>
      policy({ name: `All but ${one}`, users: { includeUsers: ['All'], [part]: [one, `${one}x`] } }),
    );
  for (const conditionalAccessPolicies of [
    [policy({ users })],
    [policy({ users }), policy({ name: 'Other', users: { ...users, excludeUsers: ids('v') } })],
    each('excludeUsers', 'u'),
    each('excludeGroups', 'g').slice(0, 3),
    each('excludeGroups', 'g').map((one) => ({ ...one, state: 'enabledForReportingButNotEnforced' })),
  ]) {
    const snapshot = {
      users: [...ids('u'), ...ids('v'), ...ids('w')].map(person),
      groups: ids('g').map((one) => ({ id: one, displayName: one, groupTypes: [], members: ids('w').map(person) })),
      securityDefaults: { isEnabled: false },
      conditionalAccessPolicies,
    };
    const first = whys(snapshot);
    for (const turn of [1, 2, 4]) expect(whys(shuffled(snapshot, turn) as JsonObject)).toEqual(first);
  }
});
