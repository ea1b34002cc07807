import type { Verdict } from '@tenantry/contract/verdicts';
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../facts/facts.ts';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { checkExamples } from '../../testing/check-examples.ts';
import { demonstrationFacts } from '../../testing/demonstration-facts.ts';
import { policy } from '../../testing/policies.ts';
import { testNow, verdictFor } from '../../testing/verdict-for.ts';
import { evaluateFacts, statusesReading } from '../evaluate.ts';
import { isFinding } from '../is-finding.ts';
import { forecastsOf, verdictsAfter } from './forecast.ts';

const options = { now: testNow };
const license = (plan: string) => ({ subscribedSkus: [{ servicePlans: [{ servicePlanName: plan }] }] });
const off = { securityDefaults: { isEnabled: false } };

function audited(snapshot: Parameters<typeof factsFromSnapshot>[0]) {
  const { facts } = factsFromSnapshot(snapshot, testNow);
  const { verdicts } = evaluateFacts(facts, options);
  return { facts, verdicts };
}

const foundIn = (verdicts: readonly Verdict[]) => new Set(verdicts.filter(isFinding).map(({ checkId }) => checkId));

const forecastOf = ({ facts, verdicts }: { facts: Facts; verdicts: Verdict[] }, workId: string, without = '') => {
  const open = foundIn(verdicts);
  open.delete(without);
  return [...forecastsOf(facts, verdicts, open, options)].find((one) => one.workId === workId);
};

const statusAfter = (verdicts: readonly Verdict[], checkId: string) =>
  verdicts.find((one) => one.checkId === checkId)?.status;

describe('the forecast of work', () => {
  const noMfa = audited({ ...off, ...license('AAD_PREMIUM'), conditionalAccessPolicies: [] });

  it('is what judging with its policies on gives, findings of other work included', () => {
    const forecast = forecastOf(noMfa, 'require-phishing-resistant-mfa');
    expect(forecast?.checkIds).toEqual(['ca.mfa.admins.phish', 'ca.mfa.all.phish']);
    const closed = forecast?.changes.filter(({ status }) => status === 'pass').map(({ checkId }) => checkId);
    expect(closed).toEqual(expect.arrayContaining(['ca.mfa.admins.phish', 'ca.mfa.all.phish', 'ca.mfa.all']));
  });

  it('sets no policy for a risk that was accepted', () => {
    const forecast = forecastOf(noMfa, 'require-phishing-resistant-mfa', 'ca.mfa.all.phish');
    expect(forecast?.checkIds).toEqual(['ca.mfa.admins.phish']);
    expect(forecast?.changes.map(({ checkId }) => checkId)).not.toContain('ca.mfa.all');
  });

  it('turns security defaults off where policies come in their place', () => {
    const on = audited({
      securityDefaults: { isEnabled: true },
      ...license('AAD_PREMIUM'),
      conditionalAccessPolicies: [],
    });
    const forecast = forecastOf(on, 'require-managed-devices');
    // Devices alone ask nobody for MFA.
    expect(forecast?.changes).toContainEqual({ checkId: 'ca.legacy', status: 'fail' });
  });

  it('of security defaults is what judging with them on gives', () => {
    const free = audited({ ...off, ...license('EXCHANGE_S_STANDARD'), conditionalAccessPolicies: [] });
    const forecast = forecastOf(free, 'require-mfa');
    const switched = audited({
      securityDefaults: { isEnabled: true },
      ...license('EXCHANGE_S_STANDARD'),
      conditionalAccessPolicies: [],
    });
    const after = verdictsAfter(free.verdicts, forecast ?? null, new Set(forecast?.checkIds));
    expect(after.map(({ checkId, status }) => [checkId, status])).toEqual(
      switched.verdicts.map(({ checkId, status }) => [checkId, status]),
    );
  });

  it('is none where policies were not read, and for settings, which are done when their checks pass', () => {
    const refused = audited({ ...off, conditionalAccessPolicies: { error: { status: 403, code: 'Forbidden' } } });
    expect([...forecastsOf(refused.facts, refused.verdicts, foundIn(refused.verdicts), options)]).toEqual([]);
    expect(forecastOf(noMfa, 'limit-external-sharing')).toBeUndefined();
  });

  it('does not say for whom a new policy makes exceptions', () => {
    const excluding = audited({
      ...off,
      ...license('AAD_PREMIUM'),
      conditionalAccessPolicies: [policy({ users: { includeUsers: ['All'], excludeGroups: ['g'] } })],
    });
    expect(statusAfter(excluding.verdicts, 'ca.breakglass')).toBe('pass');
    expect(forecastOf(excluding, 'require-mfa')?.changes.map(({ checkId }) => checkId)).not.toContain('ca.breakglass');
  });
});

it.each(await demonstrationFacts())('a status by itself is that of the whole verdict ($name)', ({ facts }) => {
  const whole = new Map(evaluateFacts(facts, options).verdicts.map(({ checkId, status }) => [checkId, status]));
  const statuses = statusesReading(['conditionalAccessPolicies', 'securityDefaults'], facts, options);
  expect(statuses.size).toBeGreaterThan(40);
  for (const [checkId, status] of statuses) expect([checkId, status]).toEqual([checkId, whole.get(checkId)]);
});

it.each(checkExamples.filter(({ check }) => check.startsWith('ca.')))(
  'the status of $check by itself is that of the whole verdict',
  ({ check, good, bad }) => {
    for (const snapshot of [good, bad]) {
      const { facts } = factsFromSnapshot(snapshot, testNow);
      const status = statusesReading(['conditionalAccessPolicies', 'namedLocations'], facts, options).get(check);
      expect(status).toBe(verdictFor(check, snapshot).status);
    }
  },
);

describe('verdicts once work is done', () => {
  const { verdicts } = audited({ ...off, ...license('AAD_PREMIUM'), conditionalAccessPolicies: [] });
  const forecast = {
    workId: 'require-mfa',
    checkIds: ['ca.mfa.all', 'ca.mfa.guests'],
    changes: [
      { checkId: 'ca.mfa.all', status: 'pass' as const },
      { checkId: 'ca.mfa.guests', status: 'pass' as const },
      { checkId: 'ca.coverage', status: 'pass' as const },
    ],
  };

  it('are what was tried, of other work too', () => {
    const after = verdictsAfter(verdicts, forecast, new Set(['ca.mfa.all', 'ca.mfa.guests']));
    expect(['ca.mfa.all', 'ca.mfa.guests', 'ca.coverage'].map((id) => statusAfter(after, id))).toEqual([
      'pass',
      'pass',
      'pass',
    ]);
  });

  it('leave as it is what was accepted since', () => {
    const after = verdictsAfter(verdicts, forecast, new Set(['ca.mfa.all']));
    expect(statusAfter(after, 'ca.mfa.guests')).toBe('fail');
  });

  it('pass where nothing tells more of an open finding', () => {
    const after = verdictsAfter(verdicts, null, new Set(['ca.mfa.all']));
    expect(statusAfter(after, 'ca.mfa.all')).toBe('pass');
    expect(statusAfter(after, 'ca.mfa.guests')).toBe('fail');
  });
});
