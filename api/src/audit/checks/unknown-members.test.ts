import { demoProfiles } from '@tenantry/simulator/profiles/demo-profiles';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { expect, test } from 'vitest';
import type { DatasetName } from '../facts/datasets.ts';
import type { Facts } from '../facts/facts.ts';
import { isObject } from '../facts/json-reader.ts';
import { evaluateFacts } from '../findings/evaluate.ts';
import { factsOfTenant } from '../testing/demonstration-facts.ts';
import { testNow } from '../testing/verdict-for.ts';

const cloud = createSimulatedCloud({ now: () => testNow });
const unknown = 'unknownFutureValue';

/** As a member of an enumeration is spelled: one word. Names and ids are none. */
const isMember = (text: string): boolean => /^[a-z]+([A-Z][a-z]+)*$/.test(text);
/** Texts of people, which may look like a member. */
const isFree = (key: string): boolean => /name|description|id$|title|text|url|domain/i.test(key);

/** The names of properties that hold a member somewhere below. */
function memberKeys(value: unknown, key = '', found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) memberKeys(item, key, found);
  else if (isObject(value)) for (const [name, inner] of Object.entries(value)) memberKeys(inner, name, found);
  else if (typeof value === 'string' && isMember(value) && !isFree(key)) found.add(key);
  return found;
}

/** The same with every member under this name unknown. */
function withUnknown(value: unknown, wanted: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withUnknown(item, wanted, key));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withUnknown(inner, wanted, name)]));
  return key === wanted && typeof value === 'string' && isMember(value) ? unknown : value;
}

const verdictsOf = (facts: Facts) =>
  new Map(evaluateFacts(facts, { now: testNow }).verdicts.map((verdict) => [verdict.checkId, verdict]));

/** What Graph gives as it is: the rest is reduced by us, to words of ours. */
const raw: readonly DatasetName[] = [
  'authorizationPolicies',
  'authenticationMethodsPolicy',
  'crossTenantAccessPolicy',
  'deviceRegistrationPolicy',
  'defaultAppManagementPolicy',
  'sharepointSettings',
  'deviceEnrollmentConfigurations',
  'deviceCompliancePolicies',
  'conditionalAccessPolicies',
  'namedLocations',
  'roleRules',
  'accessReviews',
  'onPremisesSynchronization',
];

test.each(demoProfiles.map(({ name, id }) => ({ name, id })))(
  'in $name a member that nobody knows mends nothing, is no failure, and stands in no message',
  async ({ id }) => {
    const facts = await factsOfTenant(cloud, id);
    const before = verdictsOf(facts);
    const problems: string[] = [];
    let tried = 0;
    for (const name of raw) {
      const result = facts[name];
      if (result?.state !== 'ok') continue;
      for (const key of memberKeys(result.value)) {
        tried += 1;
        const value = withUnknown(result.value, key);
        for (const [checkId, verdict] of verdictsOf({ ...facts, [name]: { ...result, value } } as Facts)) {
          const was = before.get(checkId)?.status;
          if (verdict.status === 'fail' && was !== 'fail')
            problems.push(`${name}.${key}: ${checkId} fails, was ${was}: ${verdict.message}`);
          if (verdict.status === 'pass' && was !== 'pass')
            problems.push(`${name}.${key}: ${checkId} is ${was} no more`);
          const told = JSON.stringify([
            verdict.message,
            verdict.recommendation,
            verdict.affected.map((one) => one.name),
          ]);
          if (/unknownfuturevalue/i.test(told)) problems.push(`${name}.${key}: ${checkId} says ${told.slice(0, 200)}`);
        }
      }
    }
    expect(problems).toEqual([]);
    expect(tried).toBeGreaterThan(10);
  },
);
