import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../facts/json-reader.ts';
import { checkExamples } from '../../testing/check-examples.ts';
import { verdictFor } from '../../testing/verdict-for.ts';
import { checksWithPolicy, policyOfCheck } from './policies-of-checks.ts';

const leftOut = { emergencyAccounts: [], isSynchronized: false };

const policiesIn = ({ conditionalAccessPolicies: policies }: JsonObject): JsonObject[] =>
  Array.isArray(policies) ? policies.filter(isObject) : [];

describe('the policy that a check recommends', () => {
  it.each([...checksWithPolicy])('makes %s pass where it failed', (checkId) => {
    const example = checkExamples.find(({ check }) => check === checkId);
    const bad: JsonObject = example?.bad ?? {};
    const policy = policyOfCheck(checkId, leftOut);
    expect(verdictFor(checkId, bad).status).toBe(example?.says);
    const mended = { ...bad, conditionalAccessPolicies: [...policiesIn(bad), policy] };
    expect(verdictFor(checkId, mended).status).toBe('pass');
  });

  it('leaves out declared emergency accounts, and who synchronizes a directory', () => {
    const policy = policyOfCheck('ca.mfa.all', { emergencyAccounts: ['e1'], isSynchronized: true });
    expect(policy).toMatchObject({
      state: 'enabled',
      conditions: {
        users: {
          includeUsers: ['All'],
          excludeUsers: ['e1'],
          excludeRoles: expect.arrayContaining([expect.any(String)]),
        },
      },
      grantControls: { builtInControls: ['mfa'] },
    });
  });

  it('is none for a check that asks for what the tenant alone knows', () => {
    expect(policyOfCheck('ca.locations', leftOut)).toBeNull();
    expect(policyOfCheck('spo.sharing', leftOut)).toBeNull();
  });
});
