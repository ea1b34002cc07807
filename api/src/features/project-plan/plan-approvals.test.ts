import { approve } from '@tenantry/contract/approvals';
import { makeProjectPlan, previewProjectPlan } from '@tenantry/contract/project-plan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTask } from '../../domain/tasks/create-task.ts';
import { every } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import { openPlanApp, type PlanApp, unlicensed, weak } from './testing/plan-app.ts';

describe('the approvals that a project plan holds', () => {
  let app: PlanApp;
  let technician: string;
  beforeEach(async () => {
    app = await openPlanApp();
    await app.scan(weak);
    technician = await app.app.signInAs('technician', { kind: 'all' });
  });
  afterEach(() => app.close());

  const approvals = async (): Promise<ApprovalRecord[]> => every((await app.records(weak)).approvals);
  const tasks = async () => every((await app.records(weak)).tasks);
  const statuses = async () => [...new Set((await approvals()).map(({ status }) => status))];
  const preview = async (findingIds?: readonly string[], cookie = app.admin) => {
    const body = { tenantId: weak, ...(findingIds && { findingIds }) };
    return previewProjectPlan.response.parse((await app.app.call(previewProjectPlan, { body, cookie })).json);
  };
  const pendingOf = ({ items }: Awaited<ReturnType<typeof preview>>) =>
    items.flatMap(({ approval }) => (approval?.status === 'pending' ? approval.id : []));
  const make = (approving: readonly string[], findingIds?: readonly string[], cookie = app.admin) =>
    app.app.call(makeProjectPlan, {
      body: { tenantId: weak, approve: [...approving], ...(findingIds && { findingIds }) },
      cookie,
    });
  const made = async (...given: Parameters<typeof make>) => makeProjectPlan.response.parse((await make(...given)).json);

  it('wait still, whoever made it, and its items say so', async () => {
    for (const by of [technician, app.admin]) {
      const { approved, items } = await app.made(weak, undefined, by);
      expect(approved).toBe(0);
      expect(await statuses()).toEqual(['pending']);
      const waiting = items.filter(({ approvalStatus }) => approvalStatus === 'pending');
      expect(waiting.map(({ linkedApprovalId }) => linkedApprovalId).sort()).toEqual(
        (await approvals()).map(({ id }) => id).sort(),
      );
      const others = items.filter((item) => !waiting.includes(item));
      expect(others.every(({ approvalStatus }) => approvalStatus === null)).toBe(true);
    }
  });

  it('are listed before it is made, with its work, hours and price, and nothing is changed by that', async () => {
    const told = await preview(undefined, technician);
    expect(pendingOf(told).sort()).toEqual((await approvals()).map(({ id }) => id).sort());
    expect([await tasks(), await statuses()]).toEqual([[], ['pending']]);
    const plan = await app.made(weak);
    expect([told.hours, told.revenue, told.items.length]).toEqual([plan.estimatedHours, plan.revenue, plan.totalItems]);
    for (const { remedyId, title, hours, revenue, findings, priority } of told.items) {
      const item = plan.items.find((one) => one.remedyId === remedyId);
      expect(item).toMatchObject({ title, priority, estimatedHours: hours, revenue });
      expect(item?.findingIds).toHaveLength(findings);
    }
  });

  it('are approved where an administrator names them, each with its one task and all with one entry in the trail', async () => {
    const { approved, items } = await made(pendingOf(await preview()));
    const all = await approvals();
    expect(approved).toBe(all.length);
    for (const { id, status, approvedBy, reviewNotes, taskId } of all) {
      expect({ status, approvedBy, reviewNotes }).toEqual({
        status: 'approved',
        approvedBy: 'Ada Lovelace',
        reviewNotes: 'Approved with the project plan.',
      });
      expect(items.filter(({ linkedApprovalId }) => linkedApprovalId === id).map((item) => item.id)).toEqual([taskId]);
    }
    expect(items.some(({ approvalStatus }) => approvalStatus === 'pending')).toBe(false);
    expect(await tasks()).toHaveLength(items.length);
    const [entry, ...others] = await app.trailOf('approvals_decided');
    expect(others).toEqual([]);
    const { approvalIds } = entry?.details ?? {};
    expect(new Set(approvalIds as string[])).toEqual(new Set(all.map(({ id }) => id)));
    expect(await app.trailOf('approval_approved')).toEqual([]);
  });

  it('are approved by no technician, and nothing is planned then', async () => {
    const refused = await make(pendingOf(await preview()), undefined, technician);
    expect([refused.status, refused.json.code]).toEqual([403, 'FORBIDDEN']);
    expect([await tasks(), await statuses()]).toEqual([[], ['pending']]);
  });

  it('that a technician’s plan left are approved when an administrator makes it again and says so', async () => {
    const planned = await app.made(weak, undefined, technician);
    const again = await made(pendingOf(await preview()));
    expect([again.added, again.approved]).toEqual([0, (await approvals()).length]);
    expect(await statuses()).toEqual(['approved']);
    expect(await tasks()).toHaveLength(planned.items.length);
  });

  it('of other work, of other organizations, or that somebody decided, stay as they are though they are named', async () => {
    await app.scan(unlicensed);
    const [first, second, third] = await approvals();
    const [foreign] = await every((await app.records(unlicensed)).approvals);
    if (!first || !second || !third || !foreign) throw new Error('There are too few approvals');
    await app.app.call(approve, { params: { id: second.id }, body: {}, cookie: app.admin });
    const chosen = [first, second].flatMap(({ findings }) => findings[0]?.id ?? []);
    expect(pendingOf(await preview(chosen))).toEqual([first.id]);
    expect(
      (
        await made(
          [first, second, third, foreign].map(({ id }) => id),
          chosen,
        )
      ).approved,
    ).toBe(1);
    const waiting = (await approvals()).filter(({ status }) => status === 'pending');
    expect(waiting).toHaveLength((await approvals()).length - 2);
    const others = await every((await app.records(unlicensed)).approvals);
    expect(others.every(({ status }) => status === 'pending')).toBe(true);
  });

  it('are approved once, and have one task each, by plans and decisions that are made at once', async () => {
    const before = await approvals();
    const ids = before.map(({ id }) => id);
    const decided = ids.slice(0, 3).map((id) => app.app.call(approve, { params: { id }, body: {}, cookie: app.admin }));
    const answers = await Promise.all([make(ids), make(ids), app.make(weak, undefined, technician), ...decided]);
    expect(answers.slice(0, 3).every(({ status }) => status < 300)).toBe(true);
    expect(await statuses()).toEqual(['approved']);
    const findings = await app.openFindings(weak);
    expect((await tasks()).flatMap(({ findingIds }) => findingIds).sort()).toEqual(findings.map(({ id }) => id).sort());
  });

  it('are of the work that is under way on a finding of it: it is not begun a second time', async () => {
    const [approval] = await approvals();
    const [finding] = approval?.findings ?? [];
    if (!approval?.category || !finding) throw new Error('There is no approval of a finding');
    const task = await createTask({ ...app.app.app, ...app.app.app.stores }, await app.records(weak), {
      title: 'Begun before',
      description: 'Somebody began this by hand.',
      category: approval.category,
      priority: 'high',
      origin: 'manual',
      isSimulated: true,
      createdBy: 'Dana',
      user: 'dana',
      linkedFindingId: finding.id,
    });
    const { items } = await made([approval.id], [finding.id]);
    expect(items.map(({ id, linkedApprovalId, approvalStatus }) => ({ id, linkedApprovalId, approvalStatus }))).toEqual(
      [{ id: task.id, linkedApprovalId: approval.id, approvalStatus: 'approved' }],
    );
    expect(await tasks()).toHaveLength(1);
    expect((await approvals()).find(({ id }) => id === approval.id)?.taskId).toBe(task.id);
  });
});
