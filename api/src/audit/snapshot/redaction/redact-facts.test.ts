import { fleetProfiles } from '@tenantry/simulator/profiles/fleet-profiles';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { describe, expect, test } from 'vitest';
import type { Facts } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { evaluateFacts } from '../../findings/evaluate.ts';
import { beyondAcceptance, conditionOf } from '../../findings/finding-condition.ts';
import { checkExamples } from '../../testing/check-examples.ts';
import { demonstrationFacts, factsOfTenant } from '../../testing/demonstration-facts.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { factsFromSnapshot } from '../snapshot.ts';
import { nothingDeclared } from '../snapshot-declarations.ts';
import { leaksOf } from './leaks.ts';
import { type Redacted, redactFacts } from './redact-facts.ts';
import { sameVerdicts } from './same-verdicts.ts';

const key = Buffer.alloc(32, 7);
const redacted = (facts: Facts, tenant: JsonObject = {}): Redacted => redactFacts(facts, nothingDeclared, tenant, key);
const outcome = (facts: Facts) => evaluateFacts(facts, { now: testNow });
const tenants = await demonstrationFacts();

describe.each(tenants)('the redacted facts of $name', ({ id, name, facts }) => {
  const tenant = { id, name };
  const result = redacted(facts, tenant);

  test('are judged as the originals are', () => {
    expect(sameVerdicts(outcome(facts), outcome(result.facts))).toEqual([]);
  });

  test('are found wrong in what was accepted before', () => {
    const acceptedRisks = outcome(facts).verdicts.flatMap((verdict) => {
      const condition = conditionOf(verdict);
      return condition === null
        ? []
        : [{ checkId: verdict.checkId, reason: 'known', acceptedBy: null, until: null, condition }];
    });
    const after = redactFacts(facts, { ...nothingDeclared, acceptedRisks }, tenant, key);
    const verdicts = new Map(outcome(after.facts).verdicts.map((one) => [one.checkId, one]));
    expect(after.declarations.acceptedRisks.length).toBeGreaterThan(10);
    for (const { checkId, condition } of after.declarations.acceptedRisks) {
      const verdict = verdicts.get(checkId);
      const now = verdict === undefined ? null : conditionOf(verdict);
      if (condition === null || now === null) throw new Error(`${checkId} is no finding any more`);
      expect(beyondAcceptance(condition, now), checkId).toBeNull();
    }
  });

  test('hold no original, and their outcome neither', () => {
    expect(result.originals.ids.size).toBeGreaterThan(20);
    expect(result.originals.domains.size).toBeGreaterThan(2);
    expect(leaksOf(JSON.stringify([result.facts, result.tenant]), result.originals)).toEqual([]);
    const written = JSON.stringify(outcome(result.facts));
    expect(leaksOf(written, result.originals, [JSON.stringify(result.facts)])).toEqual([]);
    expect(leaksOf(JSON.stringify(facts), result.originals).length).toBeGreaterThan(50);
  });
});

test('every example of every check is judged as before', () => {
  const differences = checkExamples.flatMap(({ check, good, bad }) =>
    [good, bad].flatMap((example, index) => {
      const { facts } = factsFromSnapshot(example, testNow);
      return sameVerdicts(outcome(facts), outcome(redacted(facts).facts)).map((one) => `${check} ${index}: ${one}`);
    }),
  );
  expect(differences).toEqual([]);
});

test('a fleet is judged as before', async () => {
  const profiles = fleetProfiles({ tenants: 6, users: 25 }, 'redaction');
  const cloud = createSimulatedCloud({ now: () => testNow, tenants: profiles });
  for (const { id } of cloud.tenants) {
    const facts = await factsOfTenant(cloud, id);
    const result = redacted(facts, { id });
    expect(sameVerdicts(outcome(facts), outcome(result.facts))).toEqual([]);
    expect(leaksOf(JSON.stringify(result.facts), result.originals)).toEqual([]);
  }
});
