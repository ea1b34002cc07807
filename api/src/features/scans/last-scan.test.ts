import { listAdminTenants, saveCredentials } from '@tenantry/contract/connections';
import { cancelScan, getScan, startScan } from '@tenantry/contract/scans';
import { getTenantSummary, listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import type { ScanRecord } from '../../store/scans.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
type Listed = { id?: string; tenantId?: string; lastScanStatus: string; lastScanDate: string | null };

describe('the last scan of a tenant', () => {
  let opened: SimulatedApp;
  beforeEach(async () => {
    opened = await openSimulatedApp();
  });
  afterEach(() => opened.close());

  async function start(): Promise<string> {
    const { app, cookie } = opened;
    return String((await app.call(startScan, { body: { tenant_id: weak }, cookie })).json.scanLogId);
  }

  async function ended(scanLogId: string) {
    const { app, cookie } = opened;
    await app.drainQueue();
    return (await app.call(getScan, { params: { scanLogId }, cookie })).json as {
      status: string;
      startedAt: string;
      completedAt: string;
    };
  }

  /** As the list of tenants, the summaries and the tenant's own summary tell it. */
  async function told() {
    const { app, cookie } = opened;
    const tenants = (await app.call(listAdminTenants, { cookie })).json.tenants as Listed[];
    const summaries = (await app.call(listTenantSummaries, { cookie })).json.items as Listed[];
    const summary = (await app.call(getTenantSummary, { params: { id: weak }, cookie })).json as Listed;
    const all = [tenants.find(({ id }) => id === weak), summaries.find(({ tenantId }) => tenantId === weak), summary];
    return all.map((one) => [one?.lastScanStatus, one?.lastScanDate]);
  }

  /** A scan whose workers died, one after the other. */
  async function failed() {
    const scanLogId = await start();
    const scans = opened.app.app.records.partition<ScanRecord>(containers.scanLogs, weak);
    await update(scans, scanLogId, (scan): ScanRecord => ({ ...scan, attempts: 12 }));
    const scan = await ended(scanLogId);
    expect(scan.status).toBe('failed');
    return scan;
  }

  it('is none before the first, and counts from its end on', async () => {
    expect(await told()).toEqual(Array(3).fill(['none', null]));
    const scanLogId = await start();
    expect(await told()).toEqual(Array(3).fill(['none', null]));
    const { status, startedAt, completedAt } = await ended(scanLogId);
    expect(status).toBe('completed');
    const [[, at]] = (await told()) as [[string, string]];
    expect(at >= startedAt && at <= completedAt).toBe(true);
    expect(await told()).toEqual(Array(3).fill(['Success', at]));
  });

  it('that failed is an error, before a first audit and after one, until one succeeds', async () => {
    const first = await failed();
    expect(await told()).toEqual(Array(3).fill(['Error', first.completedAt]));
    await ended(await start());
    expect((await told()).map(([status]) => status)).toEqual(Array(3).fill('Success'));
    const third = await failed();
    expect(await told()).toEqual(Array(3).fill(['Error', third.completedAt]));
    const { json: summary } = await opened.app.call(getTenantSummary, { params: { id: weak }, cookie: opened.cookie });
    expect(String(summary.lastAuditDate) < String(summary.lastScanDate)).toBe(true);
  });

  it('that failed is told by the next worker where the one that ended it died over it', async () => {
    const scanLogId = await start();
    const scans = opened.app.app.records.partition<ScanRecord>(containers.scanLogs, weak);
    const completedAt = new Date().toISOString();
    await update(scans, scanLogId, (scan): ScanRecord => ({ ...scan, status: 'failed', completedAt }));
    await ended(scanLogId);
    expect(await told()).toEqual(Array(3).fill(['Error', completedAt]));
  });

  it('that was cancelled leaves what was told before', async () => {
    await ended(await start());
    const before = await told();
    const scanLogId = await start();
    await opened.app.call(cancelScan, { params: { scanLogId }, cookie: opened.cookie });
    expect((await ended(scanLogId)).status).toBe('cancelled');
    expect(await told()).toEqual(before);
  });

  it('of a simulated tenant is forgotten where the tenant goes live', async () => {
    await failed();
    const body = { clientId: weak, clientSecret: 'any', tenantId: weak, useMock: false };
    await opened.app.call(saveCredentials, { tenantId: weak, body, cookie: opened.cookie });
    expect(await told()).toEqual(Array(3).fill(['none', null]));
  });
});
