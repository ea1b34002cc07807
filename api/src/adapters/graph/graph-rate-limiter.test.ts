import { describe, expect, it } from 'vitest';
import { GraphError } from '../../ports/graph.ts';
import type { Entity } from '../../ports/state.ts';
import { createGraphRateLimiter } from './graph-rate-limiter.ts';
import { graphRateLimits, microsoftRates } from './graph-rate-limits.ts';
import type { SlotsEntity, SlotsTable } from './shared-slots.ts';

const signInActivity = '/v1.0/users?$select=id,signInActivity&$top=500';
const registration = '/v1.0/reports/authenticationMethods/userRegistrationDetails';
const policies = '/v1.0/identity/conditionalAccess/policies';
const riskyUsers = "/v1.0/identityProtection/riskyUsers?$filter=riskState%20eq%20'atRisk'";

const kindsOf = (path: string) =>
  graphRateLimits(path, { upstream: 'graph', tenantId: 't', rates: microsoftRates }).map(({ bucket }) => bucket);

describe('the limits of Graph', () => {
  it('say which request falls under which', () => {
    expect(kindsOf(policies)).toEqual(['graph identity t']);
    expect(kindsOf(riskyUsers)).toEqual(['graph identity t']);
    expect(kindsOf(registration)).toEqual(['graph reportsOfAll', 'graph reports t']);
    expect(kindsOf('/v1.0/auditLogs/signIns?$top=1000')).toEqual(['graph reportsOfAll', 'graph reports t']);
    expect(kindsOf(signInActivity)).toEqual(['graph signInActivity', 'graph reportsOfAll', 'graph reports t']);
    expect(kindsOf('/v1.0/users?$select=id&$top=999')).toEqual([]);
    expect(kindsOf('/v1.0/organization')).toEqual([]);
  });

  it('do not hold where a rate is 0', () => {
    const rates = { identity: 0, reports: 0, reportsOfAll: 0, signInActivity: 0 };
    expect(graphRateLimits(signInActivity, { upstream: 'graph', tenantId: 't', rates })).toEqual([]);
  });
});

/** As Table Storage does it, within this process. */
function inMemory(): SlotsTable {
  const rows = new Map<string, Entity<SlotsEntity>>();
  const write = (key: string, value: SlotsEntity, etag: string | undefined) => {
    if (rows.get(key)?.etag !== etag) return false;
    rows.set(key, { value, etag: crypto.randomUUID() });
    return true;
  };
  return {
    get: async (_, key) => rows.get(key) ?? null,
    create: async (_, key, value) => write(key, value, undefined),
    replace: async (_, key, value, etag) => write(key, value, etag),
  };
}

describe('the times that the rate limiter grants', () => {
  const startMs = Date.parse('2026-11-20T12:00:00Z');
  const options = { maxWaitMs: 600_000, signal: undefined };

  function worker(slots: SlotsTable, tenantId: string, lateMs = 0) {
    let nowMs = startMs;
    const clock = { now: () => new Date(nowMs) };
    const sleep = async (ms: number): Promise<void> => {
      nowMs += ms + lateMs;
    };
    const rateLimiter = createGraphRateLimiter({
      slots,
      rates: microsoftRates,
      clock,
      upstream: 'graph',
      tenantId,
      sleep,
    });
    const sentAt = async (path: string): Promise<number> => {
      await rateLimiter.wait([path], options);
      return nowMs - startMs;
    };
    return { rateLimiter, sentAt };
  }

  it('come one a second for a tenant, and at once for another', async () => {
    const slots = inMemory();
    const one = worker(slots, 'one');
    expect([await one.sentAt(policies), await one.sentAt(riskyUsers)]).toEqual([0, 1050]);
    expect(await worker(slots, 'two').sentAt(policies)).toBe(0);
  });

  it('keep their distance where a busy process lets a request leave late', async () => {
    const late = worker(inMemory(), 'one', 400);
    const sent = [await late.sentAt(policies), await late.sentAt(riskyUsers), await late.sentAt(policies)];
    expect(sent).toEqual([0, 1450, 2900]);
  });

  it('are ten a minute for last sign-ins over all tenants, and five in ten seconds with other reports', async () => {
    const slots = inMemory();
    const times: number[] = [];
    for (const tenant of ['a', 'b', 'c']) {
      const { sentAt } = worker(slots, tenant);
      for (let page = 0; page < 4; page += 1) times.push(await sentAt(signInActivity));
    }
    expect(times.filter((time) => time < 60_000)).toHaveLength(10);
    const { sentAt } = worker(inMemory(), 'd');
    const pages: number[] = [];
    for (let page = 0; page < 6; page += 1) pages.push(await sentAt(page % 2 === 0 ? registration : signInActivity));
    expect(pages.filter((time) => time < 10_000)).toHaveLength(5);
  });

  it('that are too far off are a failure that says when to come again, and take no place', async () => {
    const slots = inMemory();
    const { rateLimiter, sentAt } = worker(slots, 'one');
    await sentAt(policies);
    const refused = await rateLimiter.wait([policies], { maxWaitMs: 100, signal: undefined }).catch((error) => error);
    expect(refused).toBeInstanceOf(GraphError);
    expect(refused.failure).toMatchObject({ status: 0, code: 'RateLimited', retryAfterSeconds: 2 });
    expect(await sentAt(policies)).toBe(1050);
  });

  it('end with the reason of the signal', async () => {
    const { rateLimiter } = worker(inMemory(), 'one');
    const signal = AbortSignal.abort(new Error('cancelled'));
    await expect(rateLimiter.wait([policies], { maxWaitMs: 1, signal })).rejects.toThrow('cancelled');
  });

  it('never let two of one a second into one batch', () => {
    const { rateLimiter } = worker(inMemory(), 'one');
    expect(rateLimiter.mayShare(policies, riskyUsers)).toBe(false);
    expect(rateLimiter.mayShare(policies, registration)).toBe(true);
  });
});
