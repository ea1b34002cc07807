import { expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { type PolicyParts, policy } from '../../testing/policies.ts';
import { verdictFor } from '../../testing/verdict-for.ts';

const everyTime = { signInFrequency: { isEnabled: true, frequencyInterval: 'everyTime' } };
const strength = { id: '00000000-0000-0000-0000-000000000002' };
const p2 = [{ capabilityStatus: 'Enabled', servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] }];

/** What Microsoft asks for against high user risk ("Require risk remediation" with an authentication strength). */
const remediation = (controls: string[], operator: string): PolicyParts => ({
  name: 'Remediation',
  conditions: { userRiskLevels: ['high'] },
  grant: { operator, builtInControls: controls, authenticationStrength: strength },
  session: everyTime,
});

const verdict = (check: string, parts: PolicyParts, more: JsonObject = {}) =>
  verdictFor(check, {
    securityDefaults: { isEnabled: false },
    subscribedSkus: p2,
    conditionalAccessPolicies: [policy(parts)],
    ...more,
  });

test('risk remediation with a strength is what is asked for against high user risk', () => {
  expect(verdict('ca.risk.user', remediation(['riskRemediation'], 'AND'))).toMatchObject({ status: 'pass' });
});

test('a control that is not known is no failure where it may be what is asked for', () => {
  for (const operator of ['AND', 'OR']) {
    expect(verdict('ca.risk.user', remediation(['unknownFutureValue'], operator))).toMatchObject({
      status: 'couldNotCheck',
      message: expect.stringContaining('"Remediation"'),
    });
  }
});

test('beside one that is known it takes nothing away', () => {
  const parts: PolicyParts = { grant: { operator: 'AND', builtInControls: ['mfa', 'unknownFutureValue'] } };
  expect(verdict('ca.mfa.all', parts)).toMatchObject({ status: 'pass' });
  // A policy that is off does nothing, whatever it would ask for.
  const off = verdict('ca.mfa.all', {
    ...parts,
    state: 'disabled',
    grant: { operator: 'AND', builtInControls: ['soon'] },
  });
  expect(off.status).toBe('fail');
});

test.each<[string, JsonObject]>([
  ['a platform', { platforms: { includePlatforms: ['all'], excludePlatforms: ['unknownFutureValue'] } }],
  ['a platform that is taken in', { platforms: { includePlatforms: ['unknownFutureValue'] } }],
  ['a client', { clientAppTypes: ['unknownFutureValue'] }],
  ['a flow', { authenticationFlows: { transferMethods: 'deviceCodeFlow,unknownFutureValue' } }],
  ['an insider risk', { insiderRiskLevels: 'unknownFutureValue' }],
  [
    'a kind of guest',
    {
      users: {
        includeUsers: ['All'],
        excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'unknownFutureValue' },
      },
    },
  ],
])('%s that is not known makes no verdict, and no name of anything', (_what, conditions) => {
  const found = verdict('ca.mfa.all', { conditions });
  expect(found.status).toBe('couldNotCheck');
  expect(JSON.stringify([found.message, found.recommendation, found.affected])).not.toMatch(/unknownfuturevalue/i);
});
