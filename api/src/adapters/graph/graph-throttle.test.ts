import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { loadTenantProfile } from '@tenantry/simulator/tenant-profile';
import { describe, expect, it } from 'vitest';
import { claimStorage } from '../../../testing/test-storage.ts';
import { collectFacts } from '../../audit/collect/collect-facts.ts';
import type { GraphClient } from '../../ports/graph.ts';
import { openTableStateStore } from '../azure-storage/table-state-store.ts';
import { createStateRateLimits, type RateEntity } from '../rate-limits/state-rate-limits.ts';
import { createAppTokens } from './app-tokens.ts';
import { simulatorInProcess } from './far-end.ts';
import { createGraphClient } from './graph-client.ts';
import { type GraphRates, microsoftRates } from './graph-limits.ts';
import { createGraphTurns } from './graph-turns.ts';
import { simulatedDnsInProcess } from './simulated-dns.ts';

const app = { clientId: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11', clientSecret: 'simulated' };

/** A cloud that refuses what Microsoft would refuse, and a clock that every wait moves on. */
async function throttledCloud(userCount: number) {
  let nowMs = Date.now();
  const startMs = nowMs;
  const clock = { now: () => new Date(nowMs) };
  const tenants = [loadTenantProfile(weakProfile, userCount)];
  const cloud = createSimulatedCloud({ now: clock.now, throttle: true, tenants });
  const tenantId = cloud.tenants[0]?.id ?? '';
  const statuses: number[] = [];
  const farEnd = {
    async fetch(request: Request): Promise<Response> {
      const answer = await simulatorInProcess(cloud).fetch(request);
      statuses.push(answer.status);
      return answer;
    },
  };
  const storage = openTableStateStore({ kind: 'connectionString', value: await claimStorage() });
  const rateLimits = createStateRateLimits(storage.table<RateEntity>('ratelimits'));
  const client = (rates: GraphRates): GraphClient => {
    const sleep = async (ms: number): Promise<void> => {
      nowMs += ms;
    };
    const turns = createGraphTurns({ rateLimits, rates, clock, farEnd: 'simulator', tenantId, sleep });
    const tokens = createAppTokens(tenantId, app, farEnd);
    return createGraphClient({ tokens, farEnd, retry: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1 }, turns });
  };
  const scan = (rates: GraphRates) =>
    collectFacts({
      graph: client(rates),
      dns: simulatedDnsInProcess(cloud.dns),
      now: clock.now(),
      done: {},
      onDataset: async () => undefined,
    });
  return { scan, statuses, waitedMs: () => nowMs - startMs };
}

describe('a scan of a cloud that throttles as Microsoft does', () => {
  it('is refused nothing where requests wait for their turn', async () => {
    const { scan, statuses, waitedMs } = await throttledCloud(3000);
    const facts = await scan(microsoftRates);
    const unread = Object.values(facts).filter((one) => one.state === 'failed' && one.reason === 'couldNotCheck');
    expect(unread).toEqual([]);
    expect(statuses).not.toContain(429);
    // Four of one a second; then three pages of registrations, the sign-in log and six pages of last sign-ins in fives.
    expect(waitedMs()).toBeGreaterThanOrEqual(3000 + 10_000);
    expect(waitedMs()).toBeLessThan(60_000);
  });

  it('is refused where nobody counts: the simulator does throttle', async () => {
    const { scan, statuses } = await throttledCloud(3000);
    await scan({ identity: 0, reports: 0, reportsOfAll: 0, signInActivity: 0 });
    expect(statuses).toContain(429);
  });
});
