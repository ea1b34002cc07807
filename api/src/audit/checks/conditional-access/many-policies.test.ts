import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { block, policy } from '../../testing/policies.ts';
import { policiesOf } from '../../testing/snapshots.ts';
import { verdictFor } from '../../testing/verdict-for.ts';
import { noExemption } from '../shared/check.ts';
import { coverage, workLimit } from './coverage.ts';
import { readPolicy } from './policy.ts';
import { signInSpace } from './sign-in-spaces.ts';

const policies = 400;
const exclusions = 50;

/** Policies on everybody that leave out fifty each. */
const leavingOut = (key: string, nameOf: (index: number, exclusion: number) => string): JsonObject[] =>
  Array.from({ length: policies }, (_, index) =>
    policy({
      name: `P${index}`,
      users: {
        includeUsers: ['All'],
        [key]: Array.from({ length: exclusions }, (__, exclusion) => nameOf(index, exclusion)),
      },
      ...(index % 3 === 0 && { grant: block }),
    }),
  );

const sets: [what: string, raw: JsonObject[], isCovered: boolean][] = [
  [
    'accounts of their own',
    leavingOut('excludeUsers', (index, exclusion) => `u${index * exclusions + exclusion}`),
    true,
  ],
  [
    'accounts of a few hundred',
    leavingOut('excludeUsers', (index, exclusion) => `u${(index * 37 + exclusion * 13) % 400}`),
    true,
  ],
  [
    'groups of their own',
    leavingOut('excludeGroups', (index, exclusion) => `g${index * exclusions + exclusion}`),
    false,
  ],
  [
    'groups of a few hundred',
    leavingOut('excludeGroups', (index, exclusion) => `g${(index * 37 + exclusion * 13) % 200}`),
    false,
  ],
];

describe(`${policies} policies that leave out ${exclusions} each`, () => {
  test.each(sets)('take little work: %s', (_, raw, isCovered) => {
    const read = raw.map((one) => readPolicy(one, noExemption));
    const space = signInSpace(read, {});
    const result = coverage(
      space,
      read.map((one) => ({ policy: one, except: [] })),
      { items: ['client:browser'] },
    );
    expect(result.gaps.length === 0 && !result.incomplete).toBe(isCovered);
    // Each value of a search costs about one; the old search took 4,000 times all policies for every kind of sign-in.
    expect(space.terms.solver.work).toBeLessThan(workLimit / 2);
  });

  test.each(sets)('come to a verdict: %s', (_, raw, isCovered) => {
    const { status, message } = verdictFor('ca.mfa.all', policiesOf(...raw));
    expect(status, message).toBe(isCovered ? 'pass' : 'warning');
    expect(message.length).toBeLessThan(3_000);
  });
});

test('what is given up for size is told, and never proves anything', () => {
  const read = leavingOut('excludeUsers', (index, exclusion) => `u${index * exclusions + exclusion}`).map((one) =>
    readPolicy(one, noExemption),
  );
  const protections = read.map((one) => ({ policy: one, except: [] }));
  const result = coverage(signInSpace(read, {}), protections, { items: ['client:browser'] }, 100);
  expect(result).toEqual({ open: false, gaps: [], incomplete: true, covering: [] });
});
