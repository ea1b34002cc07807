import { tenantRecordId } from '@tenantry/contract/ids';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { containers } from '../../store/containers.ts';
import { everyTenant } from '../../store/scope.ts';
import { createTask, type NewTask } from './create-task.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const dependencies = () => ({ ...app.app, ...app.app.stores });

const wanted: NewTask = {
  title: 'Require MFA for administrators',
  description: 'Two administrators sign in with a password alone.',
  category: 'mfa',
  priority: 'critical',
  origin: 'approval',
  isSimulated: false,
  createdBy: 'Dana Admin',
  user: 'dana',
};

it('the task of an approval is made once, though a hundred ask for it at the same time', async () => {
  const [id = ''] = await app.tenantIds();
  const tenant = await app.app.stores.tenants.open(everyTenant, id);
  if (!tenant) throw new Error('There is no tenant');
  const linkedApprovalId = tenantRecordId(id, 'a-1');
  const made = await Promise.all(
    Array.from({ length: 100 }, () => createTask(dependencies(), tenant, { ...wanted, linkedApprovalId })),
  );
  expect(new Set(made.map((task) => task.id))).toEqual(new Set([`${id}_task-${linkedApprovalId}`]));
  expect(await tenant.tasks.count()).toBe(1);
  const entries = app.app.records.across(containers.auditLogs);
  expect(await entries.count([{ field: 'eventType', op: 'eq', value: 'task_created' }])).toBe(1);
});

it('a task made by hand is one each time, and open', async () => {
  const [id = ''] = await app.tenantIds();
  const tenant = await app.app.stores.tenants.open(everyTenant, id);
  if (!tenant) throw new Error('There is no tenant');
  const task = await createTask(dependencies(), tenant, { ...wanted, origin: 'manual', title: 'x'.repeat(600) });
  await createTask(dependencies(), tenant, { ...wanted, origin: 'manual' });
  expect(task).toMatchObject({ status: 'open', assignee: null, dueDate: null, completedAt: null, hasOutbox: false });
  expect(task.title).toHaveLength(500);
  expect(await tenant.tasks.count()).toBe(2);
});

it('a task with a key is one, however many ask for it', async () => {
  const [id = ''] = await app.tenantIds();
  const tenant = await app.app.stores.tenants.open(everyTenant, id);
  if (!tenant) throw new Error('There is no tenant');
  const key = crypto.randomUUID();
  const made = await Promise.all(
    Array.from({ length: 10 }, () => createTask(dependencies(), tenant, { ...wanted, origin: 'plan', key })),
  );
  expect(new Set(made.map((task) => task.id))).toEqual(new Set([`${id}_task-${key}`]));
  expect(await tenant.tasks.count()).toBe(1);
});

it('a task has the hours of the price list for the remedy of its check, unless somebody gave others, or there is no check', async () => {
  const [id = ''] = await app.tenantIds();
  const tenant = await app.app.stores.tenants.open(everyTenant, id);
  if (!tenant) throw new Error('There is no tenant');
  const hours = async (given: Partial<NewTask>) =>
    (await createTask(dependencies(), tenant, { ...wanted, ...given })).estimatedHours;
  expect(await hours({ checkId: 'ca.mfa.all' })).toBe(4);
  expect(await hours({ checkId: 'ca.mfa.all', remedyId: 'license-microsoft-entra-id-p1' })).toBe(1.5);
  expect(await hours({ checkId: 'gone.check' })).toBe(2);
  expect(await hours({ checkId: 'ca.mfa.all', estimatedHours: 7.5 })).toBe(7.5);
  expect(await hours({ origin: 'manual' })).toBeNull();
});
