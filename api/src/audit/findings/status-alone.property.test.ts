import { expect, test } from 'vitest';
import { populated } from '../checks/conditional-access/testing/populated-tenant.ts';
import { randomPolicies } from '../checks/conditional-access/testing/random-policies.ts';
import { factsFromSnapshot } from '../snapshot/snapshot.ts';
import { testNow } from '../testing/verdict-for.ts';
import { evaluateFacts, statusesReading } from './evaluate.ts';

const sets = 150;

test('a status by itself is that of the whole verdict, whatever the policies are', () => {
  const came = new Set<string>();
  for (let seed = 1; seed <= sets; seed += 1) {
    const { facts } = factsFromSnapshot(populated(randomPolicies(seed), seed % 2 === 0).snapshot, testNow);
    const whole = new Map(
      evaluateFacts(facts, { now: testNow }).verdicts.map(({ checkId, status }) => [checkId, status]),
    );
    for (const [checkId, status] of statusesReading(['conditionalAccessPolicies'], facts, { now: testNow })) {
      expect(`${seed} ${checkId} ${status}`).toBe(`${seed} ${checkId} ${whole.get(checkId)}`);
      came.add(status);
    }
  }
  expect([...came]).toEqual(expect.arrayContaining(['pass', 'warning', 'fail']));
});
