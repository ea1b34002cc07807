import { getHealth, getSystemHealth, getSystemHistory, type SystemHistory } from '@tenantry/contract/health';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MicrosoftCloud, startMicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

type Check = { endpoint: string; status: string; error: string | null; responseTime: number };
type Metric = { metric: string; value: number | null; timestamp: string };

describe('health', () => {
  let app: TestApp;
  let cookie: string;
  let microsoft: MicrosoftCloud;
  beforeEach(async () => {
    microsoft = await startMicrosoftCloud();
    app = await createTestApp(microsoft.settings);
    cookie = await app.registerAdmin();
  });
  afterEach(async () => {
    await app.close();
    await microsoft.close();
  });

  const report = async (metric?: string) =>
    (await app.call(getSystemHealth, { cookie, ...(metric ? { query: { metric } } : {}) })).json;

  it('is unknown before the first probe', async () => {
    const { readiness, ...probed } = await report();
    expect(probed).toEqual({ checkedAt: null, checks: [], metrics: [], history: [] });
    expect(readiness).toBeDefined();
  });

  it('is probed once in five minutes, whoever asks', async () => {
    const probed = await Promise.all([1, 2, 3].map(() => app.app.health.probeWhereDue()));
    expect(probed.filter(Boolean)).toHaveLength(1);
    expect(await app.app.health.probeWhereDue()).toBe(false);
    const checks = (await report()).checks as Check[];
    expect(checks.map(({ endpoint, status, error }) => [endpoint, status, error]).toSorted()).toEqual([
      ['files', 'ok', null],
      ['microsoft-graph', 'ok', null],
      ['microsoft-login', 'ok', null],
      ['queues', 'ok', null],
      ['records', 'ok', null],
      ['tables', 'ok', null],
      ['vault', 'ok', null],
    ]);
  });

  it('counts the work that waits, and shows how it went over the day', async () => {
    const { startScanRun } = await import('@tenantry/contract/scan-runs');
    await app.call(startScanRun, { cookie, body: { tenantIds: await app.tenantIds() } });
    await app.app.health.probeAll();
    const metrics = (await report()).metrics as Metric[];
    const value = (name: string, from = metrics) => from.find(({ metric }) => metric === name)?.value;
    expect(value('queue.upkeep')).toBe(1);
    expect(value('scans.queued')).toBe(0);
    // The first makes scans of the run, the second works them.
    await app.drainQueue();
    await app.drainQueue();
    await app.app.health.probeAll();
    const later = await report('scans.completed.hour');
    expect(value('scans.completed.hour', later.metrics as Metric[])).toBe(4);
    expect((later.history as Metric[]).map((one) => one.value)).toEqual([0, 4]);
    expect(value('queue.scan-work.poison', later.metrics as Metric[])).toBe(0);
  });

  it('shows how services, queues and scans went, from what was stored of them', async () => {
    const { startScan } = await import('@tenantry/contract/scans');
    const history = async () => (await app.call(getSystemHistory, { cookie })).json as SystemHistory;
    const before = await history();
    expect(before.services).toEqual([]);
    expect(before.metrics.every(({ hours }) => hours.length === 0)).toBe(true);
    expect(before.scans).toHaveLength(14);
    expect(before.scans.every(({ completed, failed }) => completed === 0 && failed === 0)).toBe(true);
    const [tenantId] = await app.tenantIds();
    await app.call(startScan, { cookie, body: { tenant_id: tenantId } });
    await app.app.health.probeAll();
    await app.drainQueue();
    await microsoft.close();
    await app.app.health.probeAll();
    const { services, metrics, scans } = await history();
    const hoursOf = (name: string) => services.find(({ endpoint }) => endpoint === name)?.hours ?? [];
    const sum = (values: number[]) => values.reduce((total, one) => total + one, 0);
    expect(sum(hoursOf('records').map(({ probes }) => probes))).toBe(2);
    expect(sum(hoursOf('records').map(({ failed }) => failed))).toBe(0);
    expect(sum(hoursOf('microsoft-graph').map(({ failed }) => failed))).toBe(1);
    const queue = metrics.find(({ metric }) => metric === 'queue.scan-work');
    expect(Math.max(...(queue?.hours.map(({ value }) => value ?? 0) ?? []))).toBe(1);
    expect(sum(scans.map(({ completed }) => completed))).toBe(1);
    expect(scans.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
    microsoft = await startMicrosoftCloud();
  });

  it('tells which service does not answer', async () => {
    await microsoft.close();
    await app.app.health.probeAll();
    const failed = ((await report()).checks as Check[]).filter(({ status }) => status === 'failed');
    expect(failed.map(({ endpoint }) => endpoint).toSorted()).toEqual(['microsoft-graph', 'microsoft-login']);
    expect(failed.every(({ error }) => (error ?? '').length > 0)).toBe(true);
    const metrics = (await report()).metrics as Metric[];
    expect(metrics.find(({ metric }) => metric === 'services.failing')?.value).toBe(2);
    microsoft = await startMicrosoftCloud();
  });

  it('answers a probe, and gives nothing away', async () => {
    expect((await app.call(getHealth)).json).toEqual({ status: 'ok' });
    expect((await app.call(getSystemHealth)).status).toBe(401);
  });
});
