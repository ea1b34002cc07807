import { type AdminStats, getAdminStats, getDashboardStats } from '@tenantry/contract/admin-stats';
import { listApprovals } from '@tenantry/contract/approvals';
import { startScan } from '@tenantry/contract/scans';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTask } from '../../domain/tasks/create-task.ts';
import { update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';

const weak = weakProfile.id;

describe('the counters of the admin panel', () => {
  let app: TestApp;
  let cookie: string;
  let pending: number;
  beforeAll(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
    pending = Number((await app.call(listApprovals, { cookie, query: { status: 'pending' } })).json.total);
    const tenant = await app.app.stores.tenants.open(everyTenant, weak);
    if (!tenant) throw new Error('The tenant is missing');
    const tasks = await Promise.all(['one', 'two', 'three'].map((title) => newTask(tenant, title)));
    await update<TaskRecord>(tenant.tasks, tasks[0]?.id ?? '', (task) => ({ ...task, status: 'completed' }));
  });
  afterAll(() => app.close());

  const newTask = (tenant: TenantRecords, title: string) =>
    createTask({ ...app.app, ...app.app.stores }, tenant, {
      origin: 'manual',
      title,
      description: '',
      category: 'mfa',
      priority: 'high',
      isSimulated: true,
      createdBy: 'Ada',
      user: 'ada',
    });
  const stats = async (by = cookie) => (await app.call(getAdminStats, { cookie: by })).json as AdminStats;
  const knowDirectories = (users: number | null) =>
    Promise.all(
      [weak, ...(users === null ? [] : [goodProfile.id])].map((id) =>
        update(app.app.records.partition<TenantRecord>(containers.tenants, globalPartition), id, (tenant) => ({
          ...tenant,
          directory: users === null ? null : { users, syncedAt: tenant.createdAt, isSimulated: true },
        })),
      ),
    );

  it('tell what there is over all tenants, and why a figure is not known', async () => {
    expect(await stats()).toEqual({
      totalTenants: 4,
      totalUsers: 1,
      directoryAccounts: null,
      totalAudits: 1,
      pendingApprovals: pending,
      activeTasks: 2,
      completedTasks: 1,
      unknownBecause: { directoryAccounts: 'The directories of 4 tenants have not been synchronized yet.' },
    });
    expect(pending).toBeGreaterThan(5);
  });

  it('keep to the scope of the caller', async () => {
    await knowDirectories(120);
    const other = await app.signInAs('admin', { kind: 'tenants', tenantIds: [goodProfile.id] });
    const nothing = { totalAudits: 0, pendingApprovals: 0, activeTasks: 0, completedTasks: 0 };
    expect(await stats(other)).toEqual({
      totalTenants: 1,
      totalUsers: 1,
      directoryAccounts: 120,
      ...nothing,
      unknownBecause: {},
    });
    const none = await app.signInAs('admin', { kind: 'none' });
    expect(await stats(none)).toMatchObject({ totalTenants: 0, ...nothing });
    await knowDirectories(null);
  });

  it('are those of the selected tenant on the dashboard, for everybody who may see it', async () => {
    const viewer = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [weak, goodProfile.id] });
    const ofOne = await app.call(getDashboardStats, { cookie: viewer, tenantId: weak });
    expect(ofOne.json).toMatchObject({ totalTenants: 1, totalAudits: 1, activeTasks: 2 });
    const ofAll = await app.call(getDashboardStats, { cookie: viewer });
    expect(ofAll.json).toMatchObject({ totalTenants: 2, totalAudits: 1 });
    expect((await app.call(getAdminStats, { cookie: viewer })).status).toBe(403);
  });
});
