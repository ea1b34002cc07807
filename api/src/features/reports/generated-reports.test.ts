import { approve, requestApproval } from '@tenantry/contract/approvals';
import { listAuditTrail } from '@tenantry/contract/audit-trail';
import {
  downloadGeneratedReport,
  generateReport,
  getReport,
  listReports,
  releaseReport,
} from '@tenantry/contract/generated-reports';
import { startScan } from '@tenantry/contract/scans';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { ReportQueue } from './report-queue.ts';

const weak = weakProfile.id;
const good = goodProfile.id;
/** The name says whose report it is, of which kind and of which day. */
const summaryName = /^Report_Bracken Freight Group_Management-summary_\d{4}-\d\d-\d\d\.pdf$/;
const pdf = Uint8Array.from([37, 80, 68, 70, 45, 49]);

describe('a generated report', () => {
  let app: TestApp;
  let cookie: string;
  let rendering: MockInstance<ReportQueue['renderJob']>;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    // Rendering is a worker of the built bundle (report-renderer.test.ts).
    rendering = vi.spyOn(app.app.reportQueue, 'renderJob').mockResolvedValue(pdf);
  });
  afterEach(() => app.close());

  const generate = (by = cookie, body: object = {}) =>
    app.call(generateReport, { body: { tenantId: weak, ...body }, cookie: by });
  const reportOf = async (reportId: unknown, by = cookie) =>
    app.call(getReport, { params: { reportId: String(reportId) }, cookie: by });
  const fileOf = async (reportId: unknown, by = cookie) =>
    app.call(downloadGeneratedReport, { params: { reportId: String(reportId) }, cookie: by });
  async function scan(tenantId = weak): Promise<void> {
    await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
    await app.drainQueue();
  }
  async function records(): Promise<TenantRecords> {
    const tenant = await app.app.stores.tenants.open(everyTenant, weak);
    if (!tenant) throw new Error('The tenant is gone');
    return tenant;
  }
  /** As if the worker of this report had died this long ago. */
  async function silentFor(reportId: unknown, ms: number): Promise<void> {
    const heardAt = new Date(Date.now() - ms).toISOString();
    await update((await records()).reports, String(reportId), (one) => ({ ...one, heardAt }));
  }

  it('is a job that is followed to its file, which whoever has the tenant in scope may read', async () => {
    await scan();
    const scope = { kind: 'tenants', tenantIds: [weak] } as const;
    const technician = await app.signInAs('technician', scope);
    const asked = await generate(technician, { form: 'summary' });
    expect(asked.status).toBe(202);
    const { reportId } = asked.json;
    expect(asked.json).toMatchObject({
      ...{ tenantId: weak, tenantName: 'Bracken Freight Group', form: 'summary', status: 'queued', progress: 0 },
      ...{ step: 'Waiting for its turn', error: null, sizeBytes: null, createdAt: null, url: null, published: null },
      ...{ fileName: expect.stringMatching(summaryName), isSimulated: true, score: expect.any(Number) },
    });
    expect((await fileOf(reportId)).status).toBe(404);

    await app.drainQueue();
    const viewer = await app.signInAs('viewer', scope);
    const ready = (await reportOf(reportId, viewer)).json;
    const url = `/api/report/${String(reportId)}/pdf`;
    expect(ready).toMatchObject({ status: 'ready', progress: 100, step: '', sizeBytes: pdf.length, url });
    expect(ready.createdAt).toEqual(expect.any(String));
    const file = await fileOf(reportId, viewer);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.headers['content-disposition']).toContain(`filename="${String(ready.fileName)}"`);
    expect(Uint8Array.from(file.bytes)).toEqual(pdf);
    expect(rendering.mock.calls[0]?.[0]).toMatchObject({ form: 'summary', timeZone: 'UTC' });
  });

  it('is answered at once where it is ready within the time that a request waits', async () => {
    await app.close();
    app = await createTestApp({ SCAN_ANSWER_AFTER_MS: '3000' });
    cookie = await app.registerAdmin();
    vi.spyOn(app.app.reportQueue, 'renderJob').mockResolvedValue(pdf);
    await Promise.all([app.call(startScan, { body: { tenant_id: weak }, cookie }), workUntilEmpty()]);
    const [answer] = await Promise.all([generate(), workUntilEmpty()]);
    expect([answer.status, answer.json.status]).toEqual([201, 'ready']);
  });
  async function workUntilEmpty(): Promise<void> {
    await vi.waitFor(async () => expect(await app.drainQueue()).toBeGreaterThan(0), { timeout: 10_000 });
  }

  it('of another tenant is found by nobody who has it not in scope: not in a list, by its id or as a file', async () => {
    await scan();
    const { reportId } = (await generate()).json;
    await app.drainQueue();
    const other = await app.signInAs('admin', { kind: 'tenants', tenantIds: [good] });
    expect((await reportOf(reportId, other)).status).toBe(404);
    expect((await fileOf(reportId, other)).status).toBe(404);
    expect((await app.call(listReports, { cookie: other })).json).toMatchObject({ items: [], total: 0 });
    expect((await app.call(listReports, { cookie: other, tenantId: weak })).status).toBe(404);
  });

  it('needs a scan, and a role that may generate reports', async () => {
    const answer = await generate();
    expect([answer.status, answer.json.message]).toEqual([
      404,
      'No scan found for this tenant. Please run a scan first.',
    ]);
    expect((await generate(await app.signInAs('viewer', { kind: 'all' }))).status).toBe(403);
  });

  it('is one where the same is asked for twice at once, and another where something else is', async () => {
    await scan();
    const [one, two] = await Promise.all([generate(), generate()]);
    expect(one.json.reportId).toBe(two.json.reportId);
    const summary = await generate(cookie, { form: 'summary' });
    expect(summary.json.reportId).not.toBe(one.json.reportId);
    await app.drainQueue();
    expect(rendering).toHaveBeenCalledTimes(2);
    expect((await app.call(listReports, { cookie, tenantId: weak })).json.total).toBe(2);
  });

  it('is made once where its message comes twice', async () => {
    await scan();
    const reportId = String((await generate()).json.reportId);
    const message = { tenantId: weak, reportId };
    await Promise.all([app.app.reportJobs.work(message), app.app.reportJobs.work(message)]);
    await app.drainQueue();
    expect(rendering).toHaveBeenCalledTimes(1);
    expect((await reportOf(reportId)).json.status).toBe('ready');
  });

  it('is refused to a user of whom two are being made, however many are asked for at once', async () => {
    await scan();
    const asked = await Promise.all([
      generate(),
      generate(cookie, { form: 'summary' }),
      generate(cookie, { compareWith: 'previous-audit' }),
      generate(cookie, { form: 'summary', compareWith: 'previous-audit' }),
    ]);
    expect(asked.map(({ status }) => status).toSorted()).toEqual([202, 202, 429, 429]);
    await app.drainQueue();
    // Whichever two were first: the one that is asked for now may be one of them, and ready.
    expect([201, 202]).toContain((await generate(cookie, { compareWith: 'previous-audit' })).status);
  });

  it('tells what it is doing while it is made', async () => {
    await scan();
    const { reportId } = (await generate()).json;
    let told: object = {};
    rendering.mockImplementation(async () => {
      told = (await reportOf(reportId)).json;
      return pdf;
    });
    await app.drainQueue();
    expect(told).toMatchObject({ status: 'running', progress: 20, step: 'Laying out the report', url: null });
  });

  it('is taken up again where its worker died, and its message was lost', async () => {
    await scan();
    const { reportId } = (await generate()).json;
    await app.drainQueue();
    await update((await records()).reports, String(reportId), (one) => ({
      ...one,
      status: 'running' as const,
      isKept: false,
    }));
    await silentFor(reportId, 30_000);
    expect(await app.app.reportJobs.requeue()).toBe(0);
    await silentFor(reportId, 61_000);
    expect(await app.app.reportJobs.requeue()).toBe(1);
    expect(await app.app.reportJobs.requeue()).toBe(0);
    await app.drainQueue();
    expect((await reportOf(reportId)).json).toMatchObject({ status: 'ready', progress: 100 });
  });

  it('fails after three attempts, and says what to do', async () => {
    await scan();
    rendering.mockRejectedValue(new Error('The report took longer than 40000 ms'));
    const { reportId } = (await generate()).json;
    const message = { tenantId: weak, reportId: String(reportId) };
    for (let attempt = 0; attempt < 5; attempt += 1) await app.app.reportJobs.work(message);
    expect(rendering).toHaveBeenCalledTimes(3);
    const { json } = await reportOf(reportId);
    expect(json).toMatchObject({ status: 'failed', step: '', url: null, sizeBytes: null });
    expect(json.error).toMatch(/could not be made in 3 attempts. Generate it again/);
    // One that failed is in nobody's way.
    expect((await generate()).json.reportId).not.toBe(reportId);
  });

  it('fails where its audit was deleted meanwhile, and leaves nothing where its tenant has', async () => {
    await scan();
    const { reportId } = (await generate()).json;
    const { audits, reports } = await records();
    const [audit] = (await audits.query()).items;
    await audits.delete(audit?.id ?? '');
    await app.drainQueue();
    expect((await reportOf(reportId)).json).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no longer kept. Generate the report again'),
    });
    await scan();
    const left = (await generate()).json.reportId;
    rendering.mockImplementation(async () => {
      await reports.delete(String(left));
      return pdf;
    });
    await app.drainQueue();
    expect((await fileOf(left)).status).toBe(404);
  });

  it('says when it was published to the client, whether it was made before or after', async () => {
    await scan();
    const before = (await generate()).json.reportId;
    await app.drainQueue();
    const body = { type: 'audit_publish', tenantId: weak, reason: 'The customer meets us on Friday' };
    const asked = await app.call(requestApproval, { body, cookie });
    const params = { id: String((asked.json.approval as { id?: string } | undefined)?.id ?? asked.json.id) };
    expect((await app.call(approve, { params, body: {}, cookie })).status).toBe(200);
    const after = (await generate(cookie, { form: 'summary' })).json.reportId;
    await app.drainQueue();
    for (const id of [before, after]) {
      expect((await reportOf(id)).json.published).toMatchObject({ by: 'Ada Lovelace', at: expect.any(String) });
    }
    const isForClient = async () => [
      (await reportOf(before)).json.isForClient,
      (await reportOf(after)).json.isForClient,
    ];
    expect(await isForClient()).toEqual([true, false]);

    const release = () => app.call(releaseReport, { params: { reportId: String(after) }, cookie });
    const twice = await Promise.all([release(), release()]);
    expect(twice.map(({ status, json }) => [status, json.isForClient])).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(await isForClient()).toEqual([true, true]);
    const { entries } = (await app.call(listAuditTrail, { query: { eventType: 'report_released' }, cookie })).json;
    expect(entries).toMatchObject([{ details: { reportId: after, form: 'summary' } }]);
  });

  it('is given to the client by an administrator alone, once its audit is published', async () => {
    await scan();
    const reportId = String((await generate()).json.reportId);
    await app.drainQueue();
    const release = (by: string) => app.call(releaseReport, { params: { reportId }, cookie: by });
    expect((await release(cookie)).json.error).toBe(
      'The audit of this report is not published. Request its publication.',
    );
    expect((await release(await app.signInAs('technician', { kind: 'all' }))).status).toBe(403);
    expect((await reportOf(reportId)).json.isForClient).toBe(false);
  });

  it('is listed with the newest first, page by page, of one tenant and of all in scope', async () => {
    await scan();
    await scan(good);
    const ids: unknown[] = [];
    for (const [tenantId, form] of [
      [weak, 'full'],
      [good, 'full'],
      [weak, 'summary'],
    ]) {
      ids.unshift((await generate(cookie, { tenantId, form })).json.reportId);
      await app.drainQueue();
    }
    const idsOf = (json: object) => (json as { items: { reportId: string }[] }).items.map(({ reportId }) => reportId);
    const first = (await app.call(listReports, { cookie, query: { limit: '2' } })).json;
    expect([idsOf(first), first.total]).toEqual([ids.slice(0, 2), 3]);
    const cursor = String(first.nextCursor);
    const second = (await app.call(listReports, { cookie, query: { limit: '2', cursor } })).json;
    expect(idsOf(second)).toEqual(ids.slice(2));
    const own = (await app.call(listReports, { cookie, tenantId: good })).json;
    expect([idsOf(own), own.total]).toEqual([[ids[1]], 1]);
  });
});
