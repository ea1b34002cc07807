import { describe, expect, test } from 'vitest';
import type { DatasetResult, Facts } from '../facts/facts.ts';
import { verdictOf } from '../findings/evaluate.ts';
import { catalog } from './catalog.ts';

const now = new Date('2026-11-24T12:00:00Z');
const fetchedAt = now.toISOString();
const read = (value: unknown): DatasetResult => ({ state: 'ok', fetchedAt, value }) as DatasetResult;
const lacking = (
  reason: 'notAvailable' | 'notPermitted' | 'couldNotCheck' | 'notOffered',
  code: string,
): DatasetResult => ({
  state: 'failed',
  fetchedAt,
  reason,
  status: 503,
  code,
  message: 'Told by Microsoft.',
});
const judge = (checkId: string, facts: Record<string, DatasetResult>) => {
  const check = catalog.find(({ id }) => id === checkId);
  if (!check) throw new Error(`There is no check ${checkId}`);
  return verdictOf(check, facts as unknown as Facts, { now });
};
const unsupported = lacking('notAvailable', 'UnsupportedType');
const refused = lacking('notPermitted', 'Forbidden');
const unread = lacking('couldNotCheck', 'ServiceUnavailable');

test('where part of a feature is not offered and part was not read this time, the check stays in the coverage', () => {
  const verdict = judge('purview.dlp.block', { dlpPolicies: unread, dlpRules: unsupported });
  expect(verdict).toMatchObject({ status: 'couldNotCheck', message: expect.stringContaining('ServiceUnavailable') });
  expect(verdict.needsFeature).toBeUndefined();
});

test('where all that is missing of a feature is not offered, the tenant goes without', () => {
  const verdict = judge('purview.dlp.block', { dlpPolicies: unsupported, dlpRules: unsupported });
  expect(verdict).toMatchObject({ status: 'couldNotCheck', needsFeature: 'tenantConfiguration' });
});

test.each([
  ['not read this time', unread, 'couldNotCheck'],
  ['not allowed to be read', refused, 'notLicensed'],
  ['never read', unsupported, 'fail'],
])('Secure Score is no stand-in for policies %s that want for the license: %#', (_when, antiPhishPolicies, status) => {
  const control = { controlName: 'mdo_phishthresholdlevel', score: 4, scoreInPercentage: 50 };
  const secureScores = read([{ createdDateTime: fetchedAt, controlScores: [control] }]);
  const subscribedSkus = read([{ servicePlans: [{ servicePlanName: 'EXCHANGE_S_ENTERPRISE' }] }]);
  expect(judge('exo.antiphish', { antiPhishPolicies, secureScores, subscribedSkus }).status).toBe(status);
});

test.each([
  ['exo.antiphish', 'antiPhishPolicies'],
  ['exo.forward', 'transportRules'],
  ['exo.audit', 'exchangeOrganizationConfig'],
])(
  '%s stays in the coverage where Secure Score, which stands in for what is never read, was not read this time',
  (id, own) => {
    const lacks = Object.fromEntries([own, 'remoteDomains'].map((name) => [name, lacking('notAvailable', 'NotSetUp')]));
    const verdict = judge(id, { ...lacks, secureScores: unread });
    expect(verdict).toMatchObject({ status: 'couldNotCheck', message: expect.stringContaining('Secure Score') });
    expect(verdict.needsFeature).toBeUndefined();
    const never = judge(id, { ...lacks, secureScores: lacking('notAvailable', 'NotOffered') });
    expect(never.needsFeature).toBe('tenantConfiguration');
  },
);

describe('what the cloud does not offer', () => {
  const absent = lacking('notOffered', 'NotOffered');
  const skus = (...plans: string[]) => read([{ servicePlans: plans.map((servicePlanName) => ({ servicePlanName })) }]);

  test('is why a check has no answer, whatever license is missing too', () => {
    const verdict = judge('exo.antiphish', {
      antiPhishPolicies: absent,
      secureScores: absent,
      subscribedSkus: skus('x'),
    });
    expect(verdict).toMatchObject({ status: 'notOffered', message: expect.stringContaining('Told by Microsoft.') });
    expect(verdict.needsFeature).toBeUndefined();
    const sensors = { identityHealthIssues: absent, identitySensors: absent, subscribedSkus: skus('x') };
    expect(judge('mdi.health', sensors).status).toBe('notOffered');
    expect(judge('mdi.health', { ...sensors, subscribedSkus: unread }).status).toBe('notOffered');
  });

  test('leaves Secure Score to speak, as where a setting is never read', () => {
    const control = { controlName: 'mdo_phishthresholdlevel', score: 4, scoreInPercentage: 50 };
    const secureScores = read([{ createdDateTime: fetchedAt, controlScores: [control] }]);
    expect(judge('exo.antiphish', { antiPhishPolicies: absent, secureScores, subscribedSkus: skus('x') }).status).toBe(
      'fail',
    );
  });

  test.each([
    ['exo.antiphish', 'antiPhishPolicies'],
    ['exo.forward', 'transportRules'],
    ['exo.audit', 'exchangeOrganizationConfig'],
  ])('takes %s not out of the coverage where Secure Score was not read this time', (id, own) => {
    const lacks = Object.fromEntries([own, 'remoteDomains'].map((name) => [name, absent]));
    expect(judge(id, { ...lacks, secureScores: unread })).toMatchObject({
      status: 'couldNotCheck',
      message: expect.stringContaining('Secure Score'),
    });
    expect(judge(id, { ...lacks, secureScores: absent }).status).toBe('notOffered');
  });
});
