import { listApprovals } from '@tenantry/contract/approvals';
import { getLatestAudit } from '@tenantry/contract/audits';
import { getRiskIndicators, getSecureScore } from '@tenantry/contract/dashboard';
import { downloadFindings, getFinding, listFindings, setFindingStatus } from '@tenantry/contract/findings';
import { cancelScan, getScan, retryScan, startScan } from '@tenantry/contract/scans';
import { getTenantSummary, listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openTableStateStore } from '../../adapters/azure-storage/table-state-store.ts';
import { update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { ActiveScanEntity } from './active-scans.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
type Item = { id: string; status: string; change: string; checkId: string; severity: string };
const itemsOf = (answer: Answer) => answer.json.items as Item[];

describe('a scan', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());

  async function scan(tenantId: string): Promise<Answer> {
    const started = await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
    expect(started.status).toBe(202);
    await app.drainQueue();
    const params = { scanLogId: String(started.json.scanLogId) };
    return app.call(getScan, { params, cookie });
  }
  const findings = (tenantId: string, query = {}) =>
    app.call(listFindings, { tenantId, cookie, query: { limit: '200', ...query } });

  it('writes the scan, its findings, the audit and pending approvals of the scanner', async () => {
    const done = await scan(weak);
    expect(done.json).toMatchObject({ status: 'completed', tenantName: 'Bracken Freight Group', userCount: 847 });
    const { progress } = done.json as { progress: { done: number; total: number } };
    expect(progress.done).toBe(progress.total);
    const list = await findings(weak);
    expect(list.json.total).toBe(done.json.findingsGenerated);
    expect(itemsOf(list).length).toBeGreaterThan(10);
    expect(itemsOf(list)[0]).toMatchObject({ severity: 'critical', status: 'unresolved', change: 'new' });
    const audit = await app.call(getLatestAudit, { tenantId: weak, cookie });
    expect(audit.json).toMatchObject({
      overallScore: done.json.score,
      overallStatus: 'fail',
      overallStatusUnknownBecause: null,
      isSimulated: true,
      isSample: false,
      userCount: 847,
    });
    expect(Object.keys(audit.json.categories as object)).toHaveLength(6);
    const approvals = await app.call(listApprovals, { cookie, query: { limit: '200' } });
    expect(approvals.json.total).toBe(done.json.approvalsCreated);
    for (const approval of approvals.json.items as Record<string, unknown>[]) {
      expect(approval).toMatchObject({ origin: 'scanner', status: 'pending', tenantId: weak });
    }
    const summary = await app.call(getTenantSummary, { params: { id: weak }, cookie });
    expect(summary.json).toMatchObject({
      secureScore: done.json.score,
      openIssuesCount: list.json.total,
      latestScan: { id: done.json.scanLogId, status: 'completed' },
    });
    const secureScore = await app.call(getSecureScore, { query: { tenantId: weak }, cookie });
    expect((secureScore.json.history as unknown[]).length).toBeGreaterThanOrEqual(85);
    expect(secureScore.json.percentage).toEqual(expect.any(Number));
  });

  it('that ends while its start waits is answered with its results', async () => {
    await app.close();
    app = await createTestApp({ SCAN_ANSWER_AFTER_MS: '20000' });
    cookie = await app.registerAdmin();
    const [started] = await Promise.all([
      app.call(startScan, { body: { tenant_id: weak }, cookie }),
      expect.poll(() => app.drainQueue(), { timeout: 15_000 }).toBeGreaterThan(0),
    ]);
    expect(started.status).toBe(200);
    const done = await app.call(getScan, { params: { scanLogId: String(started.json.scanLogId) }, cookie });
    const { tenantName, userCount, findingsGenerated, duration, scanLogId, approvalsCreated } = done.json;
    expect(Number(approvalsCreated)).toBeGreaterThan(0);
    expect(started.json).toEqual({
      message: 'Scan completed for Bracken Freight Group',
      scanLogId,
      status: 'completed',
      data: { tenantName, userCount, findingsGenerated, duration, scanLogId },
      results: { approvalsCreated },
    });
  });

  it('says what it could not judge for want of a license, and counts none of it', async () => {
    await scan(unlicensed);
    const audit = await app.call(getLatestAudit, { tenantId: unlicensed, cookie });
    const verdicts = Object.values(audit.json.categories as Record<string, { verdicts: { status: string }[] }>).flatMap(
      (category) => category.verdicts,
    );
    const judged = verdicts.filter(({ status }) => ['pass', 'warning', 'fail'].includes(status)).length;
    const unknown = verdicts.filter(({ status }) => status === 'notLicensed').length;
    expect(unknown).toBeGreaterThan(0);
    expect(audit.json.coverage).toMatchObject({ evaluated: judged });
    const risks = await app.call(getRiskIndicators, { query: { tenantId: unlicensed }, cookie });
    const stale = (
      risks.json.indicators as { type: string; count: number | null; countUnknownBecause: string | null }[]
    ).find((one) => one.type === 'stale-users');
    expect(stale?.count).toBeNull();
    expect(stale?.countUnknownBecause).toBeTruthy();
  });

  it('is started once, however often it is asked for at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.call(startScan, { body: { tenant_id: weak }, cookie })),
    );
    for (const answer of answers) expect([202, 409]).toContain(answer.status);
    const started = answers.filter((answer) => answer.status === 202).map((answer) => answer.json.scanLogId);
    expect(new Set(started).size).toBe(1);
    await app.drainQueue();
    const scans = await app.app.records
      .across(containers.scanLogs)
      .count([{ field: 'tenantId', op: 'eq', value: weak }]);
    expect(scans).toBe(1);
  });

  it('delivered twice at once leaves each finding and each approval once', async () => {
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    const message = { tenantId: weak, scanLogId: String(started.json.scanLogId) };
    await Promise.all([app.app.worker.work(message), app.app.worker.work(message), app.drainQueue()]);
    await app.app.worker.work(message);
    const list = await findings(weak);
    expect(new Set(itemsOf(list).map((one) => one.checkId)).size).toBe(list.json.total);
    const approvals = await app.call(listApprovals, { cookie, query: { limit: '200' } });
    const linked = (approvals.json.items as { linkedFindingId: string }[]).map((one) => one.linkedFindingId);
    expect(new Set(linked).size).toBe(linked.length);
  });

  it('finds the same findings again, and brings back the one that was resolved by hand', async () => {
    const first = await scan(weak);
    const [finding] = itemsOf(await findings(weak));
    const params = { findingId: finding?.id ?? '' };
    const resolved = await app.call(setFindingStatus, {
      params,
      body: { status: 'resolved', reason: 'The customer turned it off' },
      cookie,
    });
    expect(resolved.json).toMatchObject({ status: 'resolved', resolvedBy: 'Ada Lovelace' });
    const between = await app.call(getTenantSummary, { params: { id: weak }, cookie });
    expect(between.json.openIssuesCount).toBe(Number(first.json.findingsGenerated) - 1);
    const second = await scan(weak);
    expect(second.json.findingsGenerated).toBe(first.json.findingsGenerated);
    const list = await findings(weak);
    expect(list.json.total).toBe(first.json.findingsGenerated);
    const changes = itemsOf(list).map((one) => one.change);
    expect(changes.filter((change) => change === 'reopened')).toHaveLength(1);
    expect(changes.filter((change) => change === 'still-there')).toHaveLength(Number(list.json.total) - 1);
    expect(second.json.approvalsCreated).toBeLessThanOrEqual(1);
  });

  it('can be cancelled before it ends, then retried, and not cancelled after it ended', async () => {
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    const params = { scanLogId: String(started.json.scanLogId) };
    const [one, two] = await Promise.all([
      app.call(cancelScan, { params, cookie }),
      app.call(cancelScan, { params, cookie }),
    ]);
    expect(one.json.status).toBe('cancelled');
    expect(two.json.status).toBe('cancelled');
    await app.drainQueue();
    expect((await app.call(getScan, { params, cookie })).json.status).toBe('cancelled');
    expect((await findings(weak)).json.total).toBe(0);
    const retried = await app.call(retryScan, { params, cookie });
    expect(retried.json.scanLogId).not.toBe(params.scanLogId);
    await app.drainQueue();
    const again = { scanLogId: String(retried.json.scanLogId) };
    expect((await app.call(getScan, { params: again, cookie })).json.status).toBe('completed');
    expect((await app.call(cancelScan, { params: again, cookie })).status).toBe(409);
    expect((await app.call(retryScan, { params: again, cookie })).status).toBe(409);
  });

  it('is put into the queue again where its message was lost', async () => {
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    const { QueueServiceClient } = await import('@azure/storage-queue');
    await QueueServiceClient.fromConnectionString(app.connectionString).getQueueClient('scan-work').clearMessages();
    await app.app.worker.requeue();
    expect(await app.drainQueue()).toBe(0);
    const active = openTableStateStore({
      kind: 'connectionString',
      value: app.connectionString,
    }).table<ActiveScanEntity>('activescans');
    const entity = await active.get('active', weak);
    if (!entity) throw new Error('The scan is not registered');
    const aWhileAgo = new Date(Date.now() - 16 * 60_000).toISOString();
    await active.replace('active', weak, { ...entity.value, sentAt: aWhileAgo }, entity.etag);
    await app.app.worker.requeue();
    expect(await app.drainQueue()).toBe(1);
    const params = { scanLogId: String(started.json.scanLogId) };
    expect((await app.call(getScan, { params, cookie })).json.status).toBe('completed');
  });

  it('leaves nothing for the case of its death where that came after its end', async () => {
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    const scanLogId = String(started.json.scanLogId);
    await app.app.blobs.write(`scans/${weak}/${scanLogId}/part.json`, '{}', 'application/json');
    const scans = app.app.records.partition<ScanRecord>(containers.scanLogs, weak);
    await update(scans, scanLogId, (record): ScanRecord => ({ ...record, status: 'completed', attempts: 1 }));
    await app.drainQueue();
    const left: string[] = [];
    for await (const name of app.app.blobs.list('scans/')) left.push(name);
    expect(left).toEqual([]);
  });

  it('fails where worker after worker died under it', async () => {
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    const params = { scanLogId: String(started.json.scanLogId) };
    const scans = app.app.records.partition<ScanRecord>(containers.scanLogs, weak);
    await update(scans, params.scanLogId, (record): ScanRecord => ({ ...record, attempts: 12 }));
    await app.drainQueue();
    const ended = await app.call(getScan, { params, cookie });
    expect(ended.json.status).toBe('failed');
    expect(ended.json.errorMessage).toContain('12 times');
    expect((await findings(weak)).json.total).toBe(0);
    expect((await app.call(retryScan, { params, cookie })).status).toBe(202);
  });

  it('shows its findings with evidence, filters them and hands them out as files', async () => {
    await scan(weak);
    const critical = await findings(weak, { severity: 'critical' });
    expect(itemsOf(critical).every((one) => one.severity === 'critical')).toBe(true);
    const details = await app.call(getFinding, { params: { findingId: itemsOf(critical)[0]?.id ?? '' }, cookie });
    expect((details.json.evidence as unknown[]).length).toBeGreaterThan(0);
    expect(String(details.json.recommendation).length).toBeGreaterThan(20);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await app.call(listFindings, {
        tenantId: weak,
        cookie,
        query: { limit: '7', ...(cursor ? { cursor } : {}) },
      });
      seen.push(...itemsOf(page).map((one) => one.id));
      cursor = page.json.nextCursor as string | undefined;
    } while (cursor);
    const total = Number((await findings(weak)).json.total);
    expect(new Set(seen).size).toBe(total);
    const csv = await app.call(downloadFindings, { params: { id: weak }, query: { format: 'csv' }, cookie });
    expect(csv.headers['content-disposition']).toContain('filename="Findings_Bracken Freight Group.csv"');
    expect(csv.text.startsWith('\uFEFF"Tenant","Simulated","Severity","Finding",')).toBe(true);
    const json = await app.call(downloadFindings, { params: { id: weak }, query: { format: 'json' }, cookie });
    expect(JSON.parse(json.text).findings).toHaveLength(total);
  });

  it('shows a scoped technician the tenants of their scope and no other', async () => {
    await scan(weak);
    await scan(unlicensed);
    const scoped = await app.signInAs('technician', { kind: 'tenants', tenantIds: [unlicensed] });
    const nobody = await app.signInAs('viewer', { kind: 'none' });
    const summaries = await app.call(listTenantSummaries, { cookie: scoped });
    expect((summaries.json.items as { tenantId: string }[]).map((one) => one.tenantId)).toEqual([unlicensed]);
    expect(summaries.json.summary).toMatchObject({ tenants: 1 });
    const list = await app.call(listFindings, { cookie: scoped, query: { limit: '200' } });
    expect(new Set((list.json.items as { tenantId: string }[]).map((one) => one.tenantId))).toEqual(
      new Set([unlicensed]),
    );
    const none = await app.call(listFindings, { cookie: nobody });
    expect(none.json).toMatchObject({ items: [], total: 0, summary: { total: 0 } });
  });
});
