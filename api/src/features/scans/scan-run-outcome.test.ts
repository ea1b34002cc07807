import { getScanRun, listScanRuns, listScansOfRun, ScanRun, startScanRun } from '@tenantry/contract/scan-runs';
import { getScan } from '@tenantry/contract/scans';
import type { SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { openSimulatedApp } from '../../../testing/simulated-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { runOutcome } from './run-outcome.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

describe('what a run of scans found', () => {
  let cloud: SimulatedCloud;
  let app: TestApp;
  let cookie: string;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ app, cookie, cloud, close } = await openSimulatedApp());
  });
  afterEach(() => close());

  async function run(tenantIds: string[] | 'all' = 'all'): Promise<string> {
    const { json } = await app.call(startScanRun, { body: { tenantIds }, cookie });
    await app.drainQueue();
    await app.drainQueue();
    return String(json.runId);
  }
  const get = async (runId: string, by = cookie) =>
    z.parse(ScanRun, (await app.call(getScanRun, { params: { runId }, cookie: by })).json);
  const scansOf = async (runId: string) => {
    const { json } = await app.call(listScansOfRun, { params: { runId }, cookie });
    return z.parse(listScansOfRun.response, json).items;
  };

  it('is told of each tenant and in total, against the scan before', async () => {
    const first = await get(await run());
    expect(first.outcome).toMatchObject({ tenants: 4, scored: 0, scoreBefore: null, score: null, resolvedFindings: 0 });
    expect(first.outcome?.newFindings).toBeGreaterThan(20);
    cloud.changeTenant(weak, { kind: 'setting', setting: 'sharepoint', set: { sharingCapability: 'disabled' } });
    const findings = app.app.records.partition<FindingRecord>(containers.findings, weak);
    const open = (await findings.query({ limit: 1 })).items[0];
    await findings.delete(String(open?.id));
    const runId = await run();
    const { outcome } = await get(runId);
    expect(outcome).toMatchObject({ tenants: 4, newFindings: 1, scored: 4, better: 1, worse: 0 });
    expect(outcome?.resolvedFindings).toBeGreaterThan(0);
    const [changed] = (await scansOf(runId)).filter(({ tenantId }) => tenantId === weak);
    expect(changed?.outcome).toMatchObject({ newFindings: 1, resolvedFindings: outcome?.resolvedFindings });
    expect(changed?.outcome?.score).toBeGreaterThan(changed?.outcome?.scoreBefore ?? 100);
    const { json } = await app.call(getScan, { params: { scanLogId: String(changed?.scanLogId) }, cookie });
    expect(json.outcome).toEqual(changed?.outcome);
  });

  it('says what could not be checked, and which data was refused', async () => {
    cloud.faults.set({
      tenantId: weak,
      pathPrefix: '/identity/conditionalAccess/policies',
      kind: 'status',
      status: 403,
    });
    const runId = await run([weak]);
    const [scan] = await scansOf(runId);
    expect(scan?.unread).toContain('Conditional Access policies');
    expect(scan?.outcome?.uncheckedChecks).toBeGreaterThan(0);
    expect((await get(runId)).outcome).toMatchObject({ uncheckedTenants: 1 });
  });

  it('is not told while scans go on, nor of those that failed', async () => {
    const { json } = await app.call(startScanRun, { body: { tenantIds: [weak] }, cookie });
    expect(json.outcome).toBeNull();
    cloud.faults.set({ tenantId: weak, pathPrefix: '/', kind: 'status', status: 501 });
    await app.drainQueue();
    await app.drainQueue();
    const runId = String(json.runId);
    expect(await get(runId)).toMatchObject({ failed: 1, outcome: { tenants: 0, newFindings: 0 } });
    expect((await scansOf(runId))[0]).toMatchObject({ outcome: null });
  });

  it('is kept when it has ended: neither the list nor the page reads the scans again', async () => {
    const runId = await run();
    const before = (await get(runId)).outcome;
    await app.app.scanRuns.requeue();
    const reads = vi.spyOn(app.app.stores.scans, 'everyOfRun');
    const counts = vi.spyOn(app.app.stores.scans, 'countsOfRun');
    expect((await get(runId)).outcome).toEqual(before);
    const list = await app.call(listScanRuns, { cookie });
    expect(list.json.items).toMatchObject([{ runId, outcome: before }]);
    expect([reads.mock.calls.length, counts.mock.calls.length]).toEqual([0, 0]);
  });

  it('is of the tenants in the caller’s scope alone', async () => {
    const runId = await run();
    await app.app.scanRuns.requeue();
    const whole = (await get(runId)).outcome;
    const users = app.app.records.partition<{ id: string; scope: unknown }>(containers.users, globalPartition);
    const { items } = await users.query({ limit: 10 });
    await update(users, String(items[0]?.id), (user) => ({ ...user, scope: { kind: 'tenants', tenantIds: [weak] } }));
    const own = (await get(runId)).outcome;
    const [scan] = await scansOf(runId);
    expect(own).toMatchObject({ tenants: 1, newFindings: scan?.outcome?.newFindings });
    expect(own?.newFindings).toBeLessThan(whole?.newFindings ?? 0);
  });
});

it('scores of a run are averaged over the tenants that had one before', () => {
  const one = { newFindings: 1, resolvedFindings: 2, criticalFindings: 3, uncheckedChecks: 0 };
  const total = runOutcome([
    { ...one, scoreBefore: 60, score: 70 },
    { ...one, scoreBefore: 50, score: 49, uncheckedChecks: 4 },
    { ...one, scoreBefore: null, score: 100 },
    { ...one, scoreBefore: 90, score: null },
  ]);
  expect(total).toEqual({
    tenants: 4,
    newFindings: 4,
    resolvedFindings: 8,
    criticalFindings: 12,
    scored: 2,
    scoreBefore: 55,
    score: 60,
    better: 1,
    worse: 1,
    uncheckedChecks: 4,
    uncheckedTenants: 1,
  });
});
