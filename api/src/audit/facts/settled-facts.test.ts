import { expect, test } from 'vitest';
import { missingData } from '../checks/shared/missing-data.ts';
import { factsFromSnapshot } from '../snapshot/snapshot.ts';
import { testNow } from '../testing/verdict-for.ts';
import type { datasets } from './datasets.ts';
import { failureReason } from './facts.ts';

const error = (status: number, code: string, message = '') => ({ error: { status, code, message } });
const noPremium = error(
  403,
  'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
  "Neither tenant is B2C or tenant doesn't have premium license",
);
const holding = (...plans: string[]) => [
  { capabilityStatus: 'Enabled', servicePlans: plans.map((servicePlanName) => ({ servicePlanName })) },
];
const missing = (name: keyof typeof datasets, snapshot: object) =>
  missingData(factsFromSnapshot({ ...snapshot }, testNow).facts, [name]);

test('a license that the tenant’s own subscriptions hold is not said to be missing', () => {
  const verdict = missing('registration', {
    userRegistrationDetails: noPremium,
    subscribedSkus: holding('AAD_PREMIUM_P2'),
  });
  expect(verdict).toMatchObject({
    status: 'couldNotCheck',
    message: expect.stringContaining("needs Microsoft Entra ID P1, which the tenant's own subscriptions hold"),
    recommendation: expect.stringContaining('Directory.Read.All'),
  });
  expect(verdict.evidence[0]?.observed).toContain('premium license');
  expect(
    missing('registration', { userRegistrationDetails: noPremium, subscribedSkus: holding('EXCHANGE_S_STANDARD') }),
  ).toMatchObject({ status: 'notLicensed', recommendation: expect.stringContaining('Assign Microsoft Entra ID P1') });
  expect(missing('registration', { userRegistrationDetails: noPremium }).status).toBe('notLicensed');
});

test.each([
  [
    error(403, 'Authentication_ApplicationHasNoDirectoryReadAccess', 'Failed to do premium license check from ADGraph'),
    'notPermitted',
  ],
  [error(403, 'NoLicense', 'The tenant has no license'), 'notLicensed'],
  [error(400, 'BadRequest', 'Tenant does not have a SPO license.'), 'notLicensed'],
  [error(403, 'UnknownError', ''), 'notPermitted'],
  [error(400, 'Directory_ExpiredPageToken', 'The specified page token value has expired'), 'couldNotCheck'],
] as const)('%j is %s', ({ error: failure }, reason) => {
  expect(failureReason(failure)).toBe(reason);
});

test('an application that may not see licenses is told which permission is missing, and to buy nothing', () => {
  const refusal = error(
    403,
    'Authentication_ApplicationHasNoDirectoryReadAccess',
    'Failed to do premium license check',
  );
  expect(
    missing('registration', { userRegistrationDetails: refusal, subscribedSkus: holding('AAD_PREMIUM_P2') }),
  ).toMatchObject({
    status: 'notPermitted',
    recommendation: 'Grant the application permission Directory.Read.All and give admin consent again.',
  });
});

test('Defender for Identity that nobody has set up has no sensor, and one that refuses is a missing permission', () => {
  const notOnboarded = error(403, 'Forbidden', 'Tenant is not onboarded to Microsoft Defender for Identity');
  const { facts } = factsFromSnapshot({ identitySensors: notOnboarded, identityHealthIssues: notOnboarded }, testNow);
  expect(facts).toMatchObject({
    identitySensors: { state: 'ok', value: [] },
    identityHealthIssues: { state: 'ok', value: [] },
  });
  expect(missing('identitySensors', { identitySensors: error(403, 'UnknownError') })).toMatchObject({
    status: 'notPermitted',
    recommendation: expect.stringContaining('SecurityIdentitiesSensors.Read.All'),
  });
});

test('SharePoint without its license is not scanned again for it', () => {
  const verdict = missing('sharepointSettings', {
    sharepointSettings: error(400, 'BadRequest', 'Tenant does not have a SPO license.'),
    subscribedSkus: holding('EXCHANGE_S_STANDARD'),
  });
  expect(verdict).toMatchObject({
    status: 'notLicensed',
    recommendation: expect.stringContaining('SharePoint Online'),
  });
});
