import { expect, test } from 'vitest';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { catalog } from '../catalog.ts';
import { noExemption } from '../shared/check.ts';
import { randomPolicies } from './testing/random-policies.ts';
import { tenantWith } from './testing/random-tenant.ts';
import { escapes, questions } from './testing/sign-in-model.ts';

/** More of them, and others: `SIGN_IN_MODEL_SETS=20000 SIGN_IN_MODEL_FROM=1 vitest run sign-in-model`. */
const sets = Number(process.env.SIGN_IN_MODEL_SETS ?? 120);
const from = Number(process.env.SIGN_IN_MODEL_FROM ?? 1);
const checks = catalog.filter(({ id }) => id in questions);

/** Everything that a set of policies is said to do and does not do, and the other way round. */
function differences(seed: number): string[] {
  const policies = randomPolicies(seed);
  const seesRisks = seed % 5 !== 0;
  const { facts } = factsFromSnapshot(tenantWith(policies, seesRisks), testNow);
  return checks.flatMap((check) => {
    const question = questions[check.id];
    const { status, message } = check.evaluate(facts, { now: testNow, exemption: noExemption });
    if (question === undefined || status === 'notLicensed') return [];
    // All is blocked then, and only the explicit policy is missing.
    const isCovered = status === 'pass' || message.startsWith('No policy speaks of');
    if (isCovered !== escapes(policies, question, seesRisks)) return [];
    return [
      `seed ${seed}, ${check.id}: ${isCovered ? 'a sign-in escapes' : 'no sign-in escapes'}. ${status}: ${message}`,
    ];
  });
}

test('a check passes where no sign-in escapes, and nowhere else', () => {
  expect(checks).toHaveLength(Object.keys(questions).length);
  expect(Array.from({ length: sets }, (_, index) => differences(from + index)).flat()).toEqual([]);
});
