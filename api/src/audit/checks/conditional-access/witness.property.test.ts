import type { Witness } from '@tenantry/contract/witness';
import { whatIf } from '@tenantry/simulator/what-if/what-if';
import { readWhatIf } from '@tenantry/simulator/what-if/what-if-request';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { whatIfAnswer } from '../../findings/what-if/what-if-answer.ts';
import { whatIfQuestion } from '../../findings/what-if/what-if-request.ts';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { catalog } from '../catalog.ts';
import { type Check, noExemption } from '../shared/check.ts';
import { type Population, populated } from './testing/populated-tenant.ts';
import { randomPolicies } from './testing/random-policies.ts';

/** All of them, and others: `WITNESS_SETS=2000 WITNESS_FROM=1 vitest run witness.property`. */
const sets = Number(process.env.WITNESS_SETS ?? 150);
const from = Number(process.env.WITNESS_FROM ?? 1);
const checks = catalog.filter(({ protects }) => protects !== undefined);

type Outcome = 'confirmed' | 'disagrees' | 'cannotBeAsked';

function ask(check: Check, witness: Witness, policies: readonly JsonObject[], tenant: Population): Outcome {
  const question = whatIfQuestion(witness);
  if (question.request === null) return 'cannotBeAsked';
  const { appliedOnly: _, ...signIn } = readWhatIf(question.request, tenant.find);
  const answer = whatIfAnswer(whatIf(policies, tenant.namedLocations, signIn), check, witness);
  if (answer === null) throw new Error(`${check.id} has no answer`);
  return answer.isCovered ? 'disagrees' : 'confirmed';
}

function witnessesOf(policies: readonly JsonObject[], seed: number) {
  const tenant = populated(policies, seed % 5 !== 0);
  const { facts } = factsFromSnapshot(tenant.snapshot, testNow);
  const verdicts = checks.map((check) => ({
    check,
    verdict: check.evaluate(facts, { now: testNow, exemption: noExemption }),
  }));
  return { tenant, verdicts };
}

test('every sign-in that is said to get past does, by a model that shares no code with the engine', () => {
  const counts = { confirmed: 0, disagrees: 0, cannotBeAsked: 0 };
  const wrong: string[] = [];
  const without: string[] = [];
  for (let seed = from; seed < from + sets; seed += 1) {
    const policies = randomPolicies(seed);
    const { tenant, verdicts } = witnessesOf(policies, seed);
    for (const { check, verdict } of verdicts) {
      if (verdict.status !== 'fail' && verdict.status !== 'warning') continue;
      const { witness } = verdict;
      // All is blocked then, and only the explicit policy is missing.
      if (witness === undefined && verdict.message.startsWith('No policy speaks of')) continue;
      if (witness === undefined) without.push(`seed ${seed}, ${check.id}: ${verdict.message}`);
      if (witness === undefined) continue;
      const outcome = ask(check, witness, policies, tenant);
      counts[outcome] += 1;
      if (outcome === 'disagrees') wrong.push(`seed ${seed}, ${check.id}: ${JSON.stringify(witness)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(without).toEqual([]);
  expect(counts.confirmed).toBeGreaterThan(sets * 10);
  if (process.env.WITNESS_SETS) console.log(counts);
});
