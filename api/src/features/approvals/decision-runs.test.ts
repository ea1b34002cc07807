import { decideApprovals, getDecisionRun, listWaitingWork } from '@tenantry/contract/approval-decisions';
import { changeApprovalRules, getApprovalRules } from '@tenantry/contract/approval-rules';
import { listApprovals } from '@tenantry/contract/approvals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { every, update } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { everyTenant } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const remedy = 'limit-external-sharing';

describe('many requests', () => {
  let opened: SimulatedApp;
  beforeAll(async () => {
    opened = await openSimulatedApp();
    await opened.scan(weak);
  });
  afterAll(() => opened.close());

  const call = (endpoint: Parameters<typeof opened.app.call>[0], input: object = {}, cookie = opened.cookie) =>
    opened.app.call(endpoint, { cookie, ...input });
  const decide = (body: object, cookie = opened.cookie) => call(decideApprovals, { body }, cookie);
  const trailOf = (eventType: string) =>
    every(
      opened.app.app.records.across<{ id: string; details: Record<string, unknown>; tenantId: string }>(
        containers.auditLogs,
      ),
      {
        where: [{ field: 'eventType', op: 'eq', value: eventType }],
      },
    );
  async function weakTenant() {
    const tenant = await opened.app.app.stores.tenants.open(everyTenant, weak);
    if (!tenant) throw new Error('The tenant is missing');
    return tenant;
  }
  let made = 100;
  /** The scanner's request for a remedy in the weak tenant, once more for each number, as if so many tenants had it. */
  async function copies(remedyId: string, count: number): Promise<string[]> {
    const { approvals } = await weakTenant();
    const [first] = await every(approvals, { where: [{ field: 'remedyId', op: 'eq', value: remedyId }] });
    if (!first) throw new Error('Nothing was asked');
    const ids = Array.from({ length: count }, (_, index) => `${weak}_r-${remedyId}-${made + index}`);
    made += count;
    for (const id of ids) await approvals.create({ ...first, id, status: 'pending' });
    return ids;
  }

  it('are listed by remedy, the gravest first, each with how many wait and since when', async () => {
    const { json } = await call(listWaitingWork);
    const answer = listWaitingWork.response.parse(json);
    const order = ['critical', 'high', 'medium', 'low'];
    const ranks = answer.items.map(({ priority }) => order.indexOf(priority));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    const pending = (await every((await weakTenant()).approvals)).filter(({ status }) => status === 'pending');
    expect(answer.waiting).toBe(pending.length);
    expect(answer.others).toBe(0);
    for (const { remedyId, waiting } of answer.items) {
      const listed = await call(listApprovals, { query: { status: 'pending', remedyId } });
      expect(listed.json.total).toBe(waiting);
    }
    const [first] = answer.items;
    // Which of the requests of persons a search would fit is not known.
    expect((await call(listWaitingWork, { query: { search: 'MFA' } })).json.others).toBeNull();
    const searched = await call(listWaitingWork, { query: { search: first?.title.slice(0, 12) ?? '' } });
    expect((searched.json.items as { remedyId: string }[]).map(({ remedyId }) => remedyId)).toContain(first?.remedyId);
    const old = await call(listWaitingWork, { query: { olderThanDays: '3' } });
    expect(old.json).toMatchObject({ items: [], waiting: 0 });
    expect((await call(listWaitingWork, { query: { olderThanDays: 'x' } })).status).toBe(400);
  });

  it('are denied by a filter with a reason alone, in the background, each once, with one entry in the trail', async () => {
    const ids = await copies('secure-score-improvement', 300).catch(() => copies(remedy, 300));
    const remedyId = ids[0]?.split('_r-')[1]?.replace(/-\d+$/, '') ?? '';
    const refused = await decide({ filter: { remedyId }, status: 'denied' });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.json.fields)).toContain('Say why it is denied');
    const key = crypto.randomUUID();
    const body = { filter: { remedyId }, status: 'denied', comment: 'The client does it', key };
    const [first, second] = await Promise.all([decide(body), decide(body)]);
    expect([first?.status, second?.status]).toEqual([202, 202]);
    await opened.app.drainQueue();
    const run = getDecisionRun.response.parse((await call(getDecisionRun, { params: { runId: key } })).json);
    expect(run).toMatchObject({ decision: 'denied', conflictCount: 0, conflicts: [], endedAt: expect.any(String) });
    expect(run.decided).toBe(run.total);
    expect(run.total).toBeGreaterThanOrEqual(300);
    const records = await every((await weakTenant()).approvals, {
      where: [{ field: 'remedyId', op: 'eq', value: remedyId }],
    });
    expect(new Set(records.map(({ status, reviewNotes }) => `${status} ${reviewNotes}`))).toEqual(
      new Set(['denied The client does it']),
    );
    const told = await trailOf('approvals_decided');
    const named = told.flatMap(({ details }) => details.approvalIds as string[]);
    expect(named.toSorted()).toEqual(records.map(({ id }) => id).toSorted());
    expect(told.length).toBe(Math.ceil(run.total / 250));
    expect(await trailOf('approval_denied')).toEqual([]);
  });

  it('that somebody else decided meanwhile are told, and stay as they decided', async () => {
    const ids = await copies('investigate-risk', 3);
    const { approvals } = await weakTenant();
    const first = ids[0] ?? '';
    const one = await approvals.get(first);
    if (!one) throw new Error('It is gone');
    const mine: ApprovalRecord = {
      ...one.value,
      status: 'denied',
      approvedBy: 'Somebody',
      approvedAt: one.value.createdAt,
    };
    await approvals.replace(mine, one.etag);
    const answer = await decide({ ids, status: 'approved' });
    const { results, run } = decideApprovals.response.parse(answer.json);
    expect(results.map(({ outcome }) => outcome)).toEqual(['alreadyDecided', 'done', 'done']);
    expect(run).toMatchObject({
      decided: 2,
      conflictCount: 1,
      conflicts: [{ id: first, tenantName: expect.any(String) }],
    });
    expect((await approvals.get(first))?.value).toMatchObject({ status: 'denied', approvedBy: 'Somebody' });
  });

  it('are approved with assignee, priority and due date, and one task carries the work', async () => {
    const { json } = await call(listWaitingWork);
    const { items } = listWaitingWork.response.parse(json);
    const remedyId = items.at(-1)?.remedyId ?? '';
    const user =
      (await opened.app.app.stores.users.metByNameOrEmail({ scope: everyTenant, userId: '' }, 'ada')) ?? null;
    const assigneeId = user?.id ?? 'none';
    const answer = await decide({
      filter: { remedyId },
      status: 'approved',
      assigneeId,
      priority: 'high',
      dueDate: '2031-01-31',
    });
    expect(answer.status).toBe(202);
    await opened.app.drainQueue();
    const tasks = await every((await weakTenant()).tasks, {
      where: [{ field: 'remedyId', op: 'eq', value: remedyId }],
    });
    expect(tasks).toMatchObject([{ priority: 'high', dueDate: '2031-01-31', assigneeId, status: 'open' }]);
    const nobody = await decide({ filter: { remedyId }, status: 'approved', assigneeId: 'nobody' });
    expect(nobody.json.fields).toMatchObject([{ path: 'assigneeId' }]);
  });

  it('are nobody’s beyond their scope: neither seen, nor decided, nor followed', async () => {
    const ids = await copies('stale-accounts', 1).catch(() => copies('restrict-guests', 1));
    const other = await opened.app.signInAs('admin', {
      kind: 'tenants',
      tenantIds: ['7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02'],
    });
    const seen = await call(listWaitingWork, {}, other);
    expect(seen.json).toMatchObject({ items: [], waiting: 0 });
    const answer = await decide({ ids, status: 'approved' }, other);
    expect((answer.json.results as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual(['notFound']);
    const key = crypto.randomUUID();
    await decide({ ids, status: 'denied', comment: 'No', key });
    expect((await call(getDecisionRun, { params: { runId: key } }, other)).status).toBe(404);
  });

  it.each([
    ['lost the tenant', { scope: { kind: 'none' } }],
    ['is no administrator any more', { role: 'technician' }],
    ['was disabled', { isDisabled: true }],
  ] as const)('are not decided any more once whoever began %s', async (_, lost) => {
    const ids = await copies(remedy, 60);
    const other = await opened.app.signInAs('admin', { kind: 'all' });
    const key = crypto.randomUUID();
    await decide({ filter: { remedyId: remedy }, status: 'approved', key }, other);
    const users = opened.app.app.records.partition<UserRecord>(containers.users, globalPartition);
    await update(users, String(other.split('=')[1]?.split('.')[0]), (user): UserRecord => ({ ...user, ...lost }));
    await opened.app.drainQueue();
    const run = await opened.app.app.decisionRuns.get(key);
    expect(run).toMatchObject({ decided: 0, conflictCount: run?.approvalIds.length });
    expect(run?.conflictCount).toBeGreaterThanOrEqual(ids.length);
    expect(run?.conflicts[0]?.message).toContain('may not decide this any more');
    const { approvals } = await weakTenant();
    expect((await approvals.get(ids[0] ?? ''))?.value.status).toBe('pending');
  });

  it('of one key are the decision of whoever gave it: another administrator is told nothing of it', async () => {
    const ids = await copies(remedy, 1);
    const key = crypto.randomUUID();
    await decide({ ids, status: 'denied', comment: 'Not now', key });
    const other = await opened.app.signInAs('admin', { kind: 'all' });
    const answer = await decide(
      { ids: await copies('investigate-risk', 1).catch(() => ids), status: 'approved', key },
      other,
    );
    expect(answer.status).toBe(409);
    expect(answer.text).not.toContain(ids[0]);
    const again = await decide({ ids, status: 'denied', comment: 'Not now', key });
    expect(again.json).toMatchObject({ decided: 1, run: { id: key, decided: 1 } });
  });

  it('follow rules that administrators keep, with who made them, and two who change them at once lose nothing', async () => {
    const { json } = await call(getApprovalRules);
    const rule = { remedyId: remedy, action: 'never', tenantIds: [weak] };
    const change = (rules: object[]) => call(changeApprovalRules, { body: { revision: 0, askFrom: 'high', rules } });
    expect(json).toMatchObject({ askFrom: 'medium', rules: [], revision: 0 });
    const answers = await Promise.all([change([rule]), change([{ ...rule, action: 'approve' }])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const kept = await call(getApprovalRules);
    expect(kept.json).toMatchObject({
      askFrom: 'high',
      revision: 1,
      rules: [{ remedyId: remedy, tenants: [{ id: weak }], by: 'Ada Lovelace' }],
    });
    expect(await trailOf('approval_rules_changed')).toHaveLength(1);
    const unknown = await call(changeApprovalRules, {
      body: { revision: 1, askFrom: 'high', rules: [{ ...rule, remedyId: 'no-such' }] },
    });
    expect(unknown.status).toBe(400);
  });
});
