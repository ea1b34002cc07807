import { acceptFinding, FindingDetails, getFinding, recheckFinding } from '@tenantry/contract/findings';
import { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { update } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { type FindingApp, handled, openFindingApp, unlicensed, weak } from './testing/finding-app.ts';

const checkId = 'spo.reshare';

describe('checking a finding again', () => {
  let world: FindingApp;
  let id: string;
  beforeEach(async () => {
    world = await openFindingApp();
    await world.scan();
    id = (await world.list({}, { tenantId: weak })).items.find((one) => one.checkId === checkId)?.id ?? '';
  });
  afterEach(() => world.close());

  const ask = (by = world.cookie) => world.app.call(recheckFinding, { params: { findingId: id }, cookie: by });
  async function checked(): Promise<FindingDetails> {
    await ask();
    await world.app.drainQueue();
    return world.details(id);
  }
  const openIssues = async () => {
    const answer = await world.app.call(getTenantSummary, { params: { id: weak }, cookie: world.cookie });
    return answer.json.openIssuesCount;
  };
  const stored = (change: (finding: FindingRecord) => FindingRecord) => update(world.stored(), id, change);

  it('fails, is mended and resolved with its evidence, and opened again by the scan that finds it broken', async () => {
    const before = Number(await openIssues());
    const failing = await checked();
    expect(failing).toMatchObject({
      status: 'unresolved',
      change: 'new',
      recheck: { state: 'ended', outcome: 'stillFails', requestedBy: 'Ada Lovelace' },
    });
    expect(failing.recheck?.result).toMatchObject({ verdictStatus: 'fail', graphCalls: 1 });
    expect(failing.recheck?.result?.changes).toMatchObject({ seenAt: failing.lastDetected, settings: [] });
    world.mend();
    const passing = await checked();
    expect(passing).toMatchObject({ status: 'resolved', resolvedBy: 're-check', isVerified: true });
    expect(passing.recheck).toMatchObject({ outcome: 'passed', result: { verdictStatus: 'pass' } });
    expect(passing.recheck?.result?.evidence[0]?.observed).toContain('isResharingByExternalUsersEnabled = false');
    expect(passing.history[0]).toMatchObject({ what: 'resolved', by: 're-check', note: 'Asked for by Ada Lovelace.' });
    expect(await openIssues()).toBe(before - 1);
    const { audits, scans } = await world.tenant();
    expect([await audits.count(), await scans.count()]).toEqual([1, 1]);
    expect((await world.entries('finding_recheck_requested')).map(({ user }) => user)).toEqual(['ada', 'ada']);
    expect((await world.entries('finding_rechecked')).map(({ details }) => details.outcome)).toEqual([
      'stillFails',
      'passed',
    ]);
    expect(await world.entries('finding_status_changed')).toMatchObject([
      { user: 'ada', details: { findingId: id, before: { status: 'OPEN' }, after: { status: 'RESOLVED' } } },
    ]);
    world.break();
    await world.scan();
    expect(await world.details(id)).toMatchObject({ status: 'unresolved', change: 'reopened', recheck: null });
  });

  it('is told with 202 while it goes on, and with 200 and the outcome once it has ended', async () => {
    const first = await ask();
    expect(first.status).toBe(202);
    expect(first.json).toMatchObject({ status: 'unresolved', recheck: { state: 'queued', outcome: null } });
    const { work } = world.app.app.findingRechecks;
    const message = { tenantId: weak, id, recheckId: FindingDetails.parse(first.json).recheck?.id ?? '' };
    const [second] = await Promise.all([ask(), work(message)]);
    expect(FindingDetails.parse(second.json).recheck?.id).toBe(message.recheckId);
    expect(second.status).toBe(FindingDetails.parse(second.json).recheck?.state === 'ended' ? 200 : 202);
  });

  it('by several at once is one look, which leaves one entry of each kind, also where it is delivered twice', async () => {
    world.mend();
    const other = await world.app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
    const answers = await Promise.all([ask(), ask(), ask(other), ask(other)]);
    const ids = new Set(answers.map(({ json }) => FindingDetails.parse(json).recheck?.id));
    expect(ids.size).toBe(1);
    const [recheckId = ''] = ids;
    const { work } = world.app.app.findingRechecks;
    const message = { tenantId: weak, id, recheckId };
    await Promise.all([work(message), work(message), world.app.drainQueue()]);
    await work(message);
    expect(await world.details(id)).toMatchObject({ status: 'resolved', recheck: { outcome: 'passed' } });
    for (const kind of ['finding_recheck_requested', 'finding_rechecked', 'finding_status_changed']) {
      expect(await world.entries(kind)).toHaveLength(1);
    }
  });

  it('goes on where its worker was killed in the middle: the message comes again, and the work is done once', async () => {
    world.mend();
    await ask();
    const { QueueServiceClient } = await import('@azure/storage-queue');
    await QueueServiceClient.fromConnectionString(world.app.connectionString).getQueueClient('upkeep').clearMessages();
    const { requeue } = world.app.app.findingRechecks;
    expect(await requeue()).toBe(0);
    // Its worker had begun, resolved the finding, and died before it had written how the look ended.
    const aWhileAgo = new Date(Date.now() - 5 * 60_000).toISOString();
    await stored((record) => ({
      ...record,
      status: 'RESOLVED',
      resolvedAt: aWhileAgo,
      resolvedBy: 're-check',
      recheckSentAt: aWhileAgo,
      recheck: record.recheck && { ...record.recheck, state: 'running', attempts: 1 },
    }));
    const [one, two] = await Promise.all([requeue(), requeue()]);
    expect(one + two).toBe(1);
    await world.app.drainQueue();
    expect(await world.details(id)).toMatchObject({
      status: 'resolved',
      resolvedAt: aWhileAgo,
      recheck: { state: 'ended', outcome: 'passed' },
    });
    expect(await requeue()).toBe(0);
    expect(await world.entries('finding_rechecked')).toHaveLength(1);
  });

  it('leaves it untouched where Microsoft refuses, and says why', async () => {
    world.mend();
    world.refuse();
    const refused = await checked();
    expect(refused).toMatchObject({ status: 'unresolved', change: 'new', recheck: { outcome: 'unknown' } });
    expect(refused.recheck?.message).toContain('403');
    expect(refused.history).toHaveLength(1);
  });

  it('looks at nothing where the organization changes its mode meanwhile', async () => {
    world.mend();
    await ask();
    const { stores } = world.app.app;
    const set = (purgingSince: string | null) =>
      update(stores.tenants, weak, (tenant) => ({ ...tenant, purgingSince }));
    await set(new Date().toISOString());
    await world.app.drainQueue();
    await set(null);
    expect(await world.details(id)).toMatchObject({
      status: 'unresolved',
      recheck: { outcome: 'unknown', message: expect.stringContaining('simulated and live'), result: null },
    });
  });

  it('confirms what was resolved by hand where it passes: the reason stays, and nobody doubts it any more', async () => {
    await world.set(id, handled);
    world.mend();
    const confirmed = await checked();
    expect(confirmed).toMatchObject({
      status: 'resolved',
      resolvedBy: 'Ada Lovelace',
      isVerified: true,
      note: handled.reason,
    });
    expect(confirmed.history.map(({ what, by }) => [what, by])).toEqual([
      ['verified', 're-check'],
      ['resolved', 'Ada Lovelace'],
      ['first-seen', 'scanner'],
    ]);
    expect((await world.entries('finding_status_changed'))[1]?.details).toMatchObject({
      before: { isVerified: false },
      after: { isVerified: true },
    });
  });

  it('opens again what was resolved by hand and fails all the same', async () => {
    await world.set(id, handled);
    expect(await checked()).toMatchObject({ status: 'unresolved', change: 'reopened', isVerified: true });
  });

  it('leaves an accepted risk accepted where it still fails', async () => {
    const body = { reason: 'The customer decided so', expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
    await world.app.call(acceptFinding, { params: { findingId: id }, body, cookie: world.cookie });
    expect(await checked()).toMatchObject({ status: 'accepted', recheck: { outcome: 'stillFails' } });
    world.refuse();
    expect(await checked()).toMatchObject({ status: 'accepted', recheck: { outcome: 'unknown' } });
  });

  it('is not for viewers, nor of a tenant that is not in scope, nor of a finding that is not there', async () => {
    const viewer = await world.app.signInAs('viewer', { kind: 'all' });
    const elsewhere = await world.app.signInAs('technician', { kind: 'tenants', tenantIds: [unlicensed] });
    expect((await ask(viewer)).status).toBe(403);
    expect((await ask(elsewhere)).status).toBe(404);
    const params = { findingId: `${weak}_f-none` };
    expect((await world.app.call(recheckFinding, { params, cookie: world.cookie })).status).toBe(404);
    expect(await world.entries('finding_recheck_requested')).toEqual([]);
    expect((await world.details(id)).recheck).toBeNull();
    expect((await world.app.call(getFinding, { params: { findingId: id }, cookie: viewer })).status).toBe(200);
  });
});

describe('a finding that was resolved by hand', () => {
  let world: FindingApp;
  let id: string;
  beforeEach(async () => {
    world = await openFindingApp();
    await world.scan();
    id = (await world.list({}, { tenantId: weak })).items.find((one) => one.checkId === checkId)?.id ?? '';
    await world.set(id, handled);
  });
  afterEach(() => world.close());

  it('is verified by the scan that no longer finds it, which says so in the history and changes nothing else', async () => {
    const before = await world.details(id);
    world.mend();
    await world.scan();
    const { history, ...after } = await world.details(id);
    expect(history[0]).toMatchObject({ what: 'verified', by: 'scanner' });
    expect(after).toEqual({ ...before, history: undefined, isVerified: true, change: 'resolved' });
    await world.scan();
    expect((await world.details(id)).history).toEqual(history);
  });

  it('stays unverified where the scan could not look', async () => {
    world.refuse();
    await world.scan();
    expect(await world.details(id)).toMatchObject({ status: 'resolved', isVerified: false });
  });
});
