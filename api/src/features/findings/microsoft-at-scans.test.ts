import { deleteAudit } from '@tenantry/contract/managed-audits';
import { changeMicrosoftQuestions } from '@tenantry/contract/microsoft-questions';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { factsOfTenant } from '../../audit/testing/demonstration-facts.ts';
import { askAfterScan } from '../../domain/microsoft-answers/ask-at-scan.ts';
import { every } from '../../ports/collection.ts';
import { type FindingApp, openFindingApp, weak } from './testing/finding-app.ts';

/** Hardened, so that most checks of Conditional Access pass. */
const good = goodProfile.id;

describe('a scan that asks Microsoft', () => {
  let world: FindingApp;
  beforeEach(async () => {
    world = await openFindingApp();
    await world.app.call(changeMicrosoftQuestions, { body: { atEachScan: true }, cookie: world.cookie });
  });
  afterEach(() => world.close());

  function turnOffPolicies(): void {
    const references = { tenantId: good, emergencyUserIds: [], userId: String, groupId: String };
    for (const { id: policyId = '' } of goodProfile.conditionalAccess(references))
      world.cloud.changeTenant(good, { kind: 'policy', policyId, set: { state: 'disabled' } });
  }

  const refuse = () =>
    world.cloud.faults.set({
      ...{ tenantId: good, pathPrefix: '/identity/conditionalAccess/evaluate' },
      ...{ kind: 'status', status: 403 },
    });

  /** As at the end of a scan, of these verdicts alone. */
  async function askOf(scanned: Parameters<typeof askAfterScan>[2]): Promise<void> {
    const { app } = world.app;
    const { microsoft365 } = app.microsoft;
    const dependencies = { ...app.stores, microsoft365, trail: app.trail, clock: app.clock, log: app.log };
    await askAfterScan(dependencies, await world.tenant(good), scanned, new AbortController().signal);
  }

  it('asks nothing of checks that pass by security defaults, which its evaluation does not know', async () => {
    turnOffPolicies();
    world.cloud.changeTenant(good, { kind: 'setting', setting: 'securityDefaults', set: { isEnabled: true } });
    const facts = await factsOfTenant(world.cloud, good);
    const now = world.app.app.clock.now();
    const passing = evaluateFacts(facts, { now }).verdicts.filter(({ status }) => status === 'pass');
    expect(passing.map(({ checkId }) => checkId)).toEqual(
      expect.arrayContaining(['ca.mfa.admins', 'ca.mfa.azure', 'ca.legacy']),
    );
    await askOf({ facts, verdicts: passing, exemptions: {}, now });
    expect((await world.tenant(good)).tenant).toMatchObject({ sampledPasses: null, isSampleDisputed: false });
  });

  it('keeps what Microsoft contradicted where it refuses to answer at the next scan, with its time and that try', async () => {
    const facts = await factsOfTenant(world.cloud, good);
    const now = world.app.app.clock.now();
    const { verdicts } = evaluateFacts(facts, { now });
    const sampled = async () => (await world.tenant(good)).tenant.sampledPasses;
    // Between the reading of policies and the asking, somebody turns all of them off.
    turnOffPolicies();
    await askOf({ facts, verdicts, exemptions: {}, now });
    const before = await sampled();
    expect(before?.disagreements.length).toBeGreaterThan(2);
    refuse();
    await askOf({ facts, verdicts, exemptions: {}, now });
    expect(await sampled()).toEqual({
      ...before,
      failedTry: { askedAt: expect.any(String), askedBy: 'scanner', because: expect.stringContaining('permission') },
    });
    expect((await world.tenant(good)).tenant.isSampleDisputed).toBe(true);
    world.cloud.faults.clear();
    await askOf({ facts, verdicts, exemptions: {}, now });
    expect((await sampled())?.failedTry).toBeUndefined();
    // What does not pass any more is contradicted no more.
    refuse();
    const failing = verdicts.map((one) => ({ ...one, status: 'fail' as const }));
    await askOf({ facts, verdicts: failing, exemptions: {}, now });
    expect((await world.tenant(good)).tenant).toMatchObject({ sampledPasses: null, isSampleDisputed: false });
  });

  it('asks about passes also where findings would take every call, and tells for how many none was left', async () => {
    await world.scan(weak);
    const calls = world.cloud.requestCounts().find(({ path }) => path.endsWith('/conditionalAccess/evaluate'))?.count;
    expect(calls).toBe(12);
    const { sampledPasses } = (await world.tenant(weak)).tenant;
    const { confirmed = 0, cannotBeAsked = 0, withoutCall = 0 } = sampledPasses ?? {};
    expect(confirmed + cannotBeAsked).toBe(3);
    expect(withoutCall).toBeGreaterThan(0);
    expect(sampledPasses?.disagreements).toEqual([]);
  });

  it('makes one call where that is refused for all, tells each finding, and the trail once', async () => {
    refuse();
    const calls = () =>
      world.cloud.requestCounts().find(({ path }) => path.endsWith('/conditionalAccess/evaluate'))?.count;
    await world.scan(good);
    expect(calls()).toBe(1);
    const { items } = await world.stored(good).query({ limit: 200 });
    const withSignIn = items.filter(({ witness }) => witness);
    expect(withSignIn.length).toBeGreaterThan(2);
    expect(withSignIn.every(({ microsoftSays }) => microsoftSays === 'cannotBeAsked')).toBe(true);
    await world.scan(good);
    expect(calls()).toBe(2);
    expect(await world.entries('microsoft_asked')).toMatchObject([
      { user: 'system', details: { outcome: 'cannotBeAsked', because: expect.stringContaining('permission') } },
    ]);
  });

  describe('and was contradicted about checks that pass', () => {
    const tenant = async () => (await world.tenant(good)).tenant;
    beforeEach(async () => {
      await world.scan(good);
      const facts = await factsOfTenant(world.cloud, good);
      const now = world.app.app.clock.now();
      turnOffPolicies();
      await askOf({ facts, verdicts: evaluateFacts(facts, { now }).verdicts, exemptions: {}, now });
      expect((await tenant()).isSampleDisputed).toBe(true);
    });
    const none = { sampledPasses: null, isSampleDisputed: false };

    it('is so no more once no scan asks', async () => {
      await world.app.call(changeMicrosoftQuestions, { body: { atEachScan: false }, cookie: world.cookie });
      expect(await tenant()).toMatchObject(none);
    });

    it('is so no more without the audit that said that they pass', async () => {
      const [audit] = await every((await world.tenant(good)).audits);
      await world.app.call(deleteAudit, { params: { id: audit?.id ?? '' }, cookie: world.cookie });
      expect(await tenant()).toMatchObject(none);
    });

    it('is so no more of checks that do not pass in the next audit, also where its scan could not ask', async () => {
      const { settings } = world.app.app.stores.systemConfig;
      const { get } = settings;
      const failing = vi.spyOn(settings, 'get').mockImplementation(async (key) => {
        if (key === 'ask_microsoft_at_scans') throw new Error('Down');
        return get(key);
      });
      await world.scan(good).finally(() => failing.mockRestore());
      expect(await tenant()).toMatchObject({ sampledPasses: { disagreements: [] }, isSampleDisputed: false });
    });
  });
});
