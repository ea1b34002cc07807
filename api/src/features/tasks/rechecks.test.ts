import { acceptFinding, setFindingStatus } from '@tenantry/contract/findings';
import { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { every, update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import { openTaskApp, sharingCheck, type TaskApp, weak } from './testing/task-app.ts';

type Entry = { id: string; eventType: string; user: string; details: Record<string, unknown> };

describe('completing a task that mends a finding', () => {
  let world: TaskApp;
  beforeEach(async () => {
    world = await openTaskApp();
    await world.scan();
  });
  afterEach(() => world.close());

  const taskOfFinding = () => world.made({ checkId: sharingCheck });
  const entries = async (eventType: string) => {
    const where = [{ field: 'eventType', op: 'eq' as const, value: eventType }];
    return every(world.app.app.records.across<Entry>(containers.auditLogs), { where });
  };
  const summary = async () =>
    (await world.app.call(getTenantSummary, { params: { id: weak }, cookie: world.cookie })).json as {
      openIssuesCount: number;
      secureScore: number;
    };
  const complete = async (taskId: string, more = {}) => {
    const answer = await world.change(taskId, { status: 'completed', ...more });
    await world.app.drainQueue();
    return answer;
  };
  const stored = async (taskId: string, change: (task: TaskRecord) => TaskRecord) =>
    update((await world.tenant()).tasks, taskId, change);

  it('resolves the finding and keeps the evidence where its check passes', async () => {
    const before = await summary();
    const task = await taskOfFinding();
    expect(task).toMatchObject({ origin: 'audit', isRechecked: true, finding: { status: 'unresolved' } });
    world.mend();
    const answer = await complete(task.id);
    expect(answer.status).toBe(202);
    expect(answer.json).toMatchObject({ status: 'open', recheck: { state: 'queued', outcome: null } });
    const done = await world.task(task.id);
    expect(done).toMatchObject({
      status: 'completed',
      completedBy: 'Ada Lovelace',
      completedWithoutProof: false,
      recheck: { state: 'ended', outcome: 'passed' },
      finding: { status: 'resolved' },
      proof: { verdictStatus: 'pass', requestedBy: 'Ada Lovelace', datasets: ['sharepointSettings'], graphCalls: 1 },
    });
    expect(done.proof?.evidence[0]?.observed).toContain('isResharingByExternalUsersEnabled = false');
    expect(done.history.map(({ what }) => what)).toEqual(['completed', 'recheckRequested', 'created']);
    const after = await summary();
    expect(after.openIssuesCount).toBe(before.openIssuesCount - 1);
    expect(after.secureScore).toBe(before.secureScore);
    const { approvals } = await world.tenant();
    const asked = await every(approvals, { where: [{ field: 'remedyId', op: 'eq', value: 'limit-external-sharing' }] });
    expect(asked).toMatchObject([{ status: 'pending' }]);
    const [completed] = await entries('task_completed');
    expect(completed).toMatchObject({
      user: 'ada',
      details: { taskId: task.id, before: { status: 'open' }, after: { status: 'completed' } },
    });
    expect(await entries('finding_status_changed')).toMatchObject([
      { details: { taskId: task.id, before: { status: 'OPEN' }, after: { status: 'RESOLVED' } } },
    ]);
  });

  it('makes no new audit and no scan: the score is that of the last one', async () => {
    const tenant = await world.tenant();
    const count = async () => [await tenant.audits.count(), await tenant.scans.count()];
    const before = await count();
    const task = await taskOfFinding();
    world.mend();
    await complete(task.id);
    expect(await count()).toEqual(before);
  });

  it('says what is left and what changed since where its check still fails, and leaves finding and status', async () => {
    const task = await world.made({ checkId: 'spo.sharing.existing' });
    await world.change(task.id, { status: 'in_progress' });
    const change = {
      kind: 'setting',
      setting: 'sharepoint',
      set: { sharingCapability: 'externalUserSharingOnly' },
    } as const;
    world.cloud.changeTenant(weak, change);
    await complete(task.id);
    const left = await world.task(task.id);
    expect(left).toMatchObject({
      status: 'in_progress',
      completedAt: null,
      proof: null,
      recheck: { outcome: 'stillFails' },
      finding: { status: 'unresolved' },
    });
    const finding = await world.findingOf('spo.sharing.existing');
    expect(left.recheckResult?.message).not.toBe('');
    expect(left.recheckResult?.evidence.length).toBeGreaterThan(0);
    expect(left.recheckResult?.changes).toMatchObject({ seenAt: finding.lastDetected, statusBefore: 'fail' });
    expect(left.recheckResult?.changes?.settings).toContainEqual({
      name: 'sharepointSettings sharingCapability',
      before: 'externaluserandguestsharing',
      now: 'externalusersharingonly',
    });
    expect(left.history[0]).toMatchObject({ what: 'rechecked', by: 'Ada Lovelace' });
  });

  it('names who is no longer affected and who is new', async () => {
    const task = await world.made({ checkId: 'mfa.admins.registration' });
    const finding = await world.findingOf('mfa.admins.registration');
    await update((await world.tenant()).findings, finding.id, (record) => ({
      ...record,
      affectedEntities: [
        ...record.affectedEntities.slice(1),
        { type: 'user' as const, id: 'gone', name: 'gone@bracken.example' },
      ],
    }));
    await complete(task.id);
    const { recheckResult } = await world.task(task.id);
    expect(recheckResult?.changes?.noLongerAffected).toEqual(['gone@bracken.example']);
    expect(recheckResult?.changes?.newlyAffected).toHaveLength(1);
  });

  it('says so where the check could not be made, and completes nothing', async () => {
    const task = await taskOfFinding();
    world.mend();
    world.refuse();
    await complete(task.id);
    const unknown = await world.task(task.id);
    expect(unknown).toMatchObject({
      status: 'open',
      recheck: { outcome: 'unknown', message: expect.stringContaining('403') },
      finding: { status: 'unresolved' },
    });
  });

  it('is completed without proof by choice alone, marked so, and its finding stays open', async () => {
    const task = await taskOfFinding();
    expect((await world.change(task.id, { status: 'completed', withoutProof: true })).status).toBe(409);
    world.refuse();
    await complete(task.id);
    const answer = await world.change(task.id, { status: 'completed', withoutProof: true });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      status: 'completed',
      completedWithoutProof: true,
      proof: null,
      finding: { status: 'unresolved' },
    });
  });

  it('by two people at once, and clicked twice, is one re-check and one completion', async () => {
    const task = await taskOfFinding();
    world.mend();
    const other = await world.app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
    const body = { status: 'completed', version: task.version };
    const answers = await Promise.all(
      [world.cookie, world.cookie, other, other].map((by) => world.change(task.id, body, by)),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(new Set(answers.map(({ json }) => (json.recheck as { id: string }).id)).size).toBe(1);
    await world.app.drainQueue();
    expect((await world.task(task.id)).status).toBe('completed');
    expect(await entries('task_recheck_requested')).toHaveLength(1);
    expect(await entries('task_completed')).toHaveLength(1);
    const second = await world.change(task.id, body);
    expect(second.status).toBe(409);
    expect(second.json.message).toMatch(/completed this task on .*cannot be changed/);
  });

  it('delivered twice at once, and again after its end, is done once', async () => {
    const task = await taskOfFinding();
    world.mend();
    const answer = await world.change(task.id, { status: 'completed' });
    const recheckId = (answer.json.recheck as { id: string }).id;
    const message = { tenantId: weak, id: task.id, recheckId };
    const { work } = world.app.app.rechecks;
    await Promise.all([work(message), work(message), world.app.drainQueue()]);
    await work(message);
    expect(await entries('task_completed')).toHaveLength(1);
    expect((await world.task(task.id)).history.filter(({ what }) => what === 'completed')).toHaveLength(1);
  });

  it('goes on where its worker was killed in the middle: the message comes again, and the work is done once', async () => {
    const task = await taskOfFinding();
    world.mend();
    await world.change(task.id, { status: 'completed' });
    const { QueueServiceClient } = await import('@azure/storage-queue');
    await QueueServiceClient.fromConnectionString(world.app.connectionString).getQueueClient('upkeep').clearMessages();
    expect(await world.app.app.rechecks.requeue()).toBe(0);
    // Its worker had begun, resolved the finding, and died before it had written so on the task.
    const aWhileAgo = new Date(Date.now() - 5 * 60_000).toISOString();
    await stored(task.id, (record) => ({
      ...record,
      recheckSentAt: aWhileAgo,
      recheck: record.recheck && { ...record.recheck, state: 'running', attempts: 1 },
    }));
    const finding = await world.findingOf(sharingCheck);
    await update((await world.tenant()).findings, finding.id, (record) => ({
      ...record,
      status: 'RESOLVED' as const,
      resolvedAt: aWhileAgo,
      resolvedBy: 're-check',
    }));
    const [one, two] = await Promise.all([world.app.app.rechecks.requeue(), world.app.app.rechecks.requeue()]);
    expect(one + two).toBe(1);
    await world.app.drainQueue();
    expect(await world.task(task.id)).toMatchObject({ status: 'completed', finding: { status: 'resolved' } });
    expect(await world.app.app.rechecks.requeue()).toBe(0);
    expect(await entries('task_completed')).toHaveLength(1);
  });

  it('is given up after five interrupted tries, and says so', async () => {
    const task = await taskOfFinding();
    await world.change(task.id, { status: 'completed' });
    await stored(task.id, (record) => ({ ...record, recheck: record.recheck && { ...record.recheck, attempts: 5 } }));
    await world.app.drainQueue();
    expect((await world.task(task.id)).recheck).toMatchObject({
      outcome: 'unknown',
      message: expect.stringContaining('interrupted 5 times'),
    });
  });

  it('looks at nothing where the tenant changes its mode meanwhile', async () => {
    const task = await taskOfFinding();
    world.mend();
    await world.change(task.id, { status: 'completed' });
    const { stores } = world.app.app;
    const set = (purgingSince: string | null) =>
      update(stores.tenants, weak, (tenant) => ({ ...tenant, purgingSince }));
    await set(new Date().toISOString());
    await world.app.drainQueue();
    await set(null);
    expect(await world.task(task.id)).toMatchObject({
      status: 'open',
      recheck: { outcome: 'unknown', message: expect.stringContaining('simulated and live') },
      finding: { status: 'unresolved' },
    });
  });

  it('completes each of several tasks of one finding by its own re-check', async () => {
    const [one, two] = [await taskOfFinding(), await taskOfFinding()];
    world.mend();
    await complete(one.id);
    expect(await world.task(two.id)).toMatchObject({ status: 'open', finding: { status: 'resolved' } });
    await complete(two.id);
    expect(await world.task(two.id)).toMatchObject({ status: 'completed', proof: { verdictStatus: 'pass' } });
    expect(await entries('finding_status_changed')).toHaveLength(1);
  });

  it('opens a finding again that was resolved by hand and fails all the same', async () => {
    const task = await taskOfFinding();
    const finding = await world.findingOf(sharingCheck);
    const params = { findingId: finding.id };
    await world.app.call(setFindingStatus, {
      params,
      body: { status: 'resolved', reason: 'The customer turned it off' },
      cookie: world.cookie,
    });
    await complete(task.id);
    expect(await world.findingOf(sharingCheck)).toMatchObject({ status: 'unresolved', change: 'reopened' });
    expect(await world.task(task.id)).toMatchObject({ status: 'open', recheck: { outcome: 'stillFails' } });
  });

  it('leaves an accepted risk accepted where it still fails, and resolves it where it passes', async () => {
    const task = await taskOfFinding();
    const finding = await world.findingOf(sharingCheck);
    const body = { reason: 'The customer decided so', expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
    await world.app.call(acceptFinding, { params: { findingId: finding.id }, body, cookie: world.cookie });
    await complete(task.id);
    expect(await world.task(task.id)).toMatchObject({ status: 'open', finding: { status: 'accepted' } });
    world.mend();
    await complete(task.id);
    expect(await world.task(task.id)).toMatchObject({ status: 'completed', finding: { status: 'resolved' } });
  });
});
