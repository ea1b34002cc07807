import { downloadReport, getReportComparisons, ReportComparisons } from '@tenantry/contract/audits';
import { listFindings, setFindingStatus } from '@tenantry/contract/findings';
import { startScan } from '@tenantry/contract/scans';
import type { SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { openSimulatedApp } from '../../../testing/simulated-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { createReportDocument } from './report-document.ts';
import type { ReportModel } from './report-model.ts';
import { reportOutline } from './report-outline.ts';
import { sentencesOf } from './report-said.ts';
import { everyGlyph, ownTextsOf } from './testing/report-text.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
const today = () => new Date().toISOString().slice(0, 10);

describe('the report of the weak demonstration tenant', () => {
  let cloud: SimulatedCloud;
  let app: TestApp;
  let cookie: string;
  let close: () => Promise<void>;
  /** What was rendered, in order. Rendering itself is a worker of the built bundle (report-renderer.test.ts). */
  const models: ReportModel[] = [];
  const scan = async (tenant = weak) => {
    await app.call(startScan, { body: { tenant_id: tenant }, cookie });
    await app.drainQueue();
  };
  async function report(query: Record<string, string> = {}, id = weak): Promise<ReportModel> {
    const answer = await app.call(downloadReport, { params: { id }, query, cookie });
    expect(answer.status).toBe(200);
    return models.at(-1) as ReportModel;
  }
  const comparisons = async () =>
    z.parse(ReportComparisons, (await app.call(getReportComparisons, { params: { id: weak }, cookie })).json);

  beforeAll(async () => {
    ({ app, cookie, cloud, close } = await openSimulatedApp());
    vi.spyOn(app.app.reportQueue, 'render').mockImplementation(async (_key, _user, model) => {
      models.push(await model());
      return new Uint8Array([37, 80, 68, 70]);
    });
    await scan();
  });
  afterAll(() => close());

  it('says no sentence about a check twice', async () => {
    const model = await report();
    const verdicts = model.categories.flatMap((category) => category.verdicts);
    const texts = ownTextsOf(createReportDocument(model, everyGlyph).content);
    const sentences = texts.flatMap(sentencesOf).map((sentence) => sentence.toLowerCase().replace(/\.$/, ''));
    const ofChecks = [
      ...verdicts.flatMap(({ title, message, recommendation, evidence }) => [
        title,
        ...[message, recommendation, ...evidence.map(({ observed }) => observed)].flatMap(sentencesOf),
      ]),
      ...model.findings.map(({ title }) => title),
    ];
    const wanted = new Set(
      ofChecks.map((one) => one.toLowerCase().replace(/\.$/, '')).filter((one) => one.length >= 25),
    );
    // A check has to be named, also where another's result happens to read like its name.
    const names = new Set(verdicts.map(({ title }) => title.toLowerCase()));
    const results = new Set(verdicts.map(({ message }) => message.toLowerCase().replace(/\.$/, '')));
    // A control may ask for what a check is named for: it is the publisher's, and stands once for each framework.
    const controls = model.frameworks.flatMap((one) => one.controls.map(({ title }) => title.toLowerCase()));
    const allowed = (one: string) => 1 + controls.filter((title) => title === one).length;
    const counts = new Map<string, number>();
    for (const one of sentences) if (wanted.has(one)) counts.set(one, (counts.get(one) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(150);
    expect([...counts].filter(([one, count]) => count > allowed(one) && !(names.has(one) && results.has(one)))).toEqual(
      [],
    );
  });

  it('names every check of the audit, in one place or by its number', async () => {
    const model = await report();
    const text = ownTextsOf(createReportDocument(model, everyGlyph).content).join('\n');
    const found = new Map(model.findings.map(({ checkId, title }) => [checkId, title]));
    for (const { checkId, title } of model.categories.flatMap(({ verdicts }) => verdicts)) {
      expect(text).toContain(found.get(checkId) ?? title);
    }
  });

  it('counts the findings that need one license as one, and names each of them in it once', async () => {
    await scan(unlicensed);
    const model = await report({}, unlicensed);
    const merged = model.findings.find(({ covers }) => covers.length > 0);
    expect(merged?.covers.length).toBeGreaterThan(5);
    const texts = ownTextsOf(createReportDocument(model, everyGlyph).content);
    const outline = reportOutline(model);
    const number = outline.numberOf.get(merged?.checkId ?? '');
    for (const { checkId, title } of merged?.covers ?? []) {
      expect(texts.filter((text) => text === title)).toHaveLength(1);
      expect(outline.numberOf.get(checkId)).toBe(number);
    }
  });

  it('tells what was resolved by hand, as long as nothing has verified it', async () => {
    const list = await app.call(listFindings, { tenantId: weak, cookie, query: { limit: '200' } });
    const finding = listFindings.response.parse(list.json).items.find(({ checkId }) => checkId === 'spo.reshare');
    const params = { findingId: finding?.id ?? '' };
    const set = (body: object) => app.call(setFindingStatus, { params, body, cookie });
    await set({ status: 'resolved', reason: 'The customer turned it off' });
    expect((await report()).resolvedByHand).toEqual(['spo.reshare']);
    await set({ status: 'unresolved' });
    expect((await report()).resolvedByHand).toEqual([]);
  });

  it('of the first audit is compared with nothing', async () => {
    expect((await report()).comparison).toBeNull();
    expect(await comparisons()).toEqual({ lastReportAt: null, previousAuditAt: null, oldestAuditAt: null });
  });

  it('is compared with the last report that was made, else with what is chosen', async () => {
    cloud.changeTenant(weak, { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom: 'none' } });
    await scan();
    cloud.changeTenant(weak, { kind: 'setting', setting: 'sharepoint', set: { sharingCapability: 'disabled' } });
    await scan();
    const { comparison } = await report();
    expect(comparison?.basis).toBe('last-report');
    expect(comparison?.resolved).toEqual(expect.arrayContaining(['guest.invite', 'spo.sharing']));
    const known = await comparisons();
    expect(known.lastReportAt).toBe(comparison?.since);
    const previous = (await report({ compareWith: 'previous-audit' })).comparison;
    expect(previous).toMatchObject({ basis: 'previous-audit', auditedAt: known.previousAuditAt });
    expect(previous?.resolved).toContain('spo.sharing');
    expect(previous?.resolved).not.toContain('guest.invite');
    // Made again, the report is still compared with that of the earlier audit.
    expect((await report()).comparison).toEqual(comparison);
    const chosen = (await report({ compareWith: today() })).comparison;
    expect(chosen).toMatchObject({ basis: 'date', since: `${today()}T00:00:00.000Z` });
    expect(chosen?.auditedAt).toBe(known.previousAuditAt);
  });

  it('says that no audit is as old as a chosen day, and refuses what is no day or none yet', async () => {
    const asked = (compareWith: string) =>
      app.call(downloadReport, { params: { id: weak }, query: { compareWith }, cookie });
    const old = await asked('2020-01-31');
    expect([old.status, old.json.message]).toEqual([404, expect.stringContaining('Choose a later day')]);
    for (const day of ['2026-02-31', 'yesterday', '', '2999-01-01']) expect((await asked(day)).status).toBe(400);
  });

  it('is compared the same for a viewer', async () => {
    const viewer = await app.signInAs('viewer', { kind: 'all' });
    const answer = await app.call(downloadReport, { params: { id: weak }, cookie: viewer });
    expect(answer.status).toBe(200);
    expect(models.at(-1)?.comparison?.basis).toBe('last-report');
  });
});
