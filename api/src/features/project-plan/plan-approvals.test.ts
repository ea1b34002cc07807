import { approve } from '@tenantry/contract/approvals';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTask } from '../../domain/tasks/create-task.ts';
import { every } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import { openPlanApp, type PlanApp, weak } from './testing/plan-app.ts';

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

  it('wait still where a technician made it, and its items say so', async () => {
    const { approved, items } = await app.made(weak, undefined, technician);
    expect(approved).toBe(0);
    expect(await statuses()).toEqual(['pending']);
    const waiting = items.filter(({ approvalStatus }) => approvalStatus === 'pending');
    expect(waiting.map(({ linkedApprovalId }) => linkedApprovalId).sort()).toEqual(
      (await approvals()).map(({ id }) => id).sort(),
    );
    const others = items.filter((item) => !waiting.includes(item));
    expect(others.every(({ approvalStatus }) => approvalStatus === null)).toBe(true);
  });

  it('are approved by an administrator’s plan, each with its one task, and the trail says by whom', async () => {
    const { approved, items } = await app.made(weak);
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
    expect(await app.trailOf('approval_approved')).toHaveLength(all.length);
  });

  it('that a technician’s plan left are approved when an administrator makes it again', async () => {
    const planned = await app.made(weak, undefined, technician);
    const again = await app.made(weak);
    expect([again.added, again.approved]).toEqual([0, (await approvals()).length]);
    expect(await statuses()).toEqual(['approved']);
    expect(await tasks()).toHaveLength(planned.items.length);
  });

  it('of findings that were not chosen stay as they are', async () => {
    const [first] = await approvals();
    if (!first?.linkedFindingId) throw new Error('There is no approval of a finding');
    expect((await app.made(weak, [first.linkedFindingId])).approved).toBe(1);
    const waiting = (await approvals()).filter(({ status }) => status === 'pending');
    expect(waiting).toHaveLength((await approvals()).length - 1);
  });

  it('are approved once, and have one task each, by plans and decisions that are made at once', async () => {
    const before = await approvals();
    const decided = before
      .slice(0, 3)
      .map(({ id }) => app.app.call(approve, { params: { id }, body: {}, cookie: app.admin }));
    const made = await Promise.all([app.make(weak), app.make(weak), app.make(weak, undefined, technician), ...decided]);
    expect(made.slice(0, 3).every(({ status }) => status < 300)).toBe(true);
    expect(await statuses()).toEqual(['approved']);
    expect(await app.trailOf('approval_approved')).toHaveLength(before.length);
    const findings = await app.openFindings(weak);
    expect((await tasks()).map(({ linkedFindingId }) => linkedFindingId).sort()).toEqual(
      findings.map(({ id }) => id).sort(),
    );
  });

  it('are of the work that is under way on the finding: it is not begun a second time', async () => {
    const [approval] = await approvals();
    if (!approval?.linkedFindingId || !approval.category) throw new Error('There is no approval of a finding');
    const task = await createTask({ ...app.app.app, ...app.app.app.stores }, await app.records(weak), {
      title: 'Begun before',
      description: 'Somebody began this by hand.',
      category: approval.category,
      priority: 'high',
      origin: 'manual',
      isSimulated: true,
      createdBy: 'Dana',
      user: 'dana',
      linkedFindingId: approval.linkedFindingId,
    });
    const { items } = await app.made(weak, [approval.linkedFindingId]);
    expect(items.map(({ id, linkedApprovalId, approvalStatus }) => ({ id, linkedApprovalId, approvalStatus }))).toEqual(
      [{ id: task.id, linkedApprovalId: approval.id, approvalStatus: 'approved' }],
    );
    expect(await tasks()).toHaveLength(1);
    expect((await approvals()).find(({ id }) => id === approval.id)?.taskId).toBe(task.id);
  });
});
