import { changeTask, getTask, type TaskDetails } from '@tenantry/contract/tasks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { update } from '../../ports/collection.ts';
import { type LicenseApp, licensed, openLicenseApp, p1Work, unlicensed } from './testing/license-app.ts';

describe('work and a license', () => {
  let world: LicenseApp;
  beforeEach(async () => {
    world = await openLicenseApp();
  });
  afterEach(() => world.close());

  const task = async (taskId: string): Promise<TaskDetails> =>
    getTask.response.parse((await world.app.call(getTask, { params: { taskId }, cookie: world.cookie })).json);
  async function complete(taskId: string): Promise<TaskDetails> {
    const body = { status: 'completed' };
    await world.app.call(changeTask, { params: { taskId }, body, cookie: world.cookie });
    await world.app.drainQueue();
    return task(taskId);
  }

  it('the task of a license is not done where licenses could not be read, by a scan or by who completes it', async () => {
    await world.scan(unlicensed);
    const taskId = await world.approved(unlicensed, p1Work);
    world.refuseLicenses(unlicensed);
    await world.scan(unlicensed);
    expect(await task(taskId)).toMatchObject({ status: 'open', proof: null });
    const tried = await complete(taskId);
    expect(tried).toMatchObject({ status: 'open', proof: null, recheck: { outcome: 'unknown' } });
    expect(tried.recheck?.message).toMatch(/^The licenses of this tenant could not be read/);
  });

  it('the task of a license stays open while the license is missing, and is done with the subscription as its proof', async () => {
    await world.scan(unlicensed);
    const taskId = await world.approved(unlicensed, p1Work);
    await world.scan(unlicensed);
    const open = await task(taskId);
    expect(open).toMatchObject({ status: 'open', lastScan: { status: 'fail' } });
    expect(open.lastScan?.message).toMatch(/^\d+ checks still wait for Microsoft Entra ID P1\.$/);
    world.buyP1();
    await world.scan(unlicensed);
    const done = await task(taskId);
    const message = 'A subscription of this tenant contains Microsoft Entra ID P1.';
    expect(done).toMatchObject({
      status: 'completed',
      completedBy: 'Tenantry',
      proof: { verdictStatus: 'pass', message, changes: null, recommendation: '' },
      lastScan: { message },
    });
    expect(done.proof?.evidence).toMatchObject([{ dataset: 'subscribedSkus', observed: 'SPE_E3' }]);
  });

  it('what waits for a license that was lost is not done by that', async () => {
    await world.scan(licensed);
    const remedies = ['block-risky-sign-in-flows', 'protect-registration', 'require-phishing-resistant-mfa'];
    const taskIds = await Promise.all(remedies.map((id) => world.approved(licensed, id)));
    world.loseP1();
    await world.scan(licensed);
    for (const taskId of taskIds) {
      const waiting = await task(taskId);
      expect(waiting).toMatchObject({ status: 'open', proof: null });
      expect(waiting.lastScan?.message).toContain('other work now: Get Microsoft Entra ID P1.');
      expect(await complete(taskId)).toMatchObject({ status: 'open', recheck: { outcome: 'unknown' }, proof: null });
    }
  });

  it('a request for a license is closed by the scan that sees the license, and stays while licenses cannot be read', async () => {
    await world.scan(unlicensed);
    world.buyP1();
    world.refuseLicenses(unlicensed);
    await world.scan(unlicensed);
    expect(await world.requests(unlicensed, p1Work)).toMatchObject([{ status: 'pending' }]);
    world.cloud.faults.clear();
    await world.scan(unlicensed);
    await world.scan(unlicensed);
    expect(await world.requests(unlicensed, p1Work)).toMatchObject([
      { status: 'closed', closedBecause: 'This work is no longer needed: other work closes what was found.' },
    ]);
  });

  it('approving a license and what it allows makes a task for each', async () => {
    await world.scan(unlicensed);
    const license = await world.approved(unlicensed, p1Work);
    const [asked] = await world.requests(unlicensed, p1Work);
    const { findings } = await world.tenant(unlicensed);
    world.buyP1();
    await world.scan(unlicensed);
    // As where both wait: the task of the license begins with a finding that is of other work by now.
    const { tasks } = await world.tenant(unlicensed);
    await update(tasks, license, (one) => ({ ...one, status: 'open' as const }));
    expect((await findings.get(asked?.linkedFindingId ?? ''))?.value.needsLicense).toBeNull();
    const mfa = await world.approved(unlicensed, 'require-mfa');
    expect(mfa).not.toBe(license);
    expect(await task(mfa)).toMatchObject({ title: 'Require MFA for every sign-in', remedyId: 'require-mfa' });
    expect(await task(license)).toMatchObject({ title: 'Get Microsoft Entra ID P1', approvalTitle: asked?.title });
  });

  it('approving a license that was lost makes its task beside the work that waits for it', async () => {
    await world.scan(licensed);
    const mfa = await world.approved(licensed, 'require-mfa');
    world.loseP1();
    await world.scan(licensed);
    const license = await world.approved(licensed, p1Work);
    expect(license).not.toBe(mfa);
    expect(await task(license)).toMatchObject({ title: 'Get Microsoft Entra ID P1', remedyId: p1Work });
  });

  it('a free switch that was approved is told as the policies that take its place once there is a license', async () => {
    await world.scan(unlicensed);
    const taskId = await world.approved(unlicensed, 'require-mfa');
    const before = await task(taskId);
    expect(before).toMatchObject({ title: 'Turn on security defaults' });
    world.buyP1();
    await world.scan(unlicensed);
    await world.scan(unlicensed);
    const after = await task(taskId);
    expect(after).toMatchObject({
      title: 'Require MFA for every sign-in',
      approvalTitle: before.title,
      status: 'open',
    });
    expect(after.findings.length).toBeGreaterThan(before.findings.length);
    expect(after.description).not.toContain('Manage security defaults');
    const note = 'A scan found that this is done another way now. Before, it was "Turn on security defaults".';
    expect(after.history.filter((one) => one.note === note)).toHaveLength(1);
  });

  it('what somebody named themselves keeps its name', async () => {
    await world.scan(unlicensed);
    const taskId = await world.approved(unlicensed, 'require-mfa');
    const { tasks } = await world.tenant(unlicensed);
    await update(tasks, taskId, (one) => ({ ...one, title: 'MFA for Tidewell' }));
    world.buyP1();
    await world.scan(unlicensed);
    expect(await task(taskId)).toMatchObject({ title: 'MFA for Tidewell', history: [{ what: 'created' }] });
  });

  it('nothing that a scan completes has a failure as its proof', async () => {
    await world.scan(licensed);
    await world.scan(unlicensed);
    const asked = await world.pending();
    for (const { tenantId, remedyId } of asked) await world.approved(tenantId, remedyId);
    world.loseP1();
    world.buyP1();
    await world.scan(licensed);
    await world.scan(unlicensed);
    const done = [...(await world.tasks(licensed)), ...(await world.tasks(unlicensed))].filter(
      ({ status }) => status === 'completed',
    );
    expect(done.length).toBeGreaterThan(0);
    for (const { title, proof } of done) {
      expect([title, proof?.verdictStatus]).toEqual([title, expect.stringMatching(/^(pass|notApplicable)$/)]);
    }
  });
});
