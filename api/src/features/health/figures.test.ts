import type { MetricName } from '@tenantry/contract/health';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MicrosoftCloud, startMicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openJsonLines } from '../../adapters/telemetry/json-lines.ts';
import { timersOf } from '../../jobs.ts';
import { createOnce, update } from '../../ports/collection.ts';
import { emptyRecord } from '../connections/credential-changes.ts';
import { createTokenRefresh } from '../connections/token-refresh.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe('the figures behind the alerts', () => {
  let app: TestApp;
  let cookie: string;
  let microsoft: MicrosoftCloud;
  let sent: Map<MetricName, number>;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    sent = new Map();
    const quiet = openJsonLines(
      () => undefined,
      () => undefined,
    );
    microsoft = await startMicrosoftCloud();
    app = await createTestApp(microsoft.settings, {
      sink: { ...quiet, gauge: (metric, value) => sent.set(metric, value) },
    });
    cookie = await app.registerAdmin();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    await app.close();
    await microsoft.close();
  });

  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  async function figure(name: MetricName): Promise<number | undefined> {
    // The clock stands still, and a probe is known by its time.
    pass(1);
    sent.clear();
    await app.app.health.probeAll();
    return sent.get(name);
  }
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

  it('tell how long the oldest scan has waited: 0 where none waits', async () => {
    expect(await figure('scans.queued.oldest.minutes')).toBe(0);
    const [first, second] = await app.tenantIds();
    await app.call(startScan, { cookie, body: { tenant_id: first } });
    pass(40 * minuteMs);
    await app.call(startScan, { cookie, body: { tenant_id: second } });
    pass(50 * minuteMs);
    expect(await figure('scans.queued.oldest.minutes')).toBe(90);
  });

  it('tell how long the timer that has been silent longest has not succeeded, one that never ran among them', async () => {
    expect(await figure('timers.silent.minutes')).toBeUndefined();
    const timers = timersOf(app.app);
    const runAll = async () => {
      pass(1);
      for (const timer of timers) await timer.run();
    };
    await runAll();
    expect(await figure('timers.silent.minutes')).toBe(0);
    pass(40 * minuteMs);
    await runAll();
    expect(await figure('timers.silent.minutes')).toBe(0);
    pass(10 * minuteMs);
    pass(1);
    for (const timer of timers.slice(1)) await timer.run();
    expect(await figure('timers.silent.minutes')).toBe(10);
  });

  it('count a timer that has never run from the first run of another', async () => {
    const [first] = timersOf(app.app);
    await first?.run();
    pass(35 * minuteMs);
    await first?.run();
    expect(await figure('timers.silent.minutes')).toBe(35);
  });

  it('count the client secrets that end within 14 days or have ended, of tenants that something real is read of', async () => {
    const [tenantId = ''] = await app.tenantIds();
    const { credentials, tenants } = app.app.stores;
    const before = (await figure('secrets.ending')) ?? Number.NaN;
    const secret = { keyVersion: 1, iv: '', tag: '', data: '' };
    const record = { ...emptyRecord(tenantId, inDays(0)), clientSecret: secret, secretExpiresAt: inDays(13) };
    await createOnce(credentials.of(tenantId), record);
    expect(await figure('secrets.ending')).toBe(before);
    await update(tenants, tenantId, (tenant) => ({ ...tenant, isMock: false }));
    expect(await figure('secrets.ending')).toBe(before + 1);
    await update(credentials.of(tenantId), record.id, (one) => ({ ...one, secretExpiresAt: inDays(15) }));
    expect(await figure('secrets.ending')).toBe(before);
    await update(credentials.of(tenantId), record.id, (one) => ({ ...one, secretExpiresAt: inDays(-1) }));
    expect(await figure('secrets.ending')).toBe(before + 1);
  });

  it('count the tenants whose tokens could not be renewed within the hour', async () => {
    const [tenantId = ''] = await app.tenantIds();
    const { credentials, tenants } = app.app.stores;
    await createOnce(credentials.of(tenantId), { ...emptyRecord(tenantId, inDays(0)), refreshDueAt: inDays(-1) });
    const refresh = createTokenRefresh({
      tenants,
      credentials: app.app.microsoft.credentials,
      access: { renew: () => Promise.reject(new Error('fetch failed')) },
      log: () => undefined,
    });
    expect(await figure('tokens.refresh.failed.hour')).toBe(0);
    expect(await refresh.refreshDue()).toBe(1);
    expect(await figure('tokens.refresh.failed.hour')).toBe(1);
    pass(61 * minuteMs);
    expect(await figure('tokens.refresh.failed.hour')).toBe(0);
  });

  it('leave even where they cannot be kept, and those that could not be counted do not', async () => {
    const { health, scans } = app.app.stores;
    vi.spyOn(scans, 'count').mockRejectedValue(new Error('no answer'));
    vi.spyOn(health, 'keep').mockRejectedValue(new Error('no answer'));
    await expect(app.app.health.probeAll()).rejects.toThrow();
    expect(sent.get('services.failing')).toBe(0);
    expect(sent.get('queue.upkeep')).toBe(0);
    expect(sent.has('scans.queued')).toBe(false);
  });
});
