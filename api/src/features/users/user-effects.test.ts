import { changeAdminSettings, createRoleMapping } from '@tenantry/contract/role-mappings';
import { getScanRun, startScanRun } from '@tenantry/contract/scan-runs';
import { startScan } from '@tenantry/contract/scans';
import { changeUser, deleteUser } from '@tenantry/contract/users';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTask } from '../../domain/tasks/create-task.ts';
import { every, update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import type { ScanRecord } from '../../store/scans.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TaskRecord } from '../../store/tasks.ts';

const idOf = (cookie: string) => String(cookie.split('=')[1]?.split('.')[0]);

describe('what a user has under way', () => {
  let app: TestApp;
  let cookie: string;
  let kept: string;
  let lost: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    [kept = '', lost = ''] = (await app.tenantIds()).toSorted();
  });
  afterEach(() => app.close());

  const scans = async () =>
    (await every(app.app.records.across<ScanRecord>(containers.scanLogs))).map(
      ({ tenantId, status, errorMessage }) => ({
        tenantId,
        status,
        errorMessage,
      }),
    );
  const scan = (tenantId: string, by: string) => app.call(startScan, { body: { tenant_id: tenantId }, cookie: by });
  const change = (id: string, body: object) => app.call(changeUser, { params: { id }, body, cookie });
  const because = 'Canceled: A admin no longer has access to this tenant';

  it('is canceled in the tenants that they lost, and goes on in those that they have', async () => {
    const theirs = await app.signInAs('admin', { kind: 'all' });
    for (const tenantId of [kept, lost]) await scan(tenantId, theirs);
    await change(idOf(theirs), { tenantIds: [kept] });
    expect(await scans()).toEqual(
      expect.arrayContaining([
        { tenantId: kept, status: 'queued', errorMessage: null },
        { tenantId: lost, status: 'cancelled', errorMessage: because },
      ]),
    );
    await app.drainQueue();
    expect((await scans()).map(({ status }) => status).toSorted()).toEqual(['cancelled', 'completed']);
  });

  it('stays where the role alone changes, and where somebody else started it', async () => {
    const theirs = await app.signInAs('admin', { kind: 'all' });
    await scan(kept, theirs);
    await scan(lost, cookie);
    await change(idOf(theirs), { role: 'technician' });
    await change(idOf(theirs), { tenantIds: [kept] });
    expect((await scans()).map(({ status }) => status)).toEqual(['queued', 'queued']);
  });

  it.each([
    ['disabled', (id: string) => change(id, { disabled: true })],
    ['deleted', (id: string) => app.call(deleteUser, { params: { id }, cookie })],
  ])('is canceled everywhere once they are %s, and runs begin no further scan', async (_, end) => {
    const theirs = await app.signInAs('admin', { kind: 'all' });
    const started = await app.call(startScanRun, { body: { tenantIds: 'all' }, cookie: theirs });
    const runId = String(started.json.runId);
    await app.app.scanRuns.work(runId);
    expect(await scans()).toHaveLength(4);
    expect((await end(idOf(theirs))).status).toBe(200);
    expect((await scans()).map(({ status }) => status)).toEqual(Array(4).fill('cancelled'));
    await app.drainQueue();
    const run = await app.call(getScanRun, { params: { runId }, cookie });
    expect(run.json).toMatchObject({ state: 'cancelled', completed: 0 });
  });

  it('of a run are the scans that it has not begun, too', async () => {
    const theirs = await app.signInAs('admin', { kind: 'all' });
    await app.call(startScanRun, { body: { tenantIds: 'all' }, cookie: theirs });
    await change(idOf(theirs), { tenantIds: [kept] });
    await app.drainQueue();
    await app.drainQueue();
    expect(await scans()).toMatchObject([{ tenantId: kept, status: 'completed' }]);
  });

  it('are tasks, which are nobody’s then; what is done stays theirs', async () => {
    const theirs = await app.signInAs('technician', { kind: 'all' });
    const assignee = { userId: idOf(theirs), name: 'A technician' };
    const { trail, clock, stores } = app.app;
    const made: TaskRecord[] = [];
    for (const tenantId of [kept, lost, lost]) {
      const tenant = await stores.tenants.open(everyTenant, tenantId);
      if (!tenant) throw new Error('There is no tenant');
      const wanted = {
        title: 'Enforce MFA',
        description: '',
        category: 'mfa',
        priority: 'high',
        origin: 'manual',
        isSimulated: true,
        createdBy: 'Ada',
        user: 'ada',
        assignee,
      } as const;
      made.push(await createTask({ ...stores, trail, clock }, tenant, wanted));
    }
    const done = made[2] as TaskRecord;
    const ofLost = await stores.tenants.open(everyTenant, lost);
    if (!ofLost) throw new Error('There is no tenant');
    await update(ofLost.tasks, done.id, (task): TaskRecord => ({ ...task, status: 'completed' }));
    await change(idOf(theirs), { tenantIds: [kept] });
    const tasks = await every(app.app.records.across<TaskRecord>(containers.tasks));
    const assigned = new Map(tasks.map((task) => [task.id, task.assignee]));
    expect(made.map(({ id }) => assigned.get(id))).toEqual([assignee, null, assignee]);
    const entries = await every(stores.auditLog.ofMonth(new Date().toISOString()));
    expect(entries.filter((entry) => entry.kind === 'entry' && entry.eventType === 'task_changed')).toMatchObject([
      { user: 'system', tenantId: lost, details: { before: { assignee }, after: { assignee: null } } },
    ]);
  });
});

describe('role mappings and re-sync', () => {
  it('go by the same record: the directory and an administrator leave one between them', async () => {
    const app = await createTestApp();
    const first = await app.registerAdmin();
    await app.call(createRoleMapping, {
      body: { m365Role: 'Helpdesk Administrator', localRole: 'viewer' },
      cookie: first,
    });
    await app.call(changeAdminSettings, { body: { role_sync_enabled: true }, cookie: first });
    for (let round = 0; round < 10; round += 1) {
      const [{ id: last = '' } = {}] = (await app.app.stores.users.administrators()).filter(
        ({ scope, isDisabled }) => scope.kind === 'all' && !isDisabled,
      );
      const other = idOf(await app.signInAs('admin', { kind: 'all' }));
      const outcomes = await Promise.all([
        // As the roles of the directory do at a sign-in (features/auth/sync-role.ts).
        app.app.userAccess.change(other, { role: 'viewer', roleSource: 'mapped' }, { username: 'system' }),
        app.app.userAccess.change(last, round % 2 === 0 ? { isDisabled: true } : { role: 'technician' }, {
          username: 'ada',
        }),
      ]);
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', 'lastAdministrator']);
    }
    await app.close();
  });
});
