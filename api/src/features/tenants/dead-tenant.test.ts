import { getLatestAudit } from '@tenantry/contract/audits';
import { getAuthStatus, getM365Status } from '@tenantry/contract/connection-status';
import { listAdminTenants, listCredentials, startReconnect } from '@tenantry/contract/connections';
import { getDataFreshness, getRiskIndicators } from '@tenantry/contract/dashboard';
import { getScan, startScan } from '@tenantry/contract/scans';
import { getTenantSummary, listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { TenantRecord } from '../../store/tenants.ts';

const good = goodProfile.id;

type Json = Record<string, unknown>;

describe('a simulated tenant whose consent was withdrawn', () => {
  let opened: SimulatedApp;
  beforeEach(async () => {
    opened = await openSimulatedApp();
  });
  afterEach(() => opened.close());

  async function scan(): Promise<Json> {
    const { app, cookie } = opened;
    const { json } = await app.call(startScan, { body: { tenant_id: good }, cookie });
    await app.drainQueue();
    return (await app.call(getScan, { params: { scanLogId: String(json.scanLogId) }, cookie })).json;
  }
  const consent = (to: 'granted' | 'withdrawn' | 'removed') =>
    opened.cloud.entra.change({ tenantId: good, consent: to });

  function refuseMost(): void {
    for (const pathPrefix of ['/users', '/policies', '/identity', '/security', '/roleManagement', '/groups']) {
      const body = { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges.' } };
      opened.cloud.faults.set({ tenantId: good, pathPrefix, kind: 'status', status: 403, body });
    }
  }

  /** What every call says of the tenant. */
  async function told() {
    const { app, cookie } = opened;
    const query = { tenantId: good };
    const json = async (answer: ReturnType<typeof app.call>) => (await answer).json as Json;
    const byId = (list: unknown, field: string) => (list as Json[]).find((one) => one[field] === good) ?? {};
    const summaries = await json(app.call(listTenantSummaries, { cookie }));
    return {
      row: byId(summaries.items, 'tenantId'),
      totals: summaries.summary as Json,
      summary: await json(app.call(getTenantSummary, { params: { id: good }, cookie })),
      tenant: byId((await json(app.call(listAdminTenants, { cookie }))).tenants, 'id'),
      credential: byId((await json(app.call(listCredentials, { cookie }))).credentials, 'tenantId'),
      status: await json(app.call(getM365Status, { tenantId: good, cookie })),
      audit: await json(app.call(getLatestAudit, { tenantId: good, cookie })),
      freshness: await json(app.call(getDataFreshness, { params: { syncType: 'audit-run' }, query, cookie })),
      risk: await json(app.call(getRiskIndicators, { query, cookie })),
    };
  }
  const troubles = ({ totals: _t, risk: _r, ...calls }: Awaited<ReturnType<typeof told>>) =>
    Object.values(calls).map(({ trouble }) => trouble);

  it('is healthy nowhere, and every call names the same reason and time', async () => {
    expect(await scan()).toMatchObject({ status: 'completed' });
    const before = await told();
    expect(before.row).toMatchObject({ status: 'OK', trouble: null });
    expect(troubles(before)).toEqual(Array(7).fill(null));
    consent('withdrawn');
    const failed = await scan();
    expect(failed.status).toBe('failed');
    const now = await told();
    const trouble = {
      kind: 'scanFailing',
      since: failed.completedAt,
      reason: expect.stringMatching(/refused every request \(403\).*consent was withdrawn/),
      remedy: 'retry',
    };
    expect(troubles(now)).toEqual(Array(7).fill(trouble));
    expect(now.row).toMatchObject({ status: 'Failing', lastScanStatus: 'Error', secureScore: before.row.secureScore });
    expect(now.row.lastAuditDate).toBe(before.row.lastAuditDate);
    expect(now.totals).toMatchObject({ healthy: 0, failing: 1, critical: 0, averageScore: null });
    expect(now.summary).toMatchObject({ status: 'Failing' });
    expect(now.tenant).toMatchObject({ credentialStatus: 'failing', lastAuditDate: before.row.lastAuditDate });
    expect(now.credential).toMatchObject({ status: 'failing', error: trouble.reason });
    expect(now.status).toMatchObject({ live: false, lastGraphCallSuccess: false });
    expect(now.risk.overallRiskLevel).not.toBe('low');
  });

  it('keeps the time since when it fails while it goes on, and is well once the consent is back', async () => {
    await scan();
    consent('removed');
    const first = await scan();
    const second = await scan();
    expect([first.status, second.status]).toEqual(['failed', 'failed']);
    expect((await told()).row).toMatchObject({
      trouble: { since: first.completedAt, reason: expect.stringMatching(/AADSTS700016/) },
    });
    consent('granted');
    expect(await scan()).toMatchObject({ status: 'completed' });
    const now = await told();
    expect(troubles(now)).toEqual(Array(7).fill(null));
    expect(now.row).toMatchObject({ status: 'OK', lastScanStatus: 'Success' });
    expect(now.tenant).toMatchObject({ credentialStatus: 'connected' });
    expect(now.credential).toMatchObject({ status: 'active' });
  });

  it('is scanned again at once where the consent came back a moment after it was missed', async () => {
    consent('withdrawn');
    expect(await scan()).toMatchObject({ status: 'failed' });
    consent('granted');
    expect(await scan()).toMatchObject({ status: 'completed' });
  });

  it('of which most is refused has a result, fails all the same, and keeps the figures of before', async () => {
    await scan();
    const before = await told();
    expect(before.row).toMatchObject({ openAlerts: 0, secureScore: expect.any(Number) });
    refuseMost();
    expect(await scan()).toMatchObject({ status: 'completed' });
    const now = await told();
    const { secureScore, coverage, openIssuesCount, lastAuditDate } = before.row;
    expect(now.row).toMatchObject({
      ...{ secureScore, coverage, openIssuesCount, lastAuditDate },
      status: expect.stringMatching(/Failing|Critical/),
      lastScanStatus: 'Success',
      change: null,
      openAlerts: null,
      openAlertsUnknownBecause: 'Not known while its scans fail.',
      trouble: { kind: 'scanFailing', reason: expect.stringMatching(/refused \d+ of \d+ datasets/) },
    });
    expect(now.totals).toMatchObject({ openAlerts: null });
    const { overallScore, auditTimestamp } = before.audit;
    expect(now.audit).toMatchObject({ overallScore, auditTimestamp, overallStatus: null });
    const tenants = opened.app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);
    expect((await tenants.get(good))?.value.audit?.history).toHaveLength(1);
  });

  it('of which most is refused at its first scan has no score', async () => {
    refuseMost();
    expect(await scan()).toMatchObject({ status: 'completed', score: null });
    const now = await told();
    expect(now.row).toMatchObject({ status: 'Failing', secureScore: null });
    expect(now.audit).toMatchObject({
      overallScore: null,
      overallStatus: null,
      reason: expect.stringMatching(/^Only \d+ of \d+ checks that need nothing set up could be judged/),
    });
    opened.cloud.faults.clear();
    expect(await scan()).toMatchObject({ status: 'completed', score: expect.any(Number) });
    expect((await told()).row).toMatchObject({ status: 'OK', trouble: null, openAlerts: 0 });
  });

  it('cannot be connected again: nobody signs in to the simulator for it', async () => {
    consent('withdrawn');
    await scan();
    const { app, cookie } = opened;
    expect((await app.call(getAuthStatus, { tenantId: good, cookie })).json.needsReconnect).toBe(false);
    const answer = await app.call(startReconnect, { query: { tenantId: good }, cookie });
    expect(answer.headers.location).toMatch(/^\/auth\/error/);
  });
});
