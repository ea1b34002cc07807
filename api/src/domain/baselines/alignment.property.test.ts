import type { Alignment } from '@tenantry/contract/alignment';
import type { MatrixStatus } from '@tenantry/contract/matrix-status';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalog } from '../../audit/checks/catalog.ts';
import { randomPolicies } from '../../audit/checks/conditional-access/testing/random-policies.ts';
import { tenantWith } from '../../audit/checks/conditional-access/testing/random-tenant.ts';
import { escapes, questions } from '../../audit/checks/conditional-access/testing/sign-in-model.ts';
import { noExemption } from '../../audit/checks/shared/check.ts';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import { matrixStatusOf } from '../../audit/findings/verdict-vector.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { testNow } from '../../audit/testing/verdict-for.ts';
import { alignmentOf } from './alignment.ts';

/** What the sign-in model has a question for: what policies do, whatever they look like. */
const checks = catalog.filter(({ id }) => id in questions);
const required = checks.map(({ id }) => id);

type Judged = { alignment: Alignment; lacksExplicitPolicy: boolean };

/** The alignment of a tenant with these policies with a baseline of everything that the model knows. */
function judged(policies: readonly JsonObject[], seesRisks: boolean): Judged {
  const { facts } = factsFromSnapshot(tenantWith(policies, seesRisks), testNow);
  const verdicts = new Map(
    checks.map((check) => [check.id, check.evaluate(facts, { now: testNow, exemption: noExemption })]),
  );
  const statusOf = (checkId: string): MatrixStatus => {
    const verdict = verdicts.get(checkId);
    return verdict ? matrixStatusOf(verdict) : 'notInAudit';
  };
  return {
    alignment: alignmentOf(required, { statusOf, exceptedUntil: () => null }),
    // Everything is blocked then, and the check asks for the policy by which that stays so.
    lacksExplicitPolicy: [...verdicts.values()].some(({ message }) => message.startsWith('No policy speaks of')),
  };
}

/** What the model says of a set of policies: which sign-ins get past it. Sets with the same answers do the same. */
const effectOf = (policies: readonly JsonObject[], seesRisks: boolean): string =>
  Object.values(questions)
    .map((question) => (escapes(policies, question, seesRisks) ? 'x' : '.'))
    .join('');

type Policy = { [key: string]: unknown; conditions: Record<string, unknown> };
const copyOf = (policy: JsonObject, name: string): Policy => ({
  ...(structuredClone(policy) as unknown as Policy),
  id: name,
  displayName: name,
});
const asJson = (policy: Policy): JsonObject => policy as unknown as JsonObject;

/** Other forms of the same: one policy becomes two, or something that changes nothing is added. */
const rewritings: readonly ((policy: JsonObject, name: string) => JsonObject[])[] = [
  (policy, name) => [policy, asJson(copyOf(policy, name))],
  (policy, name) => [policy, asJson({ ...copyOf(policy, name), state: 'disabled' })],
  (policy, name) => [policy, asJson({ ...copyOf(policy, name), state: 'enabledForReportingButNotEnforced' })],
  (policy, name) => {
    const [first, second] = [copyOf(policy, `${name} here`), copyOf(policy, `${name} there`)];
    if (first.conditions.platforms) return [policy];
    first.conditions.platforms = { includePlatforms: ['all'], excludePlatforms: ['windows', 'macOS'] };
    second.conditions.platforms = { includePlatforms: ['windows', 'macOS'] };
    return [asJson(first), asJson(second)];
  },
  (policy, name) => {
    const [first, second] = [copyOf(policy, `${name} modern`), copyOf(policy, `${name} legacy`)];
    if (String(first.conditions.clientAppTypes) !== 'all') return [policy];
    first.conditions.clientAppTypes = ['browser', 'mobileAppsAndDesktopClients'];
    second.conditions.clientAppTypes = ['exchangeActiveSync', 'other'];
    return [asJson(first), asJson(second)];
  },
  (policy, name) => {
    const [first, second] = [copyOf(policy, `${name} outside`), copyOf(policy, `${name} inside`)];
    if (first.conditions.locations) return [policy];
    first.conditions.locations = { includeLocations: ['All'], excludeLocations: ['AllTrusted'] };
    second.conditions.locations = { includeLocations: ['AllTrusted'] };
    return [asJson(first), asJson(second)];
  },
];

/** At most as many, since the model holds each sign-in against all of them. */
const policiesAtMost = 14;

function rewritten(
  policies: readonly JsonObject[],
  ways: readonly (readonly [way: number, at: number])[],
): JsonObject[] {
  let all = [...policies];
  for (const [index, [way, at]] of ways.entries()) {
    if (all.length >= policiesAtMost) break;
    const place = at % all.length;
    const rewriting = rewritings[way % rewritings.length];
    all = all.flatMap((policy, i) => (i === place && rewriting ? rewriting(policy, `Made ${index}`) : [policy]));
  }
  return all.reverse();
}

const ways = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 5 });

test('a set of policies and another form of it have the same alignment', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), ways, fc.boolean(), (seed, how, seesRisks) => {
      const policies = randomPolicies(seed);
      const other = rewritten(policies, how);
      expect(effectOf(other, seesRisks)).toBe(effectOf(policies, seesRisks));
      const [one, another] = [judged(policies, seesRisks), judged(other, seesRisks)];
      fc.pre(!one.lacksExplicitPolicy && !another.lacksExplicitPolicy);
      expect(another.alignment).toEqual(one.alignment);
    }),
    { numRuns: 40 },
  );
});

test('sets of policies that let the same sign-ins through have the same alignment, however different they look', () => {
  const byEffect = new Map<string, { form: string; alignment: Alignment }>();
  let compared = 0;
  for (let seed = 1; seed <= 120; seed += 1) {
    const policies = randomPolicies(seed);
    const { alignment, lacksExplicitPolicy } = judged(policies, true);
    if (lacksExplicitPolicy) continue;
    const form = JSON.stringify(policies);
    const effect = effectOf(policies, true);
    const known = byEffect.get(effect);
    if (known === undefined) byEffect.set(effect, { form, alignment });
    else {
      compared += known.form === form ? 0 : 1;
      expect(alignment, `seed ${seed}`).toEqual(known.alignment);
    }
  }
  expect(compared).toBeGreaterThan(15);
  expect(byEffect.size).toBeGreaterThan(10);
});
