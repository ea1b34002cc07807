import { getSamplePlan } from '@tenantry/contract/project-plan';
import { Category } from '@tenantry/contract/verdicts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { every, update } from '../../ports/collection.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import { completionEstimate } from './sample-plan.ts';
import { openPlanApp, type PlanApp, weak } from './testing/plan-app.ts';

describe('GET /api/project/sample', () => {
  let app: PlanApp;
  beforeEach(async () => {
    app = await openPlanApp();
  });
  afterEach(() => app.close());

  const sample = async (cookie = app.admin) =>
    getSamplePlan.response.parse((await app.app.call(getSamplePlan, { tenantId: weak, cookie })).json);

  it('answers a simulated tenant that was never scanned with sample data, marked so', async () => {
    const answer = await sample();
    expect(answer).toMatchObject({ planId: 'sample', isSample: true, isSimulated: true });
    expect(answer.reason).toBe(
      'This tenant has never been scanned: this is sample data. Run a scan to plan its own work.',
    );
    expect(answer.tasks.length).toBeGreaterThan(3);
    for (const task of answer.tasks) {
      expect(task).toMatchObject({ status: 'pending', notes: '', assignee: null });
      expect(Category.options).toContain(task.category);
      expect(task.estimatedHours).toBeGreaterThan(0);
    }
    expect(answer.summary.completionEstimate).toMatch(/^\d+(\.\d+)? hours of work, about \d+ working days$/);
  });

  it('answers a live tenant that was never scanned with nothing, and why', async () => {
    await update(app.app.app.stores.tenants, weak, (tenant) => ({ ...tenant, isMock: false }));
    expect(await sample()).toEqual({
      planId: null,
      summary: { completionEstimate: null, totalTasks: null, completedTasks: null, estimatedHours: null },
      tasks: [],
      isSimulated: false,
      isSample: false,
      reason: 'This tenant has never been scanned. Run a scan, then make a plan of what it finds.',
    });
  });

  it('answers with nothing while no plan was made of the findings, simulated or not', async () => {
    await app.scan(weak);
    expect(await sample()).toMatchObject({
      planId: null,
      tasks: [],
      isSample: false,
      reason: 'No project plan has been made of the findings yet.',
    });
  });

  it('answers with the tenant’s own plan, its tasks in the Task Center’s words', async () => {
    await app.scan(weak);
    const plan = await app.made(weak);
    const { tasks } = await app.records(weak);
    const words = { open: 'pending', in_progress: 'in-progress', completed: 'complete', on_hold: 'blocked' } as const;
    const some = (await every(tasks)).slice(0, 4);
    for (const [index, status] of (['open', 'in_progress', 'completed', 'on_hold'] as const).entries()) {
      const assignee = { userId: 'u', name: 'Tess' };
      await update(tasks, some[index]?.id ?? '', (task): TaskRecord => ({ ...task, status, assignee, notes: 'Soon' }));
    }
    const viewer = await app.app.signInAs('viewer', { kind: 'tenants', tenantIds: [weak] });
    const answer = await sample(viewer);
    expect(answer).toMatchObject({ planId: plan.planId, isSample: false, reason: null });
    expect(answer.tasks.map(({ id }) => id)).toEqual((await app.plan(weak)).items.map(({ id }) => id));
    for (const [index, status] of Object.values(words).entries()) {
      const task = answer.tasks.find(({ id }) => id === some[index]?.id);
      expect(task).toMatchObject({ status, assignee: 'Tess', notes: 'Soon' });
      expect(task?.createdDate).toBe(some[index]?.createdAt);
    }
    expect(answer.summary).toMatchObject({ totalTasks: plan.totalItems, completedTasks: 1 });
  });
});

describe('how much work is left', () => {
  const task = (estimatedHours: number | null, status: 'pending' | 'complete' = 'pending') => ({
    estimatedHours,
    status,
  });
  it.each([
    [[], 'No work is planned'],
    [[task(3, 'complete')], 'All work is done'],
    [[task(1)], '1 hour of work, about 1 working day'],
    [[task(8), task(0.5), task(9, 'complete')], '8.5 hours of work, about 2 working days'],
    [[task(8), task(null)], '8 hours of work, about 1 working day, and 1 task without an estimate'],
    [[task(null), task(null)], '2 tasks without an estimate'],
  ])('of %j is told in words', (tasks, told) => {
    expect(completionEstimate(tasks)).toBe(told);
  });
});
