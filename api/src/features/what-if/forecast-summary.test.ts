import type { SignInForecast } from '@tenantry/contract/sign-in-replay';
import type { Forecast } from '@tenantry/contract/what-if';
import { expect, test } from 'vitest';
import { forecastSummary } from './forecast-summary.ts';

const forecast: Forecast = {
  scan: { id: 't_s', at: '2026-03-01T00:00:00.000Z' },
  score: { before: 40, after: 52, points: 12.25 },
  findings: { closed: 2, opened: 0 },
  byRemedy: [],
  verdicts: [],
  accounts: [
    { effect: 'blocked', count: 0, maybe: 1, withoutMethod: 0, listed: [] },
    { effect: 'legacyBlocked', count: 793, maybe: 0, withoutMethod: 0, listed: [] },
    { effect: 'signInAgain', count: 2, maybe: 0, withoutMethod: 0, listed: [] },
  ],
  lookedAt: 1,
  enabledAccounts: 1,
  notes: ['Not every account is known by name.'],
  changes: ['"Pilot": State: report-only → on'],
};

test('whoever approves reads what is perhaps, what happens to sessions and legacy clients, and what is not known', () => {
  expect(forecastSummary(forecast, null)).toBe(
    'Changes: "Pilot": State: report-only → on. By the scan of 2026-03-01, 2 findings would close, 0 would open. The audit score goes from 40 to 52 (+12.3). ' +
      '0 accounts and perhaps 1 more newly blocked in some sign-in; 793 accounts newly blocked with legacy clients, which cannot show a prompt; ' +
      '2 accounts newly asked to sign in again sooner. No sign-ins were replayed: the sign-in log was not read, or Microsoft did not tell the policies of today. Not every account is known by name.',
  );
});

test('whoever approves reads who would have been locked out in the last days', () => {
  const total = (accounts: number) => ({ accounts, signIns: accounts });
  const totals = {
    blocked: total(2),
    mayBeBlocked: total(1),
    asked: total(118),
    mayBeAsked: total(0),
    mayBeLimited: total(3),
    noLonger: total(0),
  };
  const log = { days: 7, to: '2026-11-20T12:00:00.000Z' } as SignInForecast['log'];
  expect(forecastSummary(forecast, { log, totals } as SignInForecast)).toContain(
    'By the sign-ins of 7 days up to 2026-11-20, 2 accounts and perhaps 1 more would have been blocked, 118 accounts asked for more, ' +
      '0 accounts and perhaps 3 more limited in a session.',
  );
});
