import { expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { policy } from '../../testing/policies.ts';
import { noExemption } from '../shared/check.ts';
import { coverage as coverageIn } from './coverage.ts';
import { guestTypes } from './items.ts';
import { type CaPolicy, readPolicy } from './policy.ts';
import { signInSpace } from './sign-in-spaces.ts';

const browser = ['client:browser'];
const read = (...raw: JsonObject[]) => raw.map((item) => readPolicy(item, noExemption));
const coverage = (policies: readonly CaPolicy[], items: readonly string[]) =>
  coverageIn(
    signInSpace(policies, {}),
    policies.map((policy) => ({ policy, except: [] })),
    { items },
  );

test('a policy on all users without exclusion leaves no gap', () => {
  expect(coverage(read(policy()), browser)).toMatchObject({ open: false, gaps: [], incomplete: false });
});

test('an excluded group is a gap, and one that a second policy takes in is none', () => {
  const first = policy({ name: 'first', users: { includeUsers: ['All'], excludeGroups: ['G'] } });
  const second = policy({ name: 'second', users: { includeGroups: ['g'] } });
  expect(coverage(read(first), browser).gaps).toEqual([['group:g']]);
  expect(coverage(read(first, second), browser).gaps).toEqual([]);
});

test('people in two groups, each excluded by one policy, are found', () => {
  const first = policy({ name: 'first', users: { includeUsers: ['All'], excludeGroups: ['a'] } });
  const second = policy({ name: 'second', users: { includeUsers: ['All'], excludeGroups: ['b'] } });
  expect(coverage(read(first, second), browser).gaps).toEqual([['group:a', 'group:b']]);
});

test('two accounts excluded by one policy each are both covered, as nobody is two accounts', () => {
  const first = policy({ name: 'first', users: { includeUsers: ['All'], excludeUsers: ['a'] } });
  const second = policy({ name: 'second', users: { includeUsers: ['All'], excludeUsers: ['b'] } });
  expect(coverage(read(first, second), browser).gaps).toEqual([]);
});

test('guests excluded in full and taken in by a second policy are covered', () => {
  const types = guestTypes.join(',');
  const first = policy({
    name: 'first',
    users: { includeUsers: ['All'], excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: types } },
  });
  const second = policy({ name: 'second', users: { includeUsers: ['GuestsOrExternalUsers'] } });
  expect(coverage(read(first), browser).gaps).toHaveLength(6);
  expect(coverage(read(first, second), browser).gaps).toEqual([]);
});

test('guests of some tenants only do not cover all guests', () => {
  const some = {
    guestOrExternalUserTypes: 'internalGuest',
    externalTenants: { membershipKind: 'enumerated', members: ['t'] },
  };
  const partial = policy({ users: { includeGuestsOrExternalUsers: some } });
  expect(coverage(read(partial), ['guest:internalguest', ...browser]).open).toBe(true);
});

test('platforms shared out between two policies are covered together', () => {
  const first = policy({
    name: 'first',
    conditions: { platforms: { includePlatforms: ['all'], excludePlatforms: ['linux'] } },
  });
  const second = policy({ name: 'second', conditions: { platforms: { includePlatforms: ['linux'] } } });
  expect(coverage(read(first), browser).gaps).toEqual([['platform:linux']]);
  expect(coverage(read(first, second), browser)).toMatchObject({ open: false, gaps: [] });
});

test('a condition that is not known narrows the policy', () => {
  expect(coverage(read(policy({ conditions: { times: { includedRanges: ['x'] } } })), browser).open).toBe(true);
  expect(coverage(read(policy({ conditions: { times: null } })), browser).open).toBe(false);
});

test('a policy on all applications does not reach the registration of sign-in methods', () => {
  expect(coverage(read(policy()), ['action:urn:user:registersecurityinfo', ...browser]).open).toBe(true);
});

test('too many exclusions to follow are reported as not proven', () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    policy({
      name: `p${index}`,
      users: { includeUsers: ['All'], excludeGroups: Array.from({ length: 30 }, (__, group) => `g${index}-${group}`) },
    }),
  );
  expect(coverage(read(...many), browser).incomplete).toBe(true);
});
