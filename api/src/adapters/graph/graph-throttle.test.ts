import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { loadTenantProfile } from '@tenantry/simulator/tenant-profile';
import { describe, expect, it } from 'vitest';
import { claimStorage } from '../../../testing/test-storage.ts';
import { collectFacts } from '../../audit/collect/collect-facts.ts';
import type { GraphClient } from '../../ports/graph.ts';
import { openTableStateStore } from '../azure-storage/table-state-store.ts';
import { createAppTokens } from './app-tokens.ts';
import { createGraphClient } from './graph-client.ts';
import { createGraphRateLimiter } from './graph-rate-limiter.ts';
import { type GraphRates, microsoftRates } from './graph-rate-limits.ts';
import type { SlotsEntity, SlotsTable } from './shared-slots.ts';
import { simulatedDnsInProcess } from './simulated-dns.ts';
import { simulatorInProcess } from './upstream.ts';

const app = { clientId: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11', clientSecret: 'simulated' };

/** A clock that stands still while something goes on, and then moves on to the end of the shortest wait. */
function movingClock() {
  let nowMs = Date.now();
  let goingOn = 0;
  const sleepers: { untilMs: number; wake: () => void }[] = [];
  const moveOn = () =>
    setImmediate(() => {
      if (goingOn > 0) return;
      sleepers.sort((a, b) => a.untilMs - b.untilMs);
      const next = sleepers.shift();
      if (next === undefined) return;
      nowMs = Math.max(nowMs, next.untilMs);
      next.wake();
      // What it does next may be to sleep again, or nothing.
      moveOn();
    });
  return {
    now: () => new Date(nowMs),
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ untilMs: nowMs + ms, wake });
        moveOn();
      }),
    async during<T>(run: () => Promise<T>): Promise<T> {
      goingOn += 1;
      try {
        return await run();
      } finally {
        goingOn -= 1;
        moveOn();
      }
    },
  };
}

/** A cloud that refuses what Microsoft would refuse. */
async function throttledCloud(userCount: number) {
  const clock = movingClock();
  const startMs = clock.now().getTime();
  const tenants = [loadTenantProfile(weakProfile, userCount)];
  const cloud = createSimulatedCloud({ now: clock.now, throttle: true, tenants });
  const tenantId = cloud.tenants[0]?.id ?? '';
  const statuses: number[] = [];
  const upstream = {
    async fetch(request: Request): Promise<Response> {
      const answer = await clock.during(() => simulatorInProcess(cloud).fetch(request));
      statuses.push(answer.status);
      return answer;
    },
  };
  const storage = openTableStateStore({ kind: 'connectionString', value: await claimStorage() });
  const stored = storage.table<SlotsEntity>('ratelimits');
  const slots: SlotsTable = {
    get: (...asked) => clock.during(() => stored.get(...asked)),
    create: (...asked) => clock.during(() => stored.create(...asked)),
    replace: (...asked) => clock.during(() => stored.replace(...asked)),
  };
  const client = (rates: GraphRates): GraphClient => {
    const { sleep } = clock;
    const rateLimiter = createGraphRateLimiter({ slots, rates, clock, upstream: 'simulator', tenantId, sleep });
    const tokens = createAppTokens(tenantId, app, upstream);
    return createGraphClient({
      tokens,
      upstream,
      retry: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1 },
      rateLimiter,
    });
  };
  const scan = (rates: GraphRates) =>
    collectFacts({
      graph: client(rates),
      dns: simulatedDnsInProcess(cloud.dns),
      now: clock.now(),
      done: {},
      onDataset: async () => undefined,
    });
  return { scan, statuses, waitedMs: () => clock.now().getTime() - startMs };
}

describe('a scan of a cloud that throttles as Microsoft does', () => {
  it('is refused nothing where requests wait for the rate limiter', async () => {
    const { scan, statuses, waitedMs } = await throttledCloud(3000);
    const facts = await scan(microsoftRates);
    const unread = Object.values(facts).filter((one) => one.state === 'failed' && one.reason === 'couldNotCheck');
    expect(unread).toEqual([]);
    expect(statuses).not.toContain(429);
    // Three pages of registrations, the sign-in log and six pages of last sign-ins in fives: the last after ten seconds.
    expect(waitedMs()).toBeGreaterThanOrEqual(10_000);
    expect(waitedMs()).toBeLessThan(1.15 * 10_000);
  });

  it('takes hardly longer than the four requests that may be made once a second', async () => {
    const { scan, statuses, waitedMs } = await throttledCloud(100);
    await scan(microsoftRates);
    expect(statuses).not.toContain(429);
    expect(waitedMs()).toBeGreaterThanOrEqual(3000);
    expect(waitedMs()).toBeLessThan(1.15 * 3000);
  });

  it('is refused where nobody counts: the simulator does throttle', async () => {
    const { scan, statuses } = await throttledCloud(3000);
    await scan({ identity: 0, reports: 0, reportsOfAll: 0, signInActivity: 0 });
    expect(statuses).toContain(429);
  });
});
