import { getLatestAudit } from '@tenantry/contract/audits';
import { askMicrosoft, type FindingDetails, recheckFinding } from '@tenantry/contract/findings';
import { getSystemHealth } from '@tenantry/contract/health';
import { changeMicrosoftQuestions, getMicrosoftQuestions } from '@tenantry/contract/microsoft-questions';
import { getSampledPasses } from '@tenantry/contract/sampled-passes';
import { startScan } from '@tenantry/contract/scans';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { factsOfTenant } from '../../audit/testing/demonstration-facts.ts';
import { askAfterScan } from '../../domain/microsoft-answers/ask-at-scan.ts';
import { update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import type { ScanRecord } from '../../store/scans.ts';
import { type FindingApp, handled, openFindingApp, unlicensed, weak } from './testing/finding-app.ts';

/** Hardened, so that most checks of Conditional Access pass. */
const good = goodProfile.id;

describe('asking Microsoft about a sign-in that gets past', () => {
  let world: FindingApp;
  beforeEach(async () => {
    world = await openFindingApp();
  });
  afterEach(() => world.close());

  async function idOf(checkId: string, tenantId = weak): Promise<string> {
    return (await world.list({}, { tenantId })).items.find((one) => one.checkId === checkId)?.id ?? '';
  }
  const ask = (findingId: string, cookie = world.cookie) =>
    world.app.call(askMicrosoft, { params: { findingId }, cookie });
  const answered = async (findingId: string): Promise<FindingDetails> =>
    askMicrosoft.response.parse((await ask(findingId)).json);
  const health = async () => {
    const { json } = await world.app.call(getSystemHealth, { cookie: world.cookie });
    const { readiness } = getSystemHealth.response.parse(json);
    return readiness.groups.flatMap(({ items }) => items).find(({ id }) => id === 'tenants.microsoft-answers');
  };
  /** The policy in report-only mode that asks everybody for MFA. */
  function pilotPolicy() {
    const references = { tenantId: weak, emergencyUserIds: [], userId: String, groupId: String };
    return weakProfile.conditionalAccess(references).find(({ state }) => state !== 'enabled');
  }
  const turnOnPilot = (state = 'enabled'): void =>
    world.cloud.changeTenant(weak, { kind: 'policy', policyId: pilotPolicy()?.id ?? '', set: { state } });

  it('is confirmed, kept with the finding, and in the trail, also where two ask at once', async () => {
    await world.scan();
    const id = await idOf('ca.mfa.all');
    const { witness, microsoftAnswer } = await world.details(id);
    expect(witness).toMatchObject({ client: 'browser', platform: 'windows', flow: 'none', user: { isUsual: true } });
    expect(microsoftAnswer).toBeNull();
    expect(await health()).toBeUndefined();
    const both = await Promise.all([ask(id), ask(id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await world.details(id)).toMatchObject({
      microsoftAnswer: { outcome: 'confirmed', askedBy: 'Ada Lovelace', because: '' },
    });
    expect(await world.entries('microsoft_asked')).toMatchObject([
      { user: 'ada', tenantId: weak, details: { findingId: id, outcome: 'confirmed' } },
      { user: 'ada', tenantId: weak, details: { findingId: id, outcome: 'confirmed' } },
    ]);
    expect(await health()).toMatchObject({ state: 'ready' });
    // The next scan sees the same sign-in, and what was said of it stands.
    await world.scan();
    expect(await world.details(id)).toMatchObject({ witness, microsoftAnswer: { outcome: 'confirmed' } });
  });

  it('is contradicted where a policy stops it by now, with the policy by name, and counted on System Health', async () => {
    await world.scan();
    const id = await idOf('ca.mfa.all');
    turnOnPilot();
    const { microsoftAnswer } = await answered(id);
    expect(microsoftAnswer).toMatchObject({
      outcome: 'disagrees',
      applied: [{ name: 'MFA for all users (pilot)', protects: true }],
    });
    const { name: tenant } = (await world.tenant()).tenant;
    const { title } = await world.details(id);
    expect(await health()).toMatchObject({
      state: 'attention',
      message: expect.stringContaining(`1 finding (${tenant})`),
      findings: [{ id, tenantId: weak, tenant, title }],
    });
  });

  it('is contradicted no more once a scan has read other policies and nobody asks again', async () => {
    await world.scan();
    const id = await idOf('ca.mfa.all');
    turnOnPilot();
    expect((await answered(id)).microsoftAnswer).toMatchObject({ outcome: 'disagrees' });
    turnOnPilot('disabled');
    await world.scan();
    expect(await world.details(id)).toMatchObject({ status: 'unresolved', microsoftAnswer: null });
    expect(await health()).toBeUndefined();
  });

  it('is contradicted no more after a scan whose worker died before it could ask', async () => {
    await world.scan();
    const id = await idOf('ca.mfa.all');
    turnOnPilot();
    expect((await answered(id)).microsoftAnswer).toMatchObject({ outcome: 'disagrees' });
    const started = await world.app.call(startScan, { body: { tenant_id: weak }, cookie: world.cookie });
    const scans = world.app.app.records.partition<ScanRecord>(containers.scanLogs, weak);
    await update(
      scans,
      String(started.json.scanLogId),
      (scan): ScanRecord => ({
        ...scan,
        status: 'completed',
        completedAt: scan.timestamp,
      }),
    );
    await world.app.drainQueue();
    expect(await world.details(id)).toMatchObject({ status: 'unresolved', microsoftAnswer: null });
  });

  it('is shown anew by a re-check that still finds one: who gets past now, why, and nothing that was said of another', async () => {
    await world.scan();
    const id = await idOf('ca.mfa.all');
    const { witness: before, notCovered } = await answered(id);
    const everybodyBut = { includeUsers: ['All'], excludeUsers: [before?.user.id ?? ''] };
    const pilot = pilotPolicy();
    world.cloud.changeTenant(weak, {
      ...{ kind: 'policy', policyId: pilot?.id ?? '' },
      set: { state: 'enabled', conditions: { ...pilot?.conditions, users: everybodyBut } },
    });
    await world.app.call(recheckFinding, { params: { findingId: id }, cookie: world.cookie });
    await world.app.drainQueue();
    const after = await world.details(id);
    expect(after).toMatchObject({ status: 'unresolved', microsoftAnswer: null, recheck: { outcome: 'stillFails' } });
    expect(after.witness).not.toEqual(before);
    expect(after.notCovered).not.toEqual(notCovered);
    const [stored] = (await world.stored().query({ where: [{ field: 'id', op: 'eq', value: id }] })).items;
    expect(stored?.microsoftSays).toBe('');
    // What Microsoft contradicts is said of the policies of then.
    await update(world.stored(), id, (finding) => ({
      ...finding,
      microsoftAnswer: {
        ...{ askedAt: finding.lastDetected, askedBy: 'scanner', outcome: 'disagrees' as const, because: '' },
        applied: [],
      },
    }));
    await world.app.call(recheckFinding, { params: { findingId: id }, cookie: world.cookie });
    await world.app.drainQueue();
    expect(await world.details(id)).toMatchObject({ witness: after.witness, microsoftAnswer: null });
  });

  it('is not told of a finding that was resolved and is back', async () => {
    await world.scan();
    const id = await idOf('ca.mfa.all');
    const { witness, microsoftAnswer } = await answered(id);
    expect(microsoftAnswer).toMatchObject({ outcome: 'confirmed' });
    await world.set(id, handled);
    await world.scan();
    expect(await world.details(id)).toMatchObject({ status: 'unresolved', witness, microsoftAnswer: null });
    await answered(id);
    turnOnPilot();
    await world.scan();
    expect(await world.details(id)).toMatchObject({ status: 'resolved', microsoftAnswer: null });
    turnOnPilot('disabled');
    await world.scan();
    expect(await world.details(id)).toMatchObject({ status: 'unresolved', witness, microsoftAnswer: null });
  });

  it('is not told of one that was resolved by hand, found resolved, and opened again by hand', async () => {
    await world.scan();
    const id = await idOf('ca.mfa.all');
    expect((await answered(id)).microsoftAnswer).toMatchObject({ outcome: 'confirmed' });
    await world.set(id, handled);
    turnOnPilot();
    await world.scan();
    expect(await world.details(id)).toMatchObject({ status: 'resolved', isVerified: true, microsoftAnswer: null });
    await world.set(id, { status: 'unresolved', note: 'Look again' });
    expect(await world.details(id)).toMatchObject({ status: 'unresolved', microsoftAnswer: null });
  });

  it('keeps what it said where it refuses to answer again, with that try beside it, until it answers', async () => {
    await world.scan();
    const id = await idOf('ca.mfa.all');
    const { microsoftAnswer: said } = await answered(id);
    const { faults } = world.cloud;
    faults.set({ tenantId: weak, pathPrefix: '/identity/conditionalAccess/evaluate', kind: 'status', status: 403 });
    const { microsoftAnswer } = await answered(id);
    expect(microsoftAnswer).toMatchObject({
      ...said,
      outcome: 'confirmed',
      failedTry: { askedBy: 'Ada Lovelace', because: expect.stringContaining('permission') },
    });
    expect(await health()).toMatchObject({ state: 'ready' });
    faults.clear();
    expect((await answered(id)).microsoftAnswer?.failedTry).toBeUndefined();
  });

  it('has half a minute for the answer', async () => {
    await world.scan();
    const id = await idOf('ca.mfa.all');
    const ended = AbortSignal.abort(new DOMException('Late', 'TimeoutError'));
    const { timeout } = AbortSignal;
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 30_000 ? ended : timeout(ms)));
    const { microsoftAnswer } = await answered(id).finally(() => limit.mockRestore());
    expect(microsoftAnswer).toMatchObject({
      outcome: 'cannotBeAsked',
      because: 'Microsoft did not answer in time.',
    });
  });

  it('cannot be asked without a license, and of a check that is about no sign-in', async () => {
    await world.scan(unlicensed);
    const { microsoftAnswer } = await answered(await idOf('ca.mfa.all', unlicensed));
    expect(microsoftAnswer).toMatchObject({
      outcome: 'cannotBeAsked',
      because: expect.stringContaining('Entra ID P1'),
    });
    await world.scan();
    expect((await ask(await idOf('spo.reshare'))).status).toBe(409);
    const viewer = await world.app.signInAs('viewer', { kind: 'tenants', tenantIds: [weak] });
    expect((await ask(await idOf('ca.mfa.all'), viewer)).status).toBe(403);
  });

  it('says that a platform which Microsoft does not know cannot be put into the call', async () => {
    await world.scan();
    const { microsoftAnswer } = await answered(await idOf('ca.platforms'));
    expect(microsoftAnswer).toMatchObject({ outcome: 'cannotBeAsked', because: expect.stringContaining('platform') });
  });

  it('says that Microsoft names no applications for its admin portals', async () => {
    await world.scan();
    const id = await idOf('ca.admin.portals');
    expect((await world.details(id)).witness).toMatchObject({
      user: { name: 'tarek.hansen@brackenfreight.example', isUsual: true, roles: [] },
      target: { name: 'Microsoft Admin Portals' },
    });
    const { microsoftAnswer } = await answered(id);
    expect(microsoftAnswer).toMatchObject({
      outcome: 'cannotBeAsked',
      because: 'Which applications the Microsoft Admin Portals are is not known by their ids.',
    });
  });

  it('is done at each scan where the setting says so, in at most twelve calls, with a sample of what passes', async () => {
    const { call } = world.app;
    const questions = async () => (await call(getMicrosoftQuestions, { cookie: world.cookie })).json;
    expect(await questions()).toMatchObject({ atEachScan: false });
    await call(changeMicrosoftQuestions, { body: { atEachScan: true }, cookie: world.cookie });
    expect(await questions()).toMatchObject({ atEachScan: true, updatedBy: 'ada' });
    for (const tenantId of [weak, good]) await world.scan(tenantId);
    const stored = (await world.stored().query({ where: [{ field: 'microsoftSays', op: 'eq', value: 'confirmed' }] }))
      .items;
    expect(stored.length).toBeGreaterThan(5);
    expect(stored.every(({ microsoftAnswer }) => microsoftAnswer?.askedBy === 'scanner')).toBe(true);
    const { tenant } = await world.tenant(good);
    expect(tenant.sampledPasses).toMatchObject({ confirmed: 10, cannotBeAsked: 0, disagreements: [] });
    const asked = world.cloud.requestCounts().filter(({ path }) => path.endsWith('/conditionalAccess/evaluate'));
    expect(asked.map(({ tenantId }) => tenantId).sort()).toEqual([weak, good].sort());
    for (const { count } of asked) expect(count).toBeLessThanOrEqual(12);
    await call(changeMicrosoftQuestions, { body: { atEachScan: false }, cookie: world.cookie });
    await world.scan(good);
    expect((await world.tenant(good)).tenant).toMatchObject({ sampledPasses: null, isSampleDisputed: false });
  });

  it('lists with the audit what it contradicts of passing checks, with both sides, to whoever sees the tenant alone', async () => {
    const { call, app } = world.app;
    const audit = async (tenantId: string) =>
      getLatestAudit.response.parse((await call(getLatestAudit, { tenantId, cookie: world.cookie })).json);
    const sampledOf = async (tenantId: string) =>
      getSampledPasses.response.parse((await call(getSampledPasses, { tenantId, cookie: world.cookie })).json).sampled;
    await call(changeMicrosoftQuestions, { body: { atEachScan: true }, cookie: world.cookie });
    for (const tenantId of [weak, good]) await world.scan(tenantId);
    expect(await sampledOf(weak)).not.toBeNull();
    expect(await sampledOf(good)).toMatchObject({ confirmed: 10, disagreements: [] });
    // Between the reading of policies and the asking, somebody turns all of them off.
    const facts = await factsOfTenant(world.cloud, good);
    const references = { tenantId: good, emergencyUserIds: [], userId: String, groupId: String };
    for (const { id: policyId = '' } of goodProfile.conditionalAccess(references))
      world.cloud.changeTenant(good, { kind: 'policy', policyId, set: { state: 'disabled' } });
    const now = app.clock.now();
    const { verdicts } = evaluateFacts(facts, { now });
    const asked = { facts, verdicts, exemptions: {}, now };
    const { microsoft365 } = app.microsoft;
    const dependencies = { ...app.stores, microsoft365, trail: app.trail, clock: app.clock, log: app.log };
    await askAfterScan(dependencies, await world.tenant(good), asked, new AbortController().signal);

    const sampledPasses = await sampledOf(good);
    expect(sampledPasses?.disagreements.length).toBeGreaterThan(5);
    const all = Object.values((await audit(good)).categories ?? {}).flatMap((category) => category.verdicts);
    for (const { checkId, title, signIn, answer } of sampledPasses?.disagreements ?? []) {
      expect(all.find((verdict) => verdict.checkId === checkId)).toMatchObject({ status: 'pass', title });
      expect(signIn.user.name).not.toBe('');
      expect(answer).toMatchObject({ outcome: 'disagrees', applied: [], askedBy: 'scanner' });
    }
    const { tenant } = await world.tenant(good);
    expect(await health()).toMatchObject({
      state: 'attention',
      message: expect.stringContaining(`passing checks of 1 tenant (${tenant.name})`),
      action: expect.stringContaining('M365 Audit of the tenant'),
    });
    expect((await sampledOf(weak))?.disagreements).toEqual([]);
    const viewer = await world.app.signInAs('viewer', { kind: 'tenants', tenantIds: [weak] });
    const ofViewer = async (tenantId: string) => (await call(getSampledPasses, { tenantId, cookie: viewer })).status;
    expect([await ofViewer(weak), await ofViewer(good)]).toEqual([200, 404]);
    // The next scan sees that these checks no longer pass.
    await world.scan(good);
    expect(await sampledOf(good)).toBeNull();
    expect(await health()).toMatchObject({ state: 'ready' });
  });
});
