import { listAdminTenants, listWorkingTenants } from '@tenantry/contract/connections';
import { changeTenant, createTenant, offboardTenant } from '@tenantry/contract/managed-tenants';
import { startScan } from '@tenantry/contract/scans';
import { getTenantSummary, listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { listTenants } from '@tenantry/contract/tenants';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FilledApp, openFilledApp } from '../../../testing/filled-tenants.ts';
import { everythingKept, naming } from '../../../testing/where-named.ts';
import { openTableStateStore } from '../../adapters/azure-storage/table-state-store.ts';
import { update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';

describe('a tenant that is being offboarded', () => {
  let filled: FilledApp;
  let name: string;
  beforeEach(async () => {
    filled = await openFilledApp();
    ({ name } = (await filled.open(filled.tenantId)).tenant);
    return filled.close;
  });

  const offboard = (typed = name) => {
    const { app, tenantId, cookie } = filled;
    return app.call(offboardTenant, { params: { id: tenantId }, body: { name: typed }, cookie });
  };
  /** A worker reads the tenant's directory, so that the offboarding waits for its end. */
  const workOn = async (tenantId: string) => {
    const state = openTableStateStore({ kind: 'connectionString', value: filled.app.connectionString });
    const until = new Date(Date.now() + 60_000).toISOString();
    await state.table('leases').create('leases', `some work on ${tenantId}`, { holder: 'a worker', until });
  };
  /** As if the time in which a worker may still write were over. */
  const quieten = () =>
    update(filled.app.app.stores.tenants.offboarding, filled.tenantId, (tenant) =>
      tenant.offboarding ? { ...tenant, offboarding: { ...tenant.offboarding, quietFrom: null } } : tenant,
    );
  const left = async () => naming(await everythingKept(filled.app), [filled.tenantId, name]).map(({ where }) => where);

  it('is not, where its name is not typed exactly', async () => {
    for (const typed of [`${name} `.repeat(2), name.toUpperCase(), name.slice(0, -1)]) {
      const answer = await offboard(typed);
      expect(answer.status).toBe(400);
      expect(answer.json.fields).toEqual([{ path: 'name', message: `Type the name exactly as it stands: ${name}` }]);
    }
    expect((await filled.open(filled.tenantId)).tenant.offboardingSince ?? null).toBeNull();
  });

  it('waits for a worker to stop, and is gone after it', async () => {
    const { app, tenantId } = filled;
    await workOn(tenantId);
    expect((await offboard()).json).toMatchObject({ done: false });
    expect(await app.app.offboarding.finishWaiting()).toBe(0);
    await quieten();
    expect(await app.app.offboarding.finishWaiting()).toBe(1);
    expect(new Set(await left())).toEqual(new Set(['table c_audit_logs']));
  });

  it('is in no list and cannot be opened, changed, scanned or connected meanwhile', async () => {
    const { app, tenantId, cookie, besideId, microsoft } = filled;
    await workOn(tenantId);
    await offboard();
    for (const endpoint of [listTenants, listTenantSummaries, listWorkingTenants]) {
      const { status, text } = await app.call(endpoint, { cookie });
      expect([status, text.includes(besideId), text.includes(tenantId)]).toEqual([200, true, false]);
    }
    expect((await app.call(getTenantSummary, { params: { id: tenantId }, cookie })).status).toBe(404);
    expect((await app.call(changeTenant, { params: { id: tenantId }, body: { name: 'X' }, cookie })).status).toBe(404);
    expect((await app.call(startScan, { body: { tenant_id: tenantId }, cookie })).status).toBe(404);
    expect(await app.app.stores.tenants.ofDirectory(everyTenant, tenantId)).toBeNull();
    const again = await app.call(createTenant, { body: { name: 'Again', m365TenantId: tenantId }, cookie });
    expect([again.status, again.json.message]).toEqual([
      409,
      'This directory is being offboarded. Try again once that has ended.',
    ]);
    expect(await filled.connect()).toMatch(/^\/auth\/error/);
    expect(microsoft.cloud.prospects.some(({ id }) => id === tenantId)).toBe(true);
  });

  it('is handed no token any more, from the moment that it was asked for', async () => {
    const { app, tenantId } = filled;
    const target = { entraTenantId: tenantId, isSimulated: false };
    const ask = () => app.app.microsoft.microsoft365.graph(target).get('/v1.0/organization');
    await expect(ask()).resolves.toBeDefined();
    await workOn(tenantId);
    await update(app.app.stores.tenants, tenantId, (tenant) => ({
      ...tenant,
      offboardingSince: new Date().toISOString(),
    }));
    await expect(ask()).rejects.toMatchObject({ failure: { code: 'NotConnected' } });
  });

  it('is told to administrators of all tenants alone, with since when', async () => {
    const { app, tenantId, cookie, besideId } = filled;
    await workOn(tenantId);
    await offboard();
    const told = async (as: string) => (await app.call(listAdminTenants, { cookie: as })).json.offboarding;
    expect(await told(cookie)).toEqual([{ id: tenantId, name, since: expect.stringMatching(/^\d{4}-/) }]);
    expect(await told(await app.signInAs('admin', { kind: 'tenants', tenantIds: [besideId, tenantId] }))).toEqual([]);
  });

  it('keeps nothing of a scan that was under way, whose message ends quietly', async () => {
    const { app, tenantId } = filled;
    await filled.scan(tenantId);
    const working = app.drainQueue();
    await offboard();
    await working;
    await app.drainQueue();
    await quieten();
    await app.app.offboarding.finishWaiting();
    await app.app.worker.requeue();
    await app.drainQueue();
    expect(new Set(await left())).toEqual(new Set(['table c_audit_logs']));
  });

  it('is rid of what a slow request wrote after its end', async () => {
    const { app, tenantId, besideId } = filled;
    const tenant = await filled.open(tenantId);
    const [task] = (await tenant.tasks.query({ where: [{ field: 'origin', op: 'ne', value: null }], limit: 1 })).items;
    await offboard();
    if (!task) throw new Error('There is no task');
    await tenant.tasks.create({ ...task, id: `${tenantId}_task-late` });
    await app.app.blobs.write(`settings/${tenantId}/late.json`, '{}', 'application/json');
    expect(new Set(await left())).toContain('table c_tasks');
    await app.app.offboarding.sweepLeftovers();
    expect(new Set(await left())).toEqual(new Set(['table c_audit_logs']));
    expect((await filled.open(besideId)).tenant.audit).not.toBeNull();
  });

  it('keeps what its directory has since it was connected again', async () => {
    const { app, tenantId } = filled;
    await offboard();
    await filled.connect();
    await filled.scan(tenantId);
    await app.drainQueue();
    await app.app.offboarding.sweepLeftovers();
    expect((await filled.open(tenantId)).tenant.audit).not.toBeNull();
    expect(await (await filled.open(tenantId)).findings.count()).toBeGreaterThan(0);
  });

  it('loses its scan where that is asked for at the very moment', async () => {
    const { app, tenantId, cookie } = filled;
    const { scans } = app.app;
    const tenant = await filled.open(tenantId);
    await offboard();
    const caller = { userId: 'first-admin', name: 'Ada', user: { username: 'ada' } } as Parameters<
      typeof scans.start
    >[1];
    await expect(scans.start(tenant, caller)).rejects.toMatchObject({ code: 'TENANT_NOT_FOUND' });
    expect(new Set(await left())).toEqual(new Set(['table c_audit_logs']));
    expect(cookie).not.toBe('');
  });
});
