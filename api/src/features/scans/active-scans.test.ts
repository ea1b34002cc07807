import { beforeEach, describe, expect, it } from 'vitest';
import { withLostAnswers } from '../../../testing/lost-answers.ts';
import { memoryStateTable } from '../../../testing/memory-state-table.ts';
import { claimStorage } from '../../../testing/test-storage.ts';
import { openTableStateStore } from '../../adapters/azure-storage/table-state-store.ts';
import { type ActiveScanEntity, type ActiveScans, createActiveScans, leaseMs } from './active-scans.ts';

const tenant = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const minuteMs = 60_000;

describe('scans that have not ended', () => {
  let nowMs: number;
  let one: ActiveScans;
  let other: ActiveScans;

  beforeEach(async () => {
    nowMs = Date.parse('2026-11-20T08:00:00Z');
    const state = openTableStateStore({ kind: 'connectionString', value: await claimStorage() });
    const open = () => createActiveScans(state.table<ActiveScanEntity>('activescans'), { now: () => new Date(nowMs) });
    [one, other] = [open(), open()];
    await one.begin(tenant, 'scan-1');
  });

  async function sentBy(scans: ActiveScans): Promise<number[]> {
    const delays: number[] = [];
    for await (const { delayMs } of scans.toSend()) delays.push(delayMs);
    return delays;
  }

  it('are one for each tenant', async () => {
    expect(await other.begin(tenant, 'scan-2')).toBe('scan-1');
    const leases = await Promise.all([one.acquire(tenant, 'scan-1'), other.acquire(tenant, 'scan-1')]);
    expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
  });

  it('are sent again where they wait, by one process, later each time', async () => {
    expect(await sentBy(one)).toEqual([]);
    for (const waitMs of [15 * minuteMs, 60 * minuteMs, 240 * minuteMs]) {
      nowMs += waitMs - 1000;
      expect(await sentBy(one)).toEqual([]);
      nowMs += 1000;
      expect((await Promise.all([sentBy(one), sentBy(other)])).flat()).toEqual([0]);
    }
  });

  it('are requeued for when the lease of their worker would have run out', async () => {
    const lease = await one.acquire(tenant, 'scan-1');
    expect(await sentBy(other)).toEqual([leaseMs + 1000]);
    nowMs += leaseMs;
    expect(await sentBy(other)).toEqual([0]);
    expect(await lease?.renew()).toBe(true);
    expect(await other.acquire(tenant, 'scan-1')).toBeNull();
  });

  it('wait from when their worker gave them back', async () => {
    const lease = await one.acquire(tenant, 'scan-1');
    nowMs += 30 * minuteMs;
    await lease?.release();
    expect(await sentBy(other)).toEqual([]);
    nowMs += 15 * minuteMs;
    expect(await sentBy(other)).toEqual([0]);
  });

  it('are not lost to a renewal beside another', async () => {
    const lease = await one.acquire(tenant, 'scan-1');
    expect(await Promise.all([lease?.renew(), lease?.renew(), lease?.renew()])).toEqual([true, true, true]);
  });

  it('begin, are had and given back where the answers to that were lost', async () => {
    const table = memoryStateTable<ActiveScanEntity>();
    const unsure = createActiveScans(withLostAnswers(table), { now: () => new Date(nowMs) });
    expect(await unsure.begin(tenant, 'scan-1')).toBeNull();
    const lease = await unsure.acquire(tenant, 'scan-1');
    expect(lease).not.toBeNull();
    expect(await unsure.isHeld(tenant)).toBe(true);
    await lease?.release();
    expect(await unsure.isHeld(tenant)).toBe(false);
    expect(await lease?.renew()).toBe(false);
  });
});
