import { getChangeWatch, listChanges, type TenantChangeRecord } from '@tenantry/contract/changes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { update } from '../../ports/collection.ts';
import type { WatchEntity } from './watch-state.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const noAnswer = { tenantId: weak, kind: 'status', status: 503, retryAfterSeconds: 0 } as const;

let world: SimulatedApp;
beforeEach(async () => {
  world = await openSimulatedApp();
  await world.scan();
});
afterEach(() => world.close());

const look = () => world.app.app.changeWatch.work([weak]);
async function watchState(): Promise<WatchEntity> {
  const found = await world.app.app.changeWatch.table.get('tenants', weak);
  if (!found) throw new Error('The tenant is not watched');
  return found.value;
}
const watchTold = async (cookie = world.cookie) =>
  getChangeWatch.response.parse((await world.app.call(getChangeWatch, { cookie })).json);
async function noticed(kind: string): Promise<TenantChangeRecord[]> {
  const { json } = await world.app.call(listChanges, { query: { kind }, cookie: world.cookie });
  return json.items as TenantChangeRecord[];
}

describe('a look that could not read what the log speaks of', () => {
  it('ticks no entry off, and the next one notices the change', async () => {
    world.cloud.changeTenant(weak, { kind: 'role', role: 'Global Administrator', user: 200 }, { user: 4 });
    world.cloud.changeTenant(weak, { kind: 'consent', app: 'Mail Merge Pro' }, { user: 3 });
    const before = await watchState();
    world.cloud.faults.set({ ...noAnswer, pathPrefix: '/roleManagement' });
    await look();
    expect(await noticed('privileged-role')).toEqual([]);
    expect(await noticed('app-consent')).toHaveLength(1);
    const { since, seen, failures } = await watchState();
    expect({ since, seen, failures }).toEqual({ since: before.since, seen: before.seen, failures: 1 });
    world.cloud.faults.clear();
    await look();
    expect(await noticed('privileged-role')).toMatchObject([{ noticedBy: 'watch', by: { kind: 'user' } }]);
    expect(await noticed('app-consent')).toHaveLength(1);
    expect(await watchState()).toMatchObject({ failures: 0, because: '' });
  });
});

describe('a log with more entries than one read keeps', () => {
  it('is read on to its end', async () => {
    world.cloud.changeTenant(weak, { kind: 'consent', app: 'Mail Merge Pro' }, { user: 3 });
    for (let count = 0; count < 1_100; count += 1) {
      const set = { allowInvitesFrom: count % 2 === 0 ? 'none' : 'everyone' };
      world.cloud.changeTenant(weak, { kind: 'setting', setting: 'authorization', set }, { user: 4 });
    }
    await look();
    expect(await noticed('app-consent')).toMatchObject([{ object: 'Mail Merge Pro' }]);
    expect(await watchState()).toMatchObject({ failures: 0, because: '' });
  });

  it('is said not to have been read where it has no end, and every setting of which it tells is looked at', async () => {
    world.cloud.changeTenant(weak, { kind: 'role', role: 'Global Administrator', user: 200 }, { user: 4 });
    for (let count = 0; count < 5_100; count += 1) {
      const set = { allowInvitesFrom: count % 2 === 0 ? 'none' : 'everyone' };
      world.cloud.changeTenant(weak, { kind: 'setting', setting: 'authorization', set }, { user: 4 });
    }
    await look();
    expect(await noticed('privileged-role')).toMatchObject([{ gravity: 'critical', by: null }]);
    expect((await watchTold()).leftOut[0]?.because).toMatch(/more entries than can be read.* before 20/);
  });
});

describe('a tenant that is being scanned', () => {
  it('is looked at after the scan, so that nothing is a change since two scans', async () => {
    const records = await world.app.app.stores.tenants.open({ kind: 'all' }, weak);
    const [scan] = (await records?.scans.query({ limit: 1 }))?.items ?? [];
    if (!records || !scan) throw new Error('There is no scan');
    const status = (wanted: 'running' | 'completed') =>
      update(records.scans, scan.id, (current) => ({ ...current, status: wanted }));
    world.cloud.changeTenant(weak, { kind: 'role', role: 'Global Administrator', user: 200 }, { user: 4 });
    await status('running');
    const { since, seen } = await watchState();
    await look();
    expect(await noticed('privileged-role')).toEqual([]);
    expect(await watchState()).toMatchObject({ since, seen, failures: 0 });
    await status('completed');
    await look();
    expect(await noticed('privileged-role')).toHaveLength(1);
  });
});

describe('a tenant whose looks fail', () => {
  it('is left out with the reason after three in a row, and no longer once one succeeds', async () => {
    world.cloud.faults.set({ ...noAnswer, pathPrefix: '/auditLogs' });
    await look();
    await look();
    expect(await watchTold()).toMatchObject({ watched: 1, leftOut: [] });
    await look();
    expect(await watchTold()).toMatchObject({
      watched: 0,
      leftOut: [{ tenantId: weak, because: expect.stringMatching(/^The last 3 looks failed: .*503/) }],
    });
    await look();
    expect((await watchTold()).leftOut[0]?.because).toContain('The last 4 looks failed');
    world.cloud.faults.clear();
    await look();
    expect(await watchTold()).toMatchObject({ watched: 1, leftOut: [] });
  });

  it('asks for all that it missed, also where a scan has ended since', async () => {
    const { since } = await watchState();
    world.cloud.changeTenant(weak, { kind: 'consent', app: 'Mail Merge Pro' }, { user: 3 });
    world.cloud.faults.set({ ...noAnswer, pathPrefix: '/auditLogs' });
    for (let count = 0; count < 3; count += 1) await look();
    world.cloud.faults.clear();
    await world.scan();
    expect(await watchState()).toMatchObject({ since, because: '', failures: 0 });
    await look();
    expect(await noticed('app-consent')).toMatchObject([{ object: 'Mail Merge Pro' }]);
  });

  it('counts a look that breaks off by itself', async () => {
    world.cloud.changeTenant(weak, { kind: 'role', role: 'Global Administrator', user: 200 }, { user: 4 });
    const { archive, stores } = world.app.app;
    const { read } = archive;
    const { open } = stores.tenants;
    stores.tenants.open = () => Promise.reject(new Error('The store does not answer'));
    await look();
    stores.tenants.open = open;
    archive.read = () => Promise.reject(new Error('The storage does not answer'));
    await look();
    await look();
    expect((await watchTold()).leftOut).toMatchObject([{ because: expect.stringContaining('it broke off') }]);
    archive.read = read;
    await look();
    expect(await noticed('privileged-role')).toHaveLength(1);
    expect(await watchTold()).toMatchObject({ watched: 1, leftOut: [] });
  });
});

describe('the state of the watch', () => {
  it('of a few tenants is read by their ids, not from a list of all', async () => {
    const technician = await world.app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
    const { table } = world.app.app.changeWatch;
    const list = table.list;
    let listed = 0;
    table.list = (partition) => {
      listed += 1;
      return list.call(table, partition);
    };
    expect(await watchTold(technician)).toMatchObject({ watched: 1, leftOut: [] });
    expect(listed).toBe(0);
    await watchTold();
    expect(listed).toBe(1);
  });
});
