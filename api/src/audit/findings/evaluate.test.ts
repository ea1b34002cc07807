import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { datasets } from '../facts/datasets.ts';
import { failureReason } from '../facts/facts.ts';
import type { JsonObject } from '../facts/json-reader.ts';
import { factsFromSnapshot } from '../snapshot/snapshot.ts';
import { checkExamples } from '../testing/check-examples.ts';
import { policy } from '../testing/policies.ts';
import { testNow, verdictFor } from '../testing/verdict-for.ts';
import { evaluateFacts } from './evaluate.ts';
import { findingId } from './finding-id.ts';

const snapshotKeys = [
  ...Object.keys(datasets),
  'authorizationPolicy',
  'userRegistrationDetails',
  'signIns',
  'directoryRoles',
  'privilegedUsers',
  'privilegedRoles',
  'exemptions',
];

/** Spoils a value somewhere inside: what a check reads is there, but of another form. */
function spoiled(value: unknown, at: number, by: unknown): unknown {
  let left = at;
  const walk = (item: unknown): unknown => {
    left -= 1;
    if (left < 0 && left > -2) return by;
    if (Array.isArray(item)) return item.map(walk);
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value);
}

test('a verdict that holds without a dataset which would show more says that it was not read, once', () => {
  const policies = {
    securityDefaults: { isEnabled: false },
    conditionalAccessPolicies: [policy({ state: 'disabled' })],
  };
  const refused = { error: { status: 503, code: 'ServiceUnavailable' } };
  const notRead = { dataset: 'groups', observed: 'not read: 503 ServiceUnavailable' };
  const { status, evidence } = verdictFor('ca.mfa.all', { ...policies, groups: refused });
  expect(status).toBe('fail');
  expect(evidence.filter(({ dataset }) => dataset === 'groups')).toEqual([notRead]);
  const whole = verdictFor('ca.mfa.all', { ...policies, groups: [] });
  expect(whole.evidence.filter(({ dataset }) => dataset === 'groups')).toEqual([]);
});

describe('evaluation never throws', () => {
  test('on any JSON in the place of any dataset', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...snapshotKeys), fc.jsonValue()), (snapshot) => {
        const { facts, exemptions } = factsFromSnapshot(snapshot, testNow);
        expect(evaluateFacts(facts, { now: testNow, exemptions }).verdicts.length).toBeGreaterThan(20);
      }),
      { numRuns: 300 },
    );
  });

  test('on well-formed snapshots of which one value is of another form', () => {
    fc.assert(
      fc.property(fc.constantFrom(...checkExamples), fc.nat(30), fc.jsonValue(), ({ good }, at, by) => {
        const snapshot = { ...good, conditionalAccessPolicies: [policy()], ...(spoiled(good, at + 1, by) as object) };
        const { facts, exemptions } = factsFromSnapshot(snapshot, testNow);
        expect(evaluateFacts(facts, { now: testNow, exemptions }).verdicts.length).toBeGreaterThan(20);
      }),
      { numRuns: 500 },
    );
  });
});

