import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { createTask } from '../../domain/tasks/create-task.ts';
import { every, update } from '../../ports/collection.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import { openPlanApp, type PlanApp, weak } from './testing/plan-app.ts';

describe('tasks that an earlier version made for single findings', () => {
  let app: PlanApp;
  beforeEach(async () => {
    app = await openPlanApp();
    await app.scan(weak);
  });
  afterEach(() => app.close());

  const ofMfa = async () => (await app.openFindings(weak)).filter((one) => workOf(one).id === 'require-mfa');
  const tasks = async () => every((await app.records(weak)).tasks);
  /** As the plan of such a version had them: one for each finding, three hours each. */
  const earlier = async (patch: (index: number) => Partial<TaskRecord>): Promise<TaskRecord[]> => {
    const records = await app.records(weak);
    const made: TaskRecord[] = [];
    for (const [index, { id, title, description, category, checkId }] of (await ofMfa()).entries()) {
      const given = { title, description, category, checkId, linkedFindingId: id, estimatedHours: 3 };
      const task = await createTask({ ...app.app.app, ...app.app.app.stores }, records, {
        ...given,
        priority: 'high',
        origin: 'plan',
        isSimulated: true,
        createdBy: 'Dana',
        user: 'dana',
      });
      made.push((await update(records.tasks, task.id, (one) => ({ ...one, ...patch(index) }))) ?? task);
    }
    return made;
  };

  it('are not doubled: the one that is furthest along becomes the task of the whole work, with its hours', async () => {
    const before = await earlier((index) => (index === 2 ? { status: 'in_progress', assigneeId: 'tess' } : {}));
    const plan = await app.made(weak, [before[0]?.linkedFindingId ?? '']);
    expect(plan.items).toHaveLength(1);
    expect(plan.items[0]).toMatchObject({
      id: before[2]?.id,
      title: 'Require MFA for every sign-in',
      status: 'in_progress',
      remedyId: 'require-mfa',
      estimatedHours: 12,
    });
    expect(plan.items[0]?.findingIds.toSorted()).toEqual((await ofMfa()).map(({ id }) => id).sort());
    expect(await tasks()).toHaveLength(before.length);
    const task = (await tasks()).find(({ id }) => id === before[2]?.id);
    expect(task?.history.at(-1)).toMatchObject({
      by: 'Ada Lovelace',
      note: 'Became the task of the whole work when the project plan was made.',
    });
    const [entry] = await app.trailOf('task_planned');
    expect(entry?.details).toMatchObject({ before: { estimatedHours: 3 }, after: { estimatedHours: 12 } });
  });

  it('leave the plan that had them all, whose record says so, and stay in the Task Center', async () => {
    const planned = await app.made(weak);
    const own = (await tasks()).find(({ remedyId }) => remedyId === 'require-mfa');
    const records = await app.records(weak);
    await records.tasks.delete(own?.id ?? '');
    const before = await earlier(() => ({ projectPlanId: planned.planId }));
    await update(records.projectPlans, planned.planId ?? '', (plan) => {
      const items = before.map(({ id, linkedFindingId }) => ({
        taskId: id,
        findingId: linkedFindingId ?? '',
        priority: 'high' as const,
        estimatedHours: 3,
      }));
      const others = plan.data.items.filter(({ taskId }) => taskId !== own?.id);
      return { ...plan, data: { items: [...others, ...items] } };
    });
    const again = await app.made(weak);
    expect([again.totalItems, again.estimatedHours]).toEqual([planned.totalItems, planned.estimatedHours]);
    expect(again.items.filter(({ remedyId }) => remedyId === 'require-mfa')).toHaveLength(1);
    const [record] = await every(records.projectPlans);
    expect(record).toMatchObject({ totalTasks: planned.totalItems, estimatedHours: planned.estimatedHours });
    const left = (await tasks()).filter(({ id }) => before.some((one) => one.id === id));
    expect(left.map(({ projectPlanId, status }) => [projectPlanId, status])).toEqual(
      expect.arrayContaining([[null, 'open']]),
    );
    expect(left).toHaveLength(before.length);
  });

  it('are taken in once by plans that are made at once', async () => {
    const before = await earlier(() => ({}));
    await Promise.all([app.make(weak), app.make(weak), app.make(weak)]);
    const plan = await app.plan(weak);
    const ofWork = plan.items.filter(({ remedyId }) => remedyId === 'require-mfa');
    expect(ofWork.map(({ id }) => before.some((one) => one.id === id))).toEqual([true]);
  });

  it('learn which findings joined the work', async () => {
    const [first, ...others] = await ofMfa();
    const { findings } = await app.records(weak);
    for (const { id } of others) await update(findings, id, (one) => ({ ...one, status: 'RESOLVED' as const }));
    expect((await app.made(weak, [first?.id ?? ''])).items[0]?.findingIds).toEqual([first?.id]);
    for (const { id } of others) await update(findings, id, (one) => ({ ...one, status: 'OPEN' as const }));
    const plan = await app.made(weak, [others[0]?.id ?? '']);
    expect(plan.items.map(({ findingIds }) => findingIds.toSorted())).toEqual([
      [first, ...others].map((one) => one?.id ?? '').sort(),
    ]);
  });
});
