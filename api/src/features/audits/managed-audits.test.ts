import { getLatestAudit, getReportComparisons } from '@tenantry/contract/audits';
import { getCompliance } from '@tenantry/contract/compliance';
import { getDrift, listCompletedScans } from '@tenantry/contract/drift';
import { listFindings } from '@tenantry/contract/findings';
import { deleteAudit, getAudit, listAudits, type ManagedAudit } from '@tenantry/contract/managed-audits';
import { startScan } from '@tenantry/contract/scans';
import { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import type { ScanRecord } from '../../store/scans.ts';
import { everyTenant } from '../../store/scope.ts';

describe('the audits of all tenants', () => {
  let app: TestApp;
  let cookie: string;
  let first: string;
  let second: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    [first = '', second = ''] = await app.tenantIds();
    return app.close;
  });

  async function scan(tenantId: string): Promise<void> {
    await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
    await app.drainQueue();
  }
  const list = async (query: Record<string, string> = {}, as = cookie) =>
    (await app.call(listAudits, { query, cookie: as })).json as {
      items: ManagedAudit[];
      total: number;
      nextCursor?: string;
    };
  const remove = (id: string) => app.call(deleteAudit, { params: { id }, cookie });
  const summary = async (id = first) => (await app.call(getTenantSummary, { params: { id }, cookie })).json;
  const open = async (id = first) => {
    const tenant = await app.app.stores.tenants.open(everyTenant, id);
    if (!tenant) throw new Error('There is no such tenant');
    return tenant;
  };
  const entries = async () =>
    (
      await app.app.records
        .across<EntryRecord>(containers.auditLogs)
        .query({ where: [{ field: 'eventType', op: 'eq', value: 'audit_deleted' }] })
    ).items;

  it('are listed the newest first, with their categories and how many there are', async () => {
    expect(await list()).toEqual({ items: [], total: 0 });
    for (const id of [first, second, first]) await scan(id);
    const { items, total } = await list();
    expect(total).toBe(3);
    expect(items.map(({ tenantId }) => tenantId)).toEqual([first, second, first]);
    expect(items.map(({ isLatest }) => isLatest)).toEqual([true, true, false]);
    const { tenant } = await open();
    expect(items[0]).toMatchObject({
      tenantName: tenant.name,
      overallScore: tenant.audit?.score,
      criticalIssues: tenant.audit?.criticalIssues,
      createdAt: tenant.audit?.auditedAt,
      isSimulated: true,
    });
    const categories = items[0]?.data.categories ?? ({} as ManagedAudit['data']['categories']);
    expect(Object.keys(categories)).toEqual([
      'mfaStatus',
      'conditionalAccessPolicies',
      'secureScoreSummary',
      'mailFlowConfiguration',
      'externalSharingSettings',
      'loginAnomalies',
    ]);
    for (const { status, message, recommendations, score } of Object.values(categories)) {
      expect(['pass', 'warning', 'fail', 'unknown']).toContain(status);
      expect(message).not.toBe('');
      expect(recommendations.length).toBe(new Set(recommendations).size);
      expect(score === null || (score >= 0 && score <= 100)).toBe(true);
    }
    expect((await app.call(getAudit, { params: { id: items[0]?.id ?? '' }, cookie })).json).toEqual(items[0]);
  });

  it('are paged, and found by tenant and by status in the words of the API', async () => {
    for (const id of await app.tenantIds()) await scan(id);
    const all = await list();
    const one = await list({ limit: '1' });
    expect([one.items.length, one.total]).toEqual([1, all.total]);
    const next = await list({ limit: '100', cursor: one.nextCursor ?? '' });
    expect([...one.items, ...next.items].map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
    expect((await list({ tenantId: second })).items.map(({ tenantId }) => tenantId)).toEqual([second]);
    expect(new Set(all.items.map(({ overallStatus }) => overallStatus)).size).toBeGreaterThan(1);
    for (const status of ['pass', 'warning', 'fail', 'unknown']) {
      const wanted = all.items.filter(({ overallStatus }) => (overallStatus ?? 'unknown') === status);
      const found = await list({ status });
      expect([status, found.total, found.items]).toEqual([status, wanted.length, wanted]);
    }
    expect((await app.call(listAudits, { query: { status: 'Critical' }, cookie })).status).toBe(400);
  });

  it('keep to the scope of the caller', async () => {
    for (const id of [first, second]) await scan(id);
    const some = await app.signInAs('admin', { kind: 'tenants', tenantIds: [second] });
    expect((await list({}, some)).items.map(({ tenantId }) => tenantId)).toEqual([second]);
    expect((await app.call(listAudits, { query: { tenantId: first }, cookie: some })).status).toBe(404);
    const [foreign] = (await list({ tenantId: first })).items;
    for (const endpoint of [getAudit, deleteAudit])
      expect((await app.call(endpoint, { params: { id: foreign?.id ?? '' }, cookie: some })).status).toBe(404);
  });

  /** What is tried again is tried with the next scan, whichever audit tells it. */
  const withoutPlan = (audit: Record<string, unknown>) => ({
    ...audit,
    datasets: (audit.datasets as { retryAt: string | null }[]).map(({ retryAt: _, ...state }) => state),
  });

  it('of which the latest is deleted have the figures of the one before', async () => {
    await scan(first);
    const before = await summary();
    const auditBefore = (await app.call(getLatestAudit, { tenantId: first, cookie })).json;
    const complianceBefore = (await app.call(getCompliance, { query: { tenantId: first }, cookie })).json;
    await scan(first);
    const [latest, earlier] = (await list()).items;
    const findings = (await app.call(listFindings, { tenantId: first, cookie })).json;
    const answer = await remove(latest?.id ?? '');
    expect(answer.json).toEqual({ success: true, latestAuditAt: earlier?.createdAt });
    const { latestScan: _, meanScanDurationMs: __, lastScanDate: ___, ...after } = await summary();
    expect(before).toMatchObject(after);
    expect(after).toMatchObject({ lastAuditDate: earlier?.createdAt, secureScore: earlier?.overallScore });
    expect((await list()).items).toEqual([{ ...earlier, isLatest: true }]);
    expect(withoutPlan((await app.call(getLatestAudit, { tenantId: first, cookie })).json)).toEqual(
      withoutPlan(auditBefore),
    );
    expect((await app.call(getCompliance, { query: { tenantId: first }, cookie })).json).toEqual(complianceBefore);
    // Findings are the scan's: they stay as it left them.
    expect((await app.call(listFindings, { tenantId: first, cookie })).json).toEqual(findings);
    expect((await open()).tenant.audit?.history.map(({ at }) => at)).toEqual([earlier?.createdAt]);
  });

  it('that are deleted are compared with no more, and their settings are gone', async () => {
    for (let times = 0; times < 3; times += 1) await scan(first);
    const [latest, middle, oldest] = (await list()).items;
    const drift = async () => (await app.call(getDrift, { query: { tenantId: first }, cookie })).json;
    const scans = async () =>
      ((await app.call(listCompletedScans, { query: { tenantId: first }, cookie })).json as { items: { at: string }[] })
        .items;
    await remove(latest?.id ?? '');
    expect(await drift()).toMatchObject({ from: { at: oldest?.createdAt }, to: { at: middle?.createdAt } });
    expect((await scans()).map(({ at }) => at)).toEqual([middle?.createdAt, oldest?.createdAt]);
    const names: string[] = [];
    for await (const name of app.app.blobs.list(`settings/${first}/`)) names.push(name);
    expect(names).toHaveLength(2);
    const comparisons = async () =>
      (await app.call(getReportComparisons, { params: { id: first }, cookie })).json.previousAuditAt;
    expect(await comparisons()).toBe(oldest?.createdAt);
    await remove(oldest?.id ?? '');
    expect(await comparisons()).toBeNull();
    expect(await drift()).toMatchObject({ from: null, to: { at: middle?.createdAt } });
    expect(await summary()).toMatchObject({ lastAuditDate: middle?.createdAt });
  });

  it('of which the only one is deleted leave a tenant that was never audited', async () => {
    await scan(first);
    const [only] = (await list()).items;
    expect((await remove(only?.id ?? '')).json).toEqual({ success: true, latestAuditAt: null });
    expect(await summary()).toMatchObject({
      lastAuditDate: null,
      secureScore: null,
      criticalIssues: null,
      openIssuesCount: null,
      changeUnknownBecause: 'Never audited.',
    });
    expect(await list()).toEqual({ items: [], total: 0 });
    await scan(first);
    expect(await list()).toMatchObject({ total: 1 });
  });

  it('stand in the trail when they are deleted, with the figures before and after', async () => {
    for (let times = 0; times < 2; times += 1) await scan(first);
    const [latest, earlier] = (await list()).items;
    await remove(latest?.id ?? '');
    expect(await entries()).toMatchObject([
      {
        user: 'ada',
        tenantId: first,
        details: {
          auditId: latest?.id,
          auditedAt: latest?.createdAt,
          before: { latestAudit: { auditedAt: latest?.createdAt } },
          after: { latestAudit: { auditedAt: earlier?.createdAt, score: earlier?.overallScore } },
        },
      },
    ]);
  });

  it('are deleted once, by however many at the same time', async () => {
    for (let times = 0; times < 2; times += 1) await scan(first);
    const [latest] = (await list()).items;
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(latest?.id ?? '')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await remove(latest?.id ?? '')).status).toBe(404);
    expect(await entries()).toHaveLength(1);
    expect(await list()).toMatchObject({ total: 1 });
  });

  it('are not deleted while their scan writes them', async () => {
    await scan(first);
    const [only] = (await list()).items;
    const { scans, audits } = await open();
    const scanLogId = (await audits.get(only?.id ?? ''))?.value.scanLogId ?? '';
    await update(scans, scanLogId, (one): ScanRecord => ({ ...one, status: 'running' }));
    const answer = await remove(only?.id ?? '');
    expect([answer.status, answer.json.message]).toEqual([
      409,
      'The scan is still writing this audit. Try again in a moment.',
    ]);
    expect(await list()).toMatchObject({ total: 1 });
  });

  it('that are deleted while another scan completes leave the figures of that one', async () => {
    await scan(first);
    const [earlier] = (await list()).items;
    await app.call(startScan, { body: { tenant_id: first }, cookie });
    const [answer] = await Promise.all([remove(earlier?.id ?? ''), app.drainQueue()]);
    expect(answer.status).toBe(200);
    const { items } = await list();
    expect(items.map(({ isLatest }) => isLatest)).toEqual([true]);
    expect(await summary()).toMatchObject({ lastAuditDate: items[0]?.createdAt, secureScore: items[0]?.overallScore });
    expect((await open()).tenant.audit?.history.map(({ at }) => at)).toEqual([items[0]?.createdAt]);
  });

  it('whose deletion was broken off are gone from every list, and the timers delete the rest', async () => {
    for (let times = 0; times < 2; times += 1) await scan(first);
    const [latest, earlier] = (await list()).items;
    const { archive } = app.app;
    const whole = archive.delete;
    archive.delete = () => Promise.reject(new Error('The process was killed'));
    expect((await remove(latest?.id ?? '')).status).toBe(500);
    expect((await list()).items).toEqual([{ ...earlier, isLatest: true }]);
    expect((await app.call(getAudit, { params: { id: latest?.id ?? '' }, cookie })).status).toBe(404);
    expect((await remove(latest?.id ?? '')).status).toBe(404);
    expect(await summary()).toMatchObject({ lastAuditDate: earlier?.createdAt });
    archive.delete = whole;
    await app.app.auditDeletion.finishWaiting();
    expect(await (await open()).audits.count()).toBe(1);
    expect((await open()).tenant).toMatchObject({ auditsToDelete: [], hasAuditsToDelete: false });
    expect(await entries()).toHaveLength(1);
  });
});
