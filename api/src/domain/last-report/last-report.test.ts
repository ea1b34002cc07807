import { downloadReport } from '@tenantry/contract/audits';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSimulatedApp } from '../../../testing/simulated-app.ts';
import { firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { lastReportBefore, reportMade } from './last-report.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const none = { isMock: true, lastReports: [] as TenantRecord['lastReports'] } as TenantRecord;
const audit = (day: number, isSimulated = true) =>
  ({ scanLogId: `scan-${day}`, createdAt: `2026-01-0${day}T00:00:00.000Z`, data: { isSimulated } }) as AuditRecord;
const made = (hour: number) => ({ madeAt: `2026-02-01T0${hour}:00:00.000Z`, madeBy: 'ada' });

describe('the last report of a tenant', () => {
  it('before a scan is that of the scan before, also while this one has its own', () => {
    const [first, second] = [audit(1), audit(2)];
    const tenant = reportMade(reportMade(none, first, made(1)), second, made(2));
    expect(lastReportBefore(tenant, audit(3).createdAt)?.scanLogId).toBe('scan-2');
    expect(lastReportBefore(tenant, second.createdAt)?.scanLogId).toBe('scan-1');
    expect(lastReportBefore(tenant, first.createdAt)).toBeNull();
  });

  it('made again of the same scan takes the place of the former and of no other', () => {
    const twice = [made(2), made(3)].reduce(
      (tenant, one) => reportMade(tenant, audit(2), one),
      reportMade(none, audit(1), made(1)),
    );
    expect(twice.lastReports.map(({ scanLogId, madeAt }) => [scanLogId, madeAt])).toEqual([
      ['scan-2', made(3).madeAt],
      ['scan-1', made(1).madeAt],
    ]);
  });

  it('is of the later scan where an earlier one was rendered more slowly', () => {
    const tenant = reportMade(reportMade(none, audit(2), made(1)), audit(1), made(2));
    expect(tenant.lastReports.map(({ scanLogId }) => scanLogId)).toEqual(['scan-2', 'scan-1']);
  });

  it('of simulated results is not kept on a tenant that went live meanwhile', () => {
    const live = { ...none, isMock: false };
    expect(reportMade(live, audit(1), made(1))).toBe(live);
  });
});

describe('a report that is downloaded', () => {
  let app: TestApp;
  let cookie: string;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ app, cookie, close } = await openSimulatedApp());
  });
  afterEach(() => close());

  it('stays on the tenant with its scan, its time and who made it, and a refused one does not', async () => {
    const tenant = async () => (await app.app.stores.tenants.get(weak))?.value;
    expect((await app.call(downloadReport, { params: { id: weak }, cookie })).status).not.toBe(200);
    expect((await tenant())?.lastReports).toEqual([]);
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
    // Rendering is a worker of the built bundle (report-renderer.test.ts).
    vi.spyOn(app.app.reportQueue, 'render').mockResolvedValue(new Uint8Array([37, 80, 68, 70]));
    expect((await app.call(downloadReport, { params: { id: weak }, cookie })).status).toBe(200);
    const { scanLogId } = started.json;
    expect((await tenant())?.lastReports).toMatchObject([{ scanLogId, madeBy: firstAdmin.username }]);
  });
});
