import { approve } from '@tenantry/contract/approvals';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { every } from '../../ports/collection.ts';
import { openTaskApp, type TaskApp, weak } from './testing/task-app.ts';

const remedyId = 'limit-external-sharing';

let world: TaskApp;
beforeEach(async () => {
  world = await openTaskApp();
  await world.scan();
});
afterEach(() => world.close());

const set = (values: Record<string, unknown>) =>
  world.cloud.changeTenant(weak, { kind: 'setting', setting: 'sharepoint', set: values });

/** The request of the scanner for the remedy, approved, and the task that came of it. */
async function approvedTask(): Promise<string> {
  const { approvals } = await world.tenant();
  const [asked] = await every(approvals, { where: [{ field: 'remedyId', op: 'eq', value: remedyId }] });
  const answer = await world.app.call(approve, { params: { id: asked?.id ?? '' }, body: {}, cookie: world.cookie });
  return String(answer.json.taskId);
}

async function complete(taskId: string) {
  await world.change(taskId, { status: 'completed' });
  await world.app.drainQueue();
  return world.task(taskId);
}

/** How the findings of the task stand, by the check. */
async function statuses(taskId: string): Promise<Record<string, string>> {
  const { findings, tasks } = await world.tenant();
  const ids = (await tasks.get(taskId))?.value.findingIds ?? [];
  const own = await every(findings, { where: [{ field: 'id', op: 'in', value: ids }] });
  return Object.fromEntries(own.map(({ checkId, status }) => [checkId, status]));
}

it('a remedy that is partly done says what is left, is completed once all its checks pass, and opens again with a scan that sees one fail', async () => {
  const taskId = await approvedTask();
  const begun = await world.task(taskId);
  expect(begun).toMatchObject({ remedyId, status: 'open', isRechecked: true });
  expect(begun.findings.length).toBeGreaterThan(1);
  expect(begun.findings.map(({ status }) => status)).toEqual(begun.findings.map(() => 'unresolved'));

  world.mend();
  const partly = await complete(taskId);
  expect(partly).toMatchObject({ status: 'open', recheck: { outcome: 'stillFails' }, proof: null });
  const passing = partly.recheckResult?.checks.filter(({ verdictStatus }) => verdictStatus === 'pass') ?? [];
  expect(passing.map(({ checkId }) => checkId)).toContain('spo.reshare');
  expect(partly.recheck?.message).toMatch(new RegExp(`^${passing.length} of \\d checks pass\\. `));
  expect(await statuses(taskId)).toMatchObject({ 'spo.reshare': 'RESOLVED', 'spo.sharing': 'OPEN' });

  set({ sharingCapability: 'disabled' });
  const done = await complete(taskId);
  expect(done).toMatchObject({ status: 'completed', recheck: { outcome: 'passed' }, completedWithoutProof: false });
  expect(done.proof?.checks.every(({ verdictStatus }) => ['pass', 'notApplicable'].includes(verdictStatus))).toBe(true);
  expect(done.proof?.checks.some(({ evidence }) => evidence.length > 0)).toBe(true);
  expect(new Set(Object.values(await statuses(taskId)))).toEqual(new Set(['RESOLVED']));

  set({ sharingCapability: 'externalUserAndGuestSharing' });
  await world.scan();
  const again = await world.task(taskId);
  expect(again).toMatchObject({ status: 'open', completedAt: null, recheck: null });
  expect(again.history[0]).toMatchObject({ what: 'reopened', by: 'Tenantry' });
  const { approvals } = await world.tenant();
  expect(await approvals.count([{ field: 'remedyId', op: 'eq', value: remedyId }])).toBe(1);

  set({ sharingCapability: 'disabled' });
  await world.scan();
  const byScan = await world.task(taskId);
  expect(byScan).toMatchObject({ status: 'completed', completedBy: 'Tenantry', proof: { requestedBy: 'scanner' } });
  expect(byScan.history[0]).toMatchObject({
    what: 'completed',
    note: expect.stringMatching(/^A scan found that it is done/),
  });
});
