import { decideApprovals } from '@tenantry/contract/approval-decisions';
import { type Approval, approve, changeApproval, deny, getApproval, listApprovals } from '@tenantry/contract/approvals';
import { tenantRecordId } from '@tenantry/contract/ids';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createCarryOut } from '../../domain/approvals/carry-out.ts';
import { createApprovalDecisions } from '../../domain/approvals/decide-approval.ts';
import { every } from '../../ports/collection.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

describe('deciding on an approval', () => {
  let app: TestApp;
  let ada: string;
  let grace: string;
  let tenant: TenantRecords;
  let pending: Approval[];
  const first = (): Approval => {
    const [one] = pending;
    if (!one) throw new Error('There is no approval');
    return one;
  };
  beforeEach(async () => {
    app = await createTestApp();
    ada = await app.registerAdmin();
    grace = await app.signInAs('admin', { kind: 'tenants', tenantIds: [weak] });
    await app.call(startScan, { body: { tenant_id: weak }, cookie: ada });
    await app.drainQueue();
    const opened = await app.app.stores.tenants.open(everyTenant, weak);
    if (!opened) throw new Error('The tenant is missing');
    tenant = opened;
    pending = await list();
  });
  afterEach(() => app.close());

  async function list(query: Record<string, string> = {}): Promise<Approval[]> {
    return (await app.call(listApprovals, { cookie: ada, query: { limit: '200', ...query } })).json.items as Approval[];
  }
  const details = (id: string) => app.call(getApproval, { params: { id }, cookie: ada });
  const tasks = (): Promise<TaskRecord[]> => every(tenant.tasks);
  async function trailOf(eventType: string): Promise<EntryRecord[]> {
    const entries = app.app.records.across<EntryRecord>(containers.auditLogs);
    return (await entries.query({ where: [{ field: 'eventType', op: 'eq', value: eventType }], limit: 200 })).items;
  }

  it('makes one task with what the finding says, and names it, with before and after in the trail', async () => {
    const { id, title, description, linkedFindingId, checkId, auditId, category, priority } = first();
    const answer = await app.call(approve, { params: { id }, body: { comment: 'Do it\nthis week' }, cookie: ada });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      status: 'approved',
      reviewNotes: 'Do it\nthis week',
      approvedBy: 'Ada Lovelace',
      approvedAt: expect.any(String),
      isUnfinished: false,
      notDoneBecause: null,
      taskId: tenantRecordId(weak, `task-${id}`),
    });
    const [task, ...others] = await tasks();
    expect(others).toEqual([]);
    expect(task).toMatchObject({
      id: answer.json.taskId,
      title,
      description,
      linkedFindingId,
      checkId,
      auditId,
      category,
      priority,
      impact: expect.any(String),
      isSimulated: true,
      origin: 'approval',
      linkedApprovalId: id,
      approvalTitle: title,
      createdBy: 'Ada Lovelace',
    });
    const [entry] = await trailOf('approval_approved');
    expect(entry).toMatchObject({ user: 'ada', tenantId: weak, target: title });
    expect(entry?.details).toMatchObject({
      approvalId: id,
      before: { status: 'pending', approvedBy: null },
      after: { status: 'approved', approvedBy: 'Ada Lovelace', reviewNotes: 'Do it\nthis week' },
    });
    expect((await details(id)).json).toMatchObject({
      finding: { id: linkedFindingId, status: 'unresolved' },
      task: { id: answer.json.taskId, title, status: 'open' },
      history: [
        { what: 'requested', by: 'scanner' },
        { what: 'approved', by: 'Ada Lovelace', text: 'Do it\nthis week' },
        { what: 'done', text: 'The task was made.' },
      ],
    });
  });

  it('stands once it is made: every later call answers 409, names who decided, and changes nothing', async () => {
    const { id } = first();
    await app.call(deny, { params: { id }, body: { comment: 'Too dear' }, cookie: ada });
    const before = (await details(id)).json;
    for (const [endpoint, body] of [
      [approve, {}],
      [deny, { comment: 'Again' }],
      [changeApproval, { status: 'approved' }],
      [changeApproval, { status: 'denied' }],
      [changeApproval, { status: 'rejected' }],
      [changeApproval, { status: 'pending', reviewNotes: 'Later' }],
      [changeApproval, { reviewNotes: 'Later' }],
    ] as const) {
      const answer = await app.call(endpoint, { params: { id }, body, cookie: grace });
      expect(answer.status).toBe(409);
      expect(answer.json.message).toMatch(/^Approval already processed: denied by Ada Lovelace on \d{4}-\d\d-\d\d\.$/);
    }
    expect((await details(id)).json).toEqual(before);
    expect(await tasks()).toEqual([]);
  });

  it('is one of a hundred that two administrators make at once, and one task or none comes of it', async () => {
    const some = pending.slice(0, 3);
    const ways = [
      (id: string, cookie: string) => app.call(approve, { params: { id }, body: {}, cookie }),
      (id: string, cookie: string) => app.call(deny, { params: { id }, body: {}, cookie }),
      (id: string, cookie: string) =>
        app.call(changeApproval, { params: { id }, body: { status: 'approved' }, cookie }),
      (id: string, cookie: string) =>
        app.call(changeApproval, { params: { id }, body: { status: 'rejected' }, cookie }),
    ];
    for (const { id } of some) {
      const made = (await tasks()).length;
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => ways[index % 4]?.(id, index % 8 < 4 ? ada : grace)),
      );
      const won = answers.filter((answer) => answer?.status === 200);
      expect(won).toHaveLength(1);
      expect(answers.filter((answer) => answer?.status === 409)).toHaveLength(99);
      const { status } = (await details(id)).json;
      expect(won[0]?.json.status).toBe(status);
      expect(await tasks()).toHaveLength(made + (status === 'approved' ? 1 : 0));
    }
  });

  it('a hundred times approved at once makes exactly one task, with one entry each', async () => {
    const { id } = first();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        app.call(approve, { params: { id }, body: {}, cookie: index % 2 ? ada : grace }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(99).fill(409)]);
    expect(await tasks()).toHaveLength(1);
    for (const event of ['approval_approved', 'task_created', 'approval_carried_out']) {
      expect([event, (await trailOf(event)).length]).toEqual([event, 1]);
    }
  });

  it('keeps notes while it is pending, and reads rejected as denied', async () => {
    const { id } = first();
    const noted = await app.call(changeApproval, { params: { id }, body: { reviewNotes: 'Ask them' }, cookie: ada });
    expect(noted.json).toMatchObject({ status: 'pending', reviewNotes: 'Ask them', approvedBy: null });
    const same = await app.call(changeApproval, { params: { id }, body: { status: 'pending' }, cookie: ada });
    expect(same.json).toMatchObject({ status: 'pending', reviewNotes: 'Ask them' });
    expect(await trailOf('approval_changed')).toHaveLength(1);
    const rejected = await app.call(changeApproval, { params: { id }, body: { status: 'rejected' }, cookie: ada });
    expect(rejected.json).toMatchObject({ status: 'denied', reviewNotes: 'Ask them', approvedBy: 'Ada Lovelace' });
    expect((await list({ status: 'rejected' })).map((one) => one.id)).toEqual([id]);
    const wrong = await app.call(changeApproval, { params: { id }, body: { status: 'maybe' }, cookie: ada });
    expect(wrong.status).toBe(400);
  });

  it('of several at once is told apart for each: done, already decided and by whom, not there', async () => {
    const [one, two, three] = pending;
    if (!one || !two || !three) throw new Error('There are too few approvals');
    await app.call(deny, { params: { id: two.id }, body: {}, cookie: ada });
    const absent = tenantRecordId(weak, 'a-absent');
    const foreign = (await app.tenantIds()).find((id) => id !== weak) ?? '';
    const ids = [one.id, two.id, absent, tenantRecordId(foreign, 'a-x'), three.id, one.id];
    const body = { ids, status: 'approved', comment: 'All of them' };
    const answer = await app.call(decideApprovals, { body, cookie: grace });
    expect(answer.json.decided).toBe(2);
    expect(answer.json.results).toMatchObject([
      { id: one.id, outcome: 'done', approval: { status: 'approved', reviewNotes: 'All of them' } },
      {
        id: two.id,
        outcome: 'alreadyDecided',
        message: expect.stringContaining('denied by Ada Lovelace'),
        approval: { status: 'denied' },
      },
      { id: absent, outcome: 'notFound', approval: null },
      { id: tenantRecordId(foreign, 'a-x'), outcome: 'notFound', approval: null },
      { id: three.id, outcome: 'done' },
    ]);
    expect((await tasks()).map((task) => task.linkedApprovalId).toSorted()).toEqual([one.id, three.id].toSorted());
    const tooMany = { ids: Array.from({ length: 101 }, (_, n) => tenantRecordId(weak, `a-${n}`)), status: 'denied' };
    expect((await app.call(decideApprovals, { body: tooMany, cookie: ada })).status).toBe(400);
  });

  it('is carried out by the timers where the process died after it was written, once however often that runs', async () => {
    const { id } = first();
    const { stores, log: _, ...parts } = app.app;
    const dying = createApprovalDecisions({
      ...stores,
      ...parts,
      carryOut: {
        ...createCarryOut({ ...stores, ...parts }),
        run: async () => {
          throw new Error('killed');
        },
      },
      log: () => undefined,
    });
    const by = { username: 'ada', name: 'Ada Lovelace' };
    expect(await dying.decide(tenant, id, { decision: 'approved' }, by)).toMatchObject({
      outcome: 'done',
      approval: { status: 'approved', isUnfinished: true },
    });
    expect(await tasks()).toEqual([]);
    expect((await details(id)).json).toMatchObject({ status: 'approved', isUnfinished: true, taskId: null });
    expect((await app.call(approve, { params: { id }, body: {}, cookie: grace })).status).toBe(409);
    const { approvalDecisions } = app.app;
    await Promise.all([approvalDecisions.finishWaiting(), approvalDecisions.finishWaiting()]);
    expect(await approvalDecisions.finishWaiting()).toBe(0);
    const [task, ...others] = await tasks();
    expect(others).toEqual([]);
    expect(task).toMatchObject({ linkedApprovalId: id, createdBy: 'Ada Lovelace' });
    expect((await details(id)).json).toMatchObject({ isUnfinished: false, taskId: task?.id, task: { status: 'open' } });
    expect(await trailOf('approval_carried_out')).toHaveLength(1);
  });

  it('whose task was made before the process died is only finished by the timers', async () => {
    const { id } = first();
    await app.call(approve, { params: { id }, body: {}, cookie: ada });
    const stored = await tenant.approvals.get(id);
    if (!stored) throw new Error('The approval is missing');
    await tenant.approvals.replace({ ...stored.value, isUnfinished: true, finishedAt: null }, stored.etag);
    await app.app.approvalDecisions.finishWaiting();
    expect(await tasks()).toHaveLength(1);
    expect(await trailOf('task_created')).toHaveLength(1);
  });

  it('is for administrators of its tenant, and is not there for those of others', async () => {
    const { id } = first();
    const other = (await app.tenantIds()).filter((one) => one !== weak);
    const stranger = await app.signInAs('admin', { kind: 'tenants', tenantIds: other });
    const technician = await app.signInAs('technician', { kind: 'all' });
    for (const endpoint of [approve, deny, changeApproval, getApproval]) {
      const body = endpoint.method === 'GET' ? undefined : {};
      expect((await app.call(endpoint, { params: { id }, body, cookie: stranger })).status).toBe(404);
      expect((await app.call(endpoint, { params: { id }, body, cookie: technician })).status).toBe(403);
    }
    const seen = await app.call(listApprovals, { cookie: stranger });
    expect(seen.json).toMatchObject({ total: 0, summary: { pending: 0, approved: 0, denied: 0, closed: 0 } });
    expect((await details(id)).json.status).toBe('pending');
  });

  it('is listed by status, type, tenant and priority, with counts over the scope whatever the filters', async () => {
    const [one, two] = pending;
    if (!one || !two) throw new Error('There are too few approvals');
    await app.call(approve, { params: { id: one.id }, body: {}, cookie: ada });
    await app.call(deny, { params: { id: two.id }, body: {}, cookie: ada });
    const answer = await app.call(listApprovals, { cookie: ada, query: { priority: 'critical', tenantId: weak } });
    const shown = answer.json.items as Approval[];
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every(({ priority, tenantId }) => priority === 'critical' && tenantId === weak)).toBe(true);
    expect(answer.json.summary).toEqual({ pending: pending.length - 2, approved: 1, denied: 1, closed: 0 });
    expect((await list({ status: 'approved' })).map(({ id }) => id)).toEqual([one.id]);
    expect((await list({ status: 'denied', type: 'task_assignment' })).map(({ id }) => id)).toEqual([two.id]);
    const foreign = (await app.tenantIds()).find((id) => id !== weak) ?? '';
    expect(await list({ tenantId: foreign })).toEqual([]);
    expect(await list({ type: 'audit_publish' })).toEqual([]);
  });
});
