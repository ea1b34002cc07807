import { listFindingGroups } from '@tenantry/contract/findings';
import { changePriceList } from '@tenantry/contract/price-list';
import { makeProjectPlan } from '@tenantry/contract/project-plan';
import type { Verdict } from '@tenantry/contract/verdicts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verdictsAfter } from '../../audit/findings/forecast/forecast.ts';
import { remedies, remedyOfCheck } from '../../audit/findings/remedies/remedies.ts';
import { exactScoreOf, scoreOf } from '../../audit/findings/score.ts';
import { defaultPrices } from '../../domain/price-list/default-prices.ts';
import { every, update } from '../../ports/collection.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { type FindingApp, handled, openFindingApp, unlicensed, weak } from './testing/finding-app.ts';

describe('the groups of findings', () => {
  let world: FindingApp;
  beforeEach(async () => {
    world = await openFindingApp();
  });
  afterEach(() => world.close());

  const groups = async (tenantId = weak, by = world.cookie) =>
    listFindingGroups.response.parse(
      (await world.app.call(listFindingGroups, { query: { tenantId }, cookie: by })).json,
    );
  const verdicts = async (tenantId = weak) => (await latestAudit(await world.tenant(tenantId)))?.data.verdicts ?? [];

  it('hold each open finding once, with what mends it, its points by the score and the hours of the plan', async () => {
    await world.scan();
    const { items } = await world.list({ status: 'open' }, { tenantId: weak });
    const answer = await groups();
    const grouped = answer.groups.flatMap(({ findings }) => findings.map(({ id }) => id));
    expect(grouped.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
    const audit = await latestAudit(await world.tenant());
    expect(answer).toMatchObject({ score: audit?.overallScore, scoreUnknownBecause: null });
    const before = await verdicts();
    for (const { remedy, findings, points, gain, severity } of answer.groups) {
      const own = items.filter((one) => findings.some(({ id }) => id === one.id));
      expect(own.every((one) => one.remedy?.id === remedy?.id)).toBe(true);
      expect(gain?.closes.flatMap(({ checkId, isOther }) => (isOther ? [] : [checkId])).toSorted()).toEqual(
        own.map(({ checkId }) => checkId).toSorted(),
      );
      const statuses = new Map<string, Verdict['status']>([
        ...(gain?.closes ?? []).map(({ checkId }) => [checkId, 'pass'] as const),
        ...(gain?.improves ?? []).map(({ checkId }) => [checkId, 'warning'] as const),
      ]);
      expect(gain?.opens).toEqual([]);
      const mended = before.map((one) => ({ ...one, status: statuses.get(one.checkId) ?? one.status }));
      expect(gain?.score).toBe(scoreOf(mended));
      expect(points).toBe(Math.round(10 * (exactScoreOf(mended) - exactScoreOf(before))) / 10);
      expect(severity).toBe(findings[0]?.severity);
    }
    expect(answer.groups.length).toBeLessThan(items.length / 2);
  });

  it('leave out what is accepted or resolved, and count what is under way', async () => {
    await world.scan();
    const [first] = (await groups()).groups;
    const [done, begun] = first?.findings ?? [];
    await world.set(done?.id ?? '', handled);
    await world.set(begun?.id ?? '', { status: 'in-progress' });
    const after = (await groups()).groups.find(({ remedy }) => remedy?.id === first?.remedy?.id);
    expect(after?.findings.map(({ id }) => id)).toEqual(first?.findings.slice(1).map(({ id }) => id));
    expect(after?.findings.find(({ id }) => id === begun?.id)).toMatchObject({ status: 'in-progress' });
    expect(after?.points).toBeLessThan(first?.points ?? 0);
  });

  it.each([weak, unlicensed])('of %s stand where their gravest finding stands in the list of findings', async (id) => {
    await world.scan(id);
    const { groups: told } = await groups(id);
    const rows = (await world.list({ status: 'open' }, { tenantId: id })).items.map((row) => row.id);
    const places = told.map(({ findings }) =>
      Math.min(...findings.map((one) => rows.indexOf(one.id)).filter((at) => at >= 0)),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBe(0);
  });

  it('without a license for Conditional Access begin with security defaults, whose gain is what judging with them on gave', async () => {
    await world.scan(unlicensed);
    const { groups: told, score } = await groups(unlicensed);
    const [first, second] = told;
    expect(first).toMatchObject({
      remedy: { id: 'require-mfa', title: 'Turn on security defaults' },
      needsLicense: null,
      severity: 'critical',
      freeSwitch: { kind: 'securityDefaults' },
    });
    const { items } = await world.list({ remedy: 'require-mfa', status: 'open' }, { tenantId: unlicensed });
    expect(first?.findings.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(items.map(({ checkId }) => checkId).toSorted()).toEqual([
      'ca.legacy',
      'ca.mfa.admins',
      'ca.mfa.azure',
      'mfa.security.defaults',
    ]);
    expect(items.every(({ recommendation }) => recommendation.includes('included in every license'))).toBe(true);
    // The license is one decision, and comes after what costs nothing.
    expect(second).toMatchObject({ remedy: null, needsLicense: 'Microsoft Entra ID P1', freeSwitch: null });
    expect(told.filter(({ needsLicense }) => needsLicense !== null)).toHaveLength(1);

    world.cloud.changeTenant(unlicensed, { kind: 'setting', setting: 'securityDefaults', set: { isEnabled: true } });
    await world.scan(unlicensed);
    const after = await groups(unlicensed);
    expect(first?.freeSwitch?.score).toBe(after.score);
    expect(first?.gain?.score).toBe(after.score);
    expect(first?.points).toBeGreaterThan((after.score ?? 0) - (score ?? 0) - 1);
    expect(after.groups.some(({ freeSwitch }) => freeSwitch !== null)).toBe(false);
  });

  it('take the hours of the remedy, whatever number of findings it closes, and those of its task where one is under way', async () => {
    await world.scan();
    const work = defaultPrices.map(({ id, size }) => ({ id, hours: 2, ...(size && { sizeHours: 0 }) }));
    await world.app.call(changePriceList, { body: { revision: 0, work }, cookie: world.cookie });
    const before = (await groups()).groups;
    expect(before.some(({ findings }) => findings.length > 4)).toBe(true);
    expect(new Set(before.map(({ hours }) => hours))).toEqual(new Set([2]));
    const [group] = before;
    await world.app.call(makeProjectPlan, { body: { tenantId: weak }, cookie: world.cookie });
    const { tasks } = await world.tenant();
    const task = (await every(tasks)).find(({ remedyId }) => remedyId === group?.remedy?.id);
    await update(tasks, task?.id ?? '', (one) => ({ ...one, estimatedHours: 7.5 }));
    const after = (await groups()).groups;
    const own = after.find(({ remedy }) => remedy?.id === group?.remedy?.id);
    expect([own?.hours, new Set(after.filter((one) => one !== own).map(({ hours }) => hours))]).toEqual([
      7.5,
      new Set([2]),
    ]);
  });

  it('tell no points where no score is told, and why', async () => {
    expect(await groups()).toEqual({
      groups: [],
      score: null,
      scoreUnknownBecause: 'This tenant has never been scanned.',
      gainUnknownBecause: null,
    });
    await world.scan();
    const tenant = await world.tenant();
    const audit = await latestAudit(tenant);
    await update(tenant.audits, audit?.id ?? '', (current) => ({
      ...current,
      data: { ...current.data, coverage: { evaluated: 10, applicable: 100, percent: 10 } },
    }));
    const answer = await groups();
    expect(answer).toMatchObject({
      score: null,
      scoreUnknownBecause:
        'Only 10 of 100 checks that need nothing set up could be judged: below 60% no score is told.',
    });
    expect(answer.groups.map(({ points }) => points)).toEqual(answer.groups.map(() => null));
  });

  it('of an audit of before forecasts were kept tell no points, and that they come with the next scan', async () => {
    await world.scan();
    const tenant = await world.tenant();
    const audit = await latestAudit(tenant);
    await update(tenant.audits, audit?.id ?? '', ({ data: { forecasts: _, ...data }, ...current }) => ({
      ...current,
      data,
    }));
    const answer = await groups();
    expect(answer).toMatchObject({
      score: audit?.overallScore,
      gainUnknownBecause: 'What each brings is worked out by the next scan.',
    });
    expect(answer.groups.every(({ points, gain }) => points === null && gain === null)).toBe(true);
    await world.scan();
    expect((await groups()).groups.every(({ points }) => points !== null)).toBe(true);
  });

  it('have those together whose checks the catalog no longer has', async () => {
    await world.scan();
    const [one] = (await world.list({}, { tenantId: weak })).items;
    await update(world.stored(), one?.id ?? '', (finding) => ({ ...finding, checkId: 'gone.check' }));
    const own = (await groups()).groups.find(({ remedy }) => remedy === null);
    expect(own).toMatchObject({ findings: [{ id: one?.id }], points: 0 });
  });

  it('are of a tenant in scope alone', async () => {
    const by = await world.app.signInAs('viewer', { kind: 'tenants', tenantIds: [unlicensed] });
    const call = (tenantId: string) => world.app.call(listFindingGroups, { query: { tenantId }, cookie: by });
    expect((await call(weak)).status).toBe(404);
    expect((await call(unlicensed)).status).toBe(200);
  });
});

/** The points, unrounded, that these checks would bring if they passed and nothing else changed. */
const scoreGain = (verdicts: readonly Verdict[], checkIds: ReadonlySet<string>): number =>
  exactScoreOf(verdictsAfter(verdicts, null, checkIds)) - exactScoreOf(verdicts);

describe('the points that checks would bring', () => {
  const ids = remedies.flatMap(({ checks }) => checks);
  const verdict = fc.record({
    severity: fc.constantFrom('critical', 'high', 'medium', 'low', 'info'),
    status: fc.constantFrom('pass', 'warning', 'fail', 'notLicensed', 'couldNotCheck', 'notApplicable'),
  });
  const audits = fc
    .array(verdict, { minLength: 1, maxLength: ids.length })
    .map((some) => some.map((one, index) => ({ ...one, checkId: ids[index] ?? '' }) as Verdict));

  it('are never negative, none for what passes, informs or was not judged, and 100 less the score for all together', () => {
    fc.assert(
      fc.property(audits, (verdicts) => {
        for (const { checkId, status, severity } of verdicts) {
          const gain = scoreGain(verdicts, new Set([checkId]));
          expect(gain).toBeGreaterThanOrEqual(0);
          if (severity === 'info' || (status !== 'fail' && status !== 'warning')) expect(gain).toBe(0);
          else expect(gain).toBeGreaterThan(0);
        }
        const score = scoreOf(verdicts);
        const all = scoreGain(verdicts, new Set(ids));
        // 99 stands for a score that would be rounded to 100.
        if (score !== null) expect(Math.abs(100 - score - all)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('of all remedies together are the sum of what each brings, and a warning brings half', () => {
    fc.assert(
      fc.property(audits, (verdicts) => {
        const groups = Map.groupBy(verdicts, ({ checkId }) => remedyOfCheck(checkId)?.id);
        const gainOf = (some: readonly Verdict[]) => scoreGain(verdicts, new Set(some.map(({ checkId }) => checkId)));
        const sum = [...groups.values()].reduce((all, group) => all + gainOf(group), 0);
        expect(sum).toBeCloseTo(gainOf(verdicts), 8);
        for (const one of verdicts.filter(({ status }) => status === 'warning')) {
          const failed = verdicts.map((other) => (other === one ? { ...one, status: 'fail' as const } : other));
          expect(scoreGain(failed, new Set([one.checkId]))).toBeCloseTo(2 * gainOf([one]), 8);
        }
      }),
    );
  });
});
