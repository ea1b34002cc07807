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
  expect(forecastSummary(forecast)).toBe(
    'Changes: "Pilot": State: report-only → on. 2 findings would close, 0 would open. The audit score goes from 40 to 52 (+12.3). ' +
      '0 accounts and perhaps 1 more newly blocked in some sign-in; 793 accounts newly blocked with legacy clients, which cannot show a prompt; ' +
      '2 accounts newly asked to sign in again sooner. Not every account is known by name.',
  );
});
