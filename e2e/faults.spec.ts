import type { Tenant } from '@tenantry/contract/tenants';
import { disturbedRounds } from '../lab/faults/disturbed-rounds.ts';
import { expect, test } from './signed-in-test.ts';

/** Always the same faults: `npm run faults` draws others each time, and prints what from. */
const seed = 'end-to-end';

test('scans under failing, throttled, dropped and broken-off answers end with the verdicts that they have without', {
  tag: '@interrupted-scans',
}, async ({ stack, api }) => {
  // A snapshot that hangs holds a scan up for a minute.
  test.setTimeout(360_000);
  const { tenants } = await api.get<{ tenants: Tenant[] }>('/api/tenants');
  const tally = await disturbedRounds({
    api,
    controlUrl: `http://127.0.0.1:${stack.now().ports.simulator}/control`,
    tenants: tenants.filter(({ isMock }) => isMock).slice(0, 4),
    seed,
    rounds: 2,
    say: () => undefined,
  });
  expect(tally.problems, `the same faults: npm run faults -- --demonstration --rounds 2 --seed ${seed}`).toEqual([]);
  expect(tally.scans).toBe(8);
  // The second round has outages that no retry comes past.
  expect(tally.incomplete).toBeGreaterThan(0);
});
