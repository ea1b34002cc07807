import { downloadGeneratedReport, getReport } from '@tenantry/contract/generated-reports';
import { tenantRecordId } from '@tenantry/contract/ids';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { emptyOutbox } from '../../domain/audit-trail/outbox.ts';
import { reportsKept } from '../../store/report-files.ts';
import type { ReportRecord } from '../../store/reports.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { makeRoom, reportsTold } from './report-keeping.ts';

const weak = weakProfile.id;
const pdf = Uint8Array.from([37, 80, 68, 70, 45, 49]);

describe('what is kept of the reports of a tenant', () => {
  let app: TestApp;
  let tenant: TenantRecords;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    const opened = await app.app.stores.tenants.open(everyTenant, weak);
    if (!opened) throw new Error('The tenant is missing');
    tenant = opened;
  });
  afterEach(() => app.close());

  /** A report that was asked for in this minute of a day. */
  async function report(minute: number, over: Partial<ReportRecord> = {}): Promise<string> {
    const requestedAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const id = app.app.reportFiles.newId(weak, requestedAt);
    await tenant.reports.create({
      ...{ id, tenantId: weak, requestKey: id, form: 'full', status: 'ready', progress: 100, step: '', error: null },
      ...{ fileName: 'Report.pdf', sizeBytes: pdf.length, requestedAt, createdAt: requestedAt, madeBy: 'ada' },
      ...{ madeById: 'first-admin', auditId: 'a', scanLogId: tenantRecordId(weak, 'scan-1'), auditedAt: requestedAt },
      ...{ score: 50, isSimulated: true, comparedWith: null, published: null, isKept: true, attempts: 1, heardAt: '' },
      ...emptyOutbox,
      ...over,
    });
    return id;
  }
  const toldOf = async (reportId: string) => (await app.call(getReport, { params: { reportId }, cookie })).json;
  const isServed = async (reportId: string) =>
    (await app.call(downloadGeneratedReport, { params: { reportId }, cookie })).status === 200;

  it('is the newest fifty files: an older report is told without one', async () => {
    const ids: string[] = [];
    for (let minute = 0; minute < reportsKept + 2; minute += 1) {
      ids.push(await report(minute));
      await app.app.reportFiles.write(ids[minute] ?? '', pdf);
    }
    await makeRoom(tenant, app.app);
    const [oldest = '', second = '', third = ''] = ids;
    for (const id of [oldest, second]) {
      expect(await toldOf(id)).toMatchObject({ status: 'ready', url: null });
      expect(await isServed(id)).toBe(false);
    }
    expect(await toldOf(third)).toMatchObject({ url: `/api/report/${third}/pdf` });
    expect(await isServed(third)).toBe(true);
  });

  it('serves a file that an earlier version kept without a record, and makes room over it too', async () => {
    const old = app.app.reportFiles.newId(weak, '2025-01-01T00:00:00.000Z');
    await app.app.reportFiles.write(old, pdf);
    expect(await isServed(old)).toBe(true);
    for (let minute = 0; minute < reportsKept; minute += 1) {
      await app.app.reportFiles.write(await report(minute), pdf);
    }
    await makeRoom(tenant, app.app);
    expect(await isServed(old)).toBe(false);
  });

  it('is a list with an end: the oldest that are over go, none that is being made', async () => {
    const running = await report(0, { status: 'running', heardAt: new Date().toISOString(), isKept: false });
    for (let minute = 1; minute < reportsTold + 3; minute += 1) await report(minute);
    await makeRoom(tenant, app.app);
    expect(await tenant.reports.count()).toBe(reportsTold + 1);
    expect(await toldOf(running)).toMatchObject({ status: 'running' });
    await makeRoom(tenant, app.app);
    expect(await tenant.reports.count()).toBe(reportsTold + 1);
  });
});