describe('Conditional Access and what stands beside it', () => {
  test('security defaults ask administrators for MFA and block legacy clients, even where policies cannot be read', () => {
    const snapshot = {
      securityDefaults: { isEnabled: true },
      conditionalAccessPolicies: { error: { status: 403, code: 'Authorization_RequestDenied' } },
    };
    expect(verdictFor('ca.mfa.all', snapshot).status).toBe('warning');
    expect(verdictFor('ca.mfa.admins', snapshot).status).toBe('pass');
    expect(verdictFor('ca.legacy', snapshot).status).toBe('pass');
    expect(verdictFor('ca.mfa.admins.phish', snapshot).status).toBe('notPermitted');
  });

  test('without any policy and without knowing security defaults nothing is said', () => {
    expect(verdictFor('ca.mfa.all', { conditionalAccessPolicies: [] }).status).toBe('couldNotCheck');
  });

  test('an exemption that the customer declared is no hole, for that policy id alone', () => {
    const excluded = policy({ users: { includeUsers: ['All'], excludeUsers: ['emergency'] } });
    const exemptions = { 'MS.AAD.3.2v2': { capExclusions: { users: ['emergency'] } } };
    expect(verdictFor('ca.mfa.all', { conditionalAccessPolicies: [excluded], exemptions }).status).toBe('pass');
    expect(verdictFor('ca.mfa.guests', { conditionalAccessPolicies: [excluded], exemptions }).status).toBe('warning');
  });

  test('an excluded account is named as people know it', () => {
    const snapshot = {
      conditionalAccessPolicies: [policy({ users: { includeUsers: ['All'], excludeUsers: ['ID-1'] } })],
      users: [{ id: 'id-1', displayName: 'Scanner', userPrincipalName: 'scanner@example.com', accountEnabled: true }],
    };
    const verdict = verdictFor('ca.mfa.all', snapshot);
    expect(verdict.message).toContain('scanner@example.com');
    expect(verdict.affected).toEqual([
      {
        type: 'user',
        id: 'id-1',
        name: 'scanner@example.com',
        account: { roles: null, licenses: null, lastSignIn: null, mfa: null },
      },
    ]);
  });

  test('a report-only policy is no protection: the check fails and names it', () => {
    const plan = policy({ name: 'Pilot', state: 'enabledForReportingButNotEnforced' });
    const snapshot = { conditionalAccessPolicies: [plan], securityDefaults: { isEnabled: false } };
    expect(verdictFor('ca.mfa.all', snapshot)).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('"Pilot" stands ready in report-only'),
    });
    expect(verdictFor('mfa.security.defaults', snapshot).status).toBe('fail');
  });

  test('a risk policy without the license for it is not licensed', () => {
    const risk = policy({
      conditions: { userRiskLevels: ['high'] },
      grant: { operator: 'OR', builtInControls: ['block'] },
    });
    const snapshot = {
      conditionalAccessPolicies: [risk],
      subscribedSkus: [{ servicePlans: [{ servicePlanName: 'AAD_PREMIUM' }] }],
    };
    expect(verdictFor('ca.risk.user', snapshot).status).toBe('notLicensed');
  });

  test('an authentication strength that allows a password alone is no MFA', () => {
    const weak = policy({
      grant: { operator: 'OR', authenticationStrength: { allowedCombinations: ['password', 'fido2'] } },
    });
    expect(verdictFor('ca.mfa.all', { conditionalAccessPolicies: [weak] }).status).toBe('fail');
  });
});

describe('reasons of failures', () => {
  test.each([
    [
      403,
      'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
      "Neither tenant is B2C or tenant doesn't have premium license",
      'notLicensed',
    ],
    [403, 'Forbidden', 'Your tenant is not licensed for this feature.', 'notLicensed'],
    [403, 'AccessDenied', 'Your tenant is not licensed for this feature. Please upgrade', 'notLicensed'],
    [400, 'AadPremiumLicenseRequired', 'The tenant needs P2.', 'notLicensed'],
    [400, 'BadRequest', 'Request not applicable to target tenant.', 'notLicensed'],
    [503, 'x', 'Request not applicable to target tenant.', 'couldNotCheck'],
    [403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.', 'notPermitted'],
    [401, 'InvalidAuthenticationToken', 'Access token has expired.', 'couldNotCheck'],
    [429, 'TooManyRequests', 'Please retry later.', 'couldNotCheck'],
    [500, 'InternalServerError', '', 'couldNotCheck'],
    [0, 'ECONNRESET', 'socket hang up', 'couldNotCheck'],
    [400, 'BadRequest', 'Invalid filter clause', 'couldNotCheck'],
  ])('%i %s is told apart', (status, code, message, reason) => {
    expect(failureReason({ status, code, message })).toBe(reason);
  });
});

describe('the id of a finding', () => {
  test('is the same for the same tenant, check and subject, and another for any other', () => {
    const id = findingId('tenant', 'ca.mfa.all', 'group');
    expect(findingId('tenant', 'ca.mfa.all', 'group')).toBe(id);
    expect(
      new Set([
        id,
        findingId('tenant2', 'ca.mfa.all', 'group'),
        findingId('tenant', 'ca.mfa', '.allgroup'),
        findingId('tenant', 'ca.mfa.all'),
      ]).size,
    ).toBe(4);
  });

  test('holds no sign that a URL or a database forbids', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (tenant, check, subject) => {
        expect(findingId(tenant, check, subject)).toMatch(/^f-[A-Za-z0-9_-]{22}$/);
      }),
    );
  });
});

describe('registration of sign-in methods', () => {
  const secinfo = (state: string): JsonObject => ({
    conditionalAccessPolicies: [
      policy({ state, applications: { includeUserActions: ['urn:user:registersecurityinfo'] } }),
    ],
  });

  test('that needs MFA but no managed device is a warning, and a failure while the policy is only planned for devices', () => {
    expect(verdictFor('ca.mfa.secinfo', secinfo('enabled')).status).toBe('warning');
    expect(verdictFor('ca.mfa.secinfo', secinfo('enabledForReportingButNotEnforced')).status).toBe('fail');
  });
});
