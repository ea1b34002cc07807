import { getDataFreshness, getM365SecureScore, getRiskIndicators, getSecureScore } from '@tenantry/contract/dashboard';
import { startScan } from '@tenantry/contract/scans';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const scanned = weakProfile.id;
const never = goodProfile.id;

describe('the figures of the dashboard', () => {
  let app: TestApp;
  let cookie: string;
  beforeAll(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    await app.call(startScan, { body: { tenant_id: scanned }, cookie });
    await app.drainQueue();
  });
  afterAll(() => app.close());

  const freshness = async (tenantId: string, syncType: string) =>
    (await app.call(getDataFreshness, { params: { syncType }, query: { tenantId }, cookie })).json;

  it.each(['secure-score', 'audit-run', 'task-sync'])(
    'say when %s was last brought in, and null for never',
    async (kind) => {
      expect(await freshness(scanned, kind)).toMatchObject({ lastSync: expect.stringMatching(/^\d{4}-.*Z$/) });
      expect(await freshness(never, kind)).toEqual({ lastSync: null, trouble: null });
    },
  );

  it('tell the Secure Score with its maximum, share, trend and day, alike by both calls', async () => {
    const { json } = await app.call(getSecureScore, { query: { tenantId: scanned }, cookie });
    const { currentScore, maxScore, percentage } = json as Record<string, number>;
    expect(json).toMatchObject({
      trend: expect.stringMatching(/^(?:up|down|stable)$/),
      trendValue: expect.any(Number),
      lastUpdated: expect.any(String),
      unknownBecause: null,
    });
    expect(percentage).toBe(Math.floor((100 * Number(currentScore)) / Number(maxScore)));
    expect((await app.call(getM365SecureScore, { tenantId: scanned, cookie })).json).toEqual({ data: json });
  });

  it('know no Secure Score of a tenant that was never scanned, and say why', async () => {
    const { json } = await app.call(getM365SecureScore, { tenantId: never, cookie });
    expect(json).toMatchObject({
      data: { currentScore: null, maxScore: null, percentage: null, unknownBecause: expect.stringMatching(/scan/) },
    });
  });

  it('count four kinds of risk, each with where it leads, and say why one is not known', async () => {
    const { json } = await app.call(getRiskIndicators, { query: { tenantId: scanned }, cookie });
    const { indicators, overallRiskLevel, lastAssessment } = json as {
      indicators: { type: string; count: number | null; countUnknownBecause: string | null; actionUrl: string }[];
      overallRiskLevel: string;
      lastAssessment: string;
    };
    expect(indicators.map(({ type }) => type).toSorted()).toEqual([
      'admins-no-mfa',
      'critical-findings',
      'stale-users',
      'unaudited-mailboxes',
    ]);
    for (const { count, countUnknownBecause, actionUrl } of indicators) {
      expect((count === null) !== (countUnknownBecause === null)).toBe(true);
      expect(actionUrl).toMatch(/^\/findings\?/);
    }
    expect(overallRiskLevel).toBe('critical');
    expect(lastAssessment).toBe(((await freshness(scanned, 'audit-run')) as { lastSync: string }).lastSync);
  });
});
