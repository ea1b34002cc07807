import { downloadReport } from '@tenantry/contract/audits';
import { makeProjectPlan } from '@tenantry/contract/project-plan';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSimulatedApp } from '../../../testing/simulated-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { every, update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { ReportModel } from './report-model.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
let app: TestApp;
let cookie: string;
let close: () => Promise<void>;
let model: ReportModel | null = null;

beforeEach(async () => {
  ({ app, cookie, close } = await openSimulatedApp());
  vi.spyOn(app.app.reportQueue, 'render').mockImplementation(async (_key, _user, made) => {
    model = await made();
    return new Uint8Array([37, 80, 68, 70]);
  });
  await app.call(startScan, { body: { tenant_id: weak }, cookie });
  await app.drainQueue();
});
afterEach(() => close());

async function planOfReport() {
  expect((await app.call(downloadReport, { params: { id: weak }, cookie })).status).toBe(200);
  return model?.plan;
}

it('a report has a plan only where one was made, with the hours and the price that it estimated before', async () => {
  expect(await planOfReport()).toBeNull();
  const estimate = model?.estimate;
  const made = (await app.call(makeProjectPlan, { body: { tenantId: weak }, cookie })).json;
  const plan = await planOfReport();
  expect(plan).toMatchObject({
    totalItems: made.totalItems,
    estimatedHours: made.estimatedHours,
    revenue: made.revenue,
    completed: 0,
  });
  expect(estimate).toMatchObject({ hours: made.estimatedHours, price: made.revenue });
  expect(estimate?.work).toHaveLength(Number(made.totalItems));
  expect(plan?.phases.flatMap(({ tasks }) => tasks)).toHaveLength(Number(made.totalItems));
  expect(plan?.phases.flatMap(({ tasks }) => tasks).every(({ checkIds }) => checkIds.length > 0)).toBe(true);
});

it('the plan of a report tells what was done by then', async () => {
  await app.call(makeProjectPlan, { body: { tenantId: weak }, cookie });
  const tenant = await app.app.stores.tenants.open(everyTenant, weak);
  if (!tenant) throw new Error('There is no tenant');
  const [first] = await every(tenant.tasks);
  const completedAt = '2026-11-03T10:00:00.000Z';
  await update(
    tenant.tasks,
    first?.id ?? '',
    (task): TaskRecord => ({ ...task, status: 'completed', completedAt, completedBy: 'Tess' }),
  );
  const plan = await planOfReport();
  expect(plan).toMatchObject({ completed: 1, completedHours: first?.estimatedHours });
  const done = plan?.phases.flatMap(({ tasks }) => tasks).filter(({ status }) => status === 'completed');
  expect(done).toMatchObject([{ title: first?.title, completedAt, completedBy: 'Tess' }]);
});
