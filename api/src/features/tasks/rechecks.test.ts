import { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTaskApp, sharingCheck, type TaskApp, weak } from './testing/task-app.ts';

describe('completing a task that mends a finding', () => {
  let world: TaskApp;
  beforeEach(async () => {
    world = await openTaskApp();
    await world.scan();
  });
  afterEach(() => world.close());

  const taskOfFinding = () => world.made({ checkId: sharingCheck });
  const openIssues = async () =>
    (await world.app.call(getTenantSummary, { params: { id: weak }, cookie: world.cookie })).json.openIssuesCount;
  const complete = async (taskId: string) => {
    const answer = await world.change(taskId, { status: 'completed' });
    await world.app.drainQueue();
    return answer;
  };

  it('resolves the finding and keeps the evidence where its check passes', async () => {
    const before = Number(await openIssues());
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
    expect(await openIssues()).toBe(before - 1);
  });
});
