import { type Baseline, listBaselines } from '@tenantry/contract/baseline-list';
import {
  changeBaseline,
  createBaseline,
  deleteBaseline,
  endException,
  exportAlignment,
  getTenantBaselines,
  listAlignment,
  listBaselineChecks,
  makeException,
  previewBaseline,
} from '@tenantry/contract/baselines';
import { acceptFinding, recheckFinding } from '@tenantry/contract/findings';
import { getMatrix, getMatrixRow, Matrix, MatrixRowDetails } from '@tenantry/contract/matrix';
import { changeTenantLabels, createTenantGroup, deleteTenantGroup } from '@tenantry/contract/tenant-groups';
import { getTenantSummary, listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInBaselines } from '../../domain/baselines/built-in-baselines.ts';
import { every, update } from '../../ports/collection.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { type FindingApp, openFindingApp, unlicensed, weak } from '../findings/testing/finding-app.ts';
import { reportBaselines } from '../reports/report-baselines.ts';

const reason = 'The customer has a contract that says so';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

let world: FindingApp;
let groupId: string;
beforeAll(async () => {
  world = await openFindingApp();
  for (const id of await world.app.tenantIds()) await world.scan(id);
  groupId = await groupOf('Baselined', 'baselined', [weak, unlicensed]);
});
afterAll(() => world.close());

/** A group that holds tenants by a tag. @returns its id */
async function groupOf(name: string, tag: string, tenantIds: readonly string[]): Promise<string> {
  const { app, cookie } = world;
  const rule = { match: 'all', conditions: [{ field: 'tag', value: tag }] };
  const made = await app.call(createTenantGroup, { cookie, body: { name, rule } });
  for (const id of tenantIds) {
    const { tags = [] } = (await world.tenant(id)).tenant;
    await app.call(changeTenantLabels, {
      cookie,
      tenantId: id,
      params: { id },
      body: { tags: [...tags, tag], ownerId: null },
    });
  }
  return String(made.json.id);
}

const fields = (more: Partial<Baseline> = {}) => ({
  name: `Baseline ${crypto.randomUUID().slice(0, 8)}`,
  description: 'What we agreed on',
  checkIds: ['spo.reshare', 'dns.dmarc', 'guest.invite', 'exo.external.tag'],
  minimumGravity: 'medium',
  dueDays: { critical: 1, high: 5, medium: 10, low: 20 },
  groupIds: [groupId],
  ...more,
});
async function make(more: Partial<Baseline> = {}): Promise<Baseline> {
  const { status, json } = await world.app.call(createBaseline, { cookie: world.cookie, body: fields(more) });
  expect(status).toBe(201);
  return createBaseline.response.parse(json);
}
const change = (baselineId: string, body: object) =>
  world.app.call(changeBaseline, { cookie: world.cookie, params: { baselineId }, body });
const remove = (baselineId: string) => world.app.call(deleteBaseline, { cookie: world.cookie, params: { baselineId } });
async function list(cookie = world.cookie): Promise<Baseline[]> {
  return listBaselines.response.parse((await world.app.call(listBaselines, { cookie })).json).baselines;
}
async function alignment(query: Record<string, string> = {}, cookie = world.cookie) {
  return listAlignment.response.parse((await world.app.call(listAlignment, { query, cookie })).json);
}
async function ofTenant(id: string, baselineId: string) {
  const { json } = await world.app.call(getTenantBaselines, { params: { id }, cookie: world.cookie });
  const found = getTenantBaselines.response.parse(json).baselines.find((one) => one.baselineId === baselineId);
  if (!found) throw new Error(`${baselineId} does not hold for ${id}`);
  return found;
}
const stateOf = async (baselineId: string, checkId: string, tenantId = weak) =>
  (await ofTenant(tenantId, baselineId)).checks.find((one) => one.checkId === checkId)?.state;
const except = (baselineId: string, checkIds: string[] | null, more: object = {}) =>
  world.app.call(makeException, {
    cookie: world.cookie,
    params: { id: weak },
    body: { baselineId, checkIds, reason, expiresAt: inDays(30), ...more },
  });
const entry = async (eventType: string, target: string) =>
  (await world.entries(eventType)).find((one) => (one as unknown as { target: string }).target === target);

describe('baselines', () => {
  it('are there from the begin, each with checks that it requires, and hold for nobody until they are assigned', async () => {
    const shown = (await list()).filter(({ builtIn }) => builtIn);
    expect(shown.map(({ name }) => name)).toEqual(builtInBaselines.map(({ name }) => name));
    expect(shown.map(({ required, tenants }) => [required > 5, tenants])).toEqual(shown.map(() => [true, 0]));
  });

  it('are made, changed and deleted, and the trail tells each', async () => {
    const made = await make();
    expect(made).toMatchObject({ builtIn: false, required: 3, tenants: 2, revision: 1 });
    const name = `${made.name} two`;
    const changed = await change(made.id, { revision: 1, name, minimumGravity: 'low' });
    expect(changed.json).toMatchObject({ name, required: 4, revision: 2, description: made.description });
    expect((await change(made.id, { revision: 1, name: 'Late' })).json.code).toBe('CONFLICT');
    expect((await remove(made.id)).status).toBe(200);
    expect((await remove(made.id)).json.code).toBe('NOT_FOUND');
    expect((await list()).some(({ id }) => id === made.id)).toBe(false);
    expect(await entry('baseline_created', made.name)).toBeDefined();
    expect(await entry('baseline_changed', name)).toMatchObject({
      details: { before: { name: made.name, minimumGravity: 'medium' }, after: { name, minimumGravity: 'low' } },
    });
    expect(await entry('baseline_deleted', name)).toBeDefined();
  });

  it('have names of their own, and name checks and groups that there are', async () => {
    const made = await make();
    const again = await world.app.call(createBaseline, {
      cookie: world.cookie,
      body: fields({ name: made.name.toUpperCase() }),
    });
    expect(again.json).toMatchObject({ code: 'CONFLICT', fields: [{ path: 'name' }] });
    const tries = [{ name: 'essentials' }, { checkIds: ['no.such'] }, { groupIds: [crypto.randomUUID()] }];
    for (const wrong of tries) {
      const body = fields(wrong);
      const { status } = await world.app.call(createBaseline, { cookie: world.cookie, body });
      expect(status).toBeGreaterThanOrEqual(400);
    }
    await remove(made.id);
  });

  it('that come with Tenantry are assigned and given due days, and copied for all else', async () => {
    expect((await change('essentials', { revision: 0, name: 'Mine' })).json.code).toBe('CONFLICT');
    expect((await remove('essentials')).json.code).toBe('CONFLICT');
    const assigned = await change('essentials', { revision: 0, groupIds: [groupId] });
    expect(assigned.json).toMatchObject({ id: 'essentials', name: 'Essentials', groupIds: [groupId], revision: 1 });
    const back = await change('essentials', { revision: 1, groupIds: [] });
    expect(back.json).toMatchObject({ tenants: 0, revision: 2 });
  });

  it('keep the group that they are assigned to from being deleted, and say which they are', async () => {
    const other = await groupOf('Short-lived', 'short', []);
    const made = await make({ groupIds: [other] });
    const del = () => world.app.call(deleteTenantGroup, { cookie: world.cookie, params: { groupId: other } });
    expect((await del()).json).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(made.name) });
    await change(made.id, { revision: 1, groupIds: [] });
    expect((await del()).status).toBe(200);
    await remove(made.id);
  });

  it('are shown to people with some tenants as far as these are concerned, and changed by nobody of them', async () => {
    const made = await make();
    const elsewhere = await make({ groupIds: [] });
    const scope = { kind: 'tenants', tenantIds: [weak] } as const;
    const technician = await world.app.signInAs('technician', scope);
    expect(await list(technician)).toMatchObject([{ id: made.id, tenants: 1 }]);
    expect((await alignment({}, technician)).items.map(({ tenantId }) => tenantId)).toEqual([weak]);
    const admin = await world.app.signInAs('admin', scope);
    const body = { revision: 1, name: 'Taken over' };
    const tried = await world.app.call(changeBaseline, { cookie: admin, params: { baselineId: made.id }, body });
    expect(tried.status).toBe(403);
    const other = await world.app.call(getTenantBaselines, { cookie: technician, params: { id: unlicensed } });
    expect(other.status).toBe(404);
    await remove(made.id);
    await remove(elsewhere.id);
  });

  it('are made of the checks of this version, with what needs Entra ID P1 marked', async () => {
    const { json } = await world.app.call(listBaselineChecks, { cookie: world.cookie });
    const { checks } = listBaselineChecks.response.parse(json);
    const needs = (id: string) => checks.find(({ checkId }) => checkId === id)?.needsEntraP1;
    expect([needs('ca.legacy'), needs('ca.devicecode'), needs('dns.dmarc')]).toEqual([false, true, false]);
    expect(checks.some(({ severity }) => severity === 'info')).toBe(false);
  });
});

describe('the alignment of tenants', () => {
  it('counts each required check once, as the latest audit has it, and what is not known is never aligned', async () => {
    const made = await make({ checkIds: [...(builtInBaselines[3]?.checkIds ?? [])], minimumGravity: 'low' });
    for (const tenantId of [weak, unlicensed]) {
      const audit = await latestAudit(await world.tenant(tenantId));
      const required = new Set(made.checkIds);
      const verdicts = (audit?.data.verdicts ?? []).filter(
        ({ checkId, severity }) => required.has(checkId) && severity !== 'info',
      );
      const count = (...statuses: string[]) => verdicts.filter(({ status }) => statuses.includes(status)).length;
      const pass = count('pass');
      const deviating = count('fail', 'warning');
      const notRequired = count('notApplicable');
      const notKnown = verdicts.length - pass - deviating - notRequired;
      expect(notKnown).toBeGreaterThan(0);
      expect(await ofTenant(tenantId, made.id)).toMatchObject({
        ...{ aligned: pass, excepted: 0, deviating, notKnown, notRequired },
        percent: Math.floor((100 * pass) / (pass + deviating + notKnown)),
      });
    }
    await remove(made.id);
  });

  it('is told before it is saved as it is told afterwards', async () => {
    const { checkIds, minimumGravity } = fields();
    const body = { checkIds, minimumGravity, groupIds: [groupId] };
    const { json } = await world.app.call(previewBaseline, { cookie: world.cookie, body });
    const preview = previewBaseline.response.parse(json);
    expect(preview).toMatchObject({ required: 3, total: 2 });
    const made = await make();
    const { items, summary } = await alignment({ baselineId: made.id });
    expect(summary).toEqual(preview.summary);
    expect(items.map(({ tenantId, aligned, deviating, notKnown }) => [tenantId, aligned, deviating, notKnown])).toEqual(
      preview.tenants.map(({ tenantId, aligned, deviating, notKnown }) => [tenantId, aligned, deviating, notKnown]),
    );
    await remove(made.id);
  });

  it('is one figure: on its page, in the file, on the overview, the dashboard and in the report', async () => {
    const made = await make({ checkIds: [...(builtInBaselines[2]?.checkIds ?? [])], minimumGravity: 'low' });
    const [first] = (await ofTenant(weak, made.id)).checks;
    await except(made.id, [first?.checkId ?? '']);
    const page = (await alignment({ baselineId: made.id })).items.find(({ tenantId }) => tenantId === weak);
    if (!page) throw new Error('The tenant is not listed');
    const { tenantId: _, tenantName: __, ...figures } = page;
    const summaries = (await world.app.call(listTenantSummaries, { cookie: world.cookie })).json;
    const row = listTenantSummaries.response.parse(summaries).items.find(({ tenantId }) => tenantId === weak);
    expect(row?.baselines).toContainEqual(figures);
    const one = await world.app.call(getTenantSummary, { params: { id: weak }, cookie: world.cookie });
    expect(getTenantSummary.response.parse(one.json).baselines).toContainEqual(figures);
    expect(await ofTenant(weak, made.id)).toMatchObject(figures);
    const file = await world.app.call(exportAlignment, { query: { baselineId: made.id }, cookie: world.cookie });
    const line = String(file.text)
      .split('\r\n')
      .find((text) => text.includes(weak));
    const { percent, aligned, excepted, deviating, notKnown, notRequired } = figures;
    for (const figure of [percent, aligned, excepted, deviating, notKnown, notRequired])
      expect(line).toContain(`"${figure}"`);
    const { stores } = world.app.app;
    const records = await world.tenant();
    const audit = await latestAudit(records);
    if (!audit) throw new Error('There is no audit');
    const [report] = (await reportBaselines(stores, records.tenant, audit, new Date())).filter(
      ({ name }) => name === made.name,
    );
    expect(report).toMatchObject({ percent, notKnown, exceptions: [{ reason }] });
    expect(report?.deviating).toHaveLength(deviating);
    await remove(made.id);
  });

  it('narrows the matrix to what is required, and to the tenants for which it holds', async () => {
    const made = await make();
    const read = async (query: Record<string, string>) =>
      Matrix.parse((await world.app.call(getMatrix, { query, cookie: world.cookie })).json);
    const shown = await read({ baselineId: made.id });
    expect(shown.rows.map(({ id }) => id).sort()).toEqual(['dns.dmarc', 'guest.invite', 'spo.reshare']);
    expect(new Set(shown.tenants.map(({ id }) => id))).toEqual(new Set([weak, unlicensed]));
    const query = { baselineId: made.id, checkId: 'spo.reshare' };
    const details = (await world.app.call(getMatrixRow, { query, cookie: world.cookie })).json;
    const failing = shown.rows.find(({ id }) => id === 'spo.reshare')?.counts;
    expect(MatrixRowDetails.parse(details).failing).toBe((failing?.fail ?? 0) + (failing?.warning ?? 0));
    expect((await read({ baselineId: crypto.randomUUID() })).tenants).toEqual([]);
    await remove(made.id);
  });

  it('is what the overview can be narrowed by', async () => {
    const made = await make();
    const { json } = await world.app.call(listTenantSummaries, {
      query: { need: 'deviating' },
      cookie: world.cookie,
    });
    const { items, summary } = listTenantSummaries.response.parse(json);
    const deviating = (await alignment({ baselineId: made.id, state: 'deviating' })).items;
    expect(items.map(({ tenantId }) => tenantId).sort()).toEqual(deviating.map(({ tenantId }) => tenantId).sort());
    expect(summary.deviating).toBe(deviating.length);
    await remove(made.id);
  });

  it('of a tenant that was never scanned is not known', async () => {
    const made = await make();
    await update(world.app.app.stores.tenants, unlicensed, (stored) => ({ ...stored, audit: null }));
    const [row] = (await alignment({ baselineId: made.id, state: 'notKnown' })).items;
    expect(row).toMatchObject({ tenantId: unlicensed, notKnown: 3, percent: null });
    await world.scan(unlicensed);
    await remove(made.id);
  });

  it('is listed page by page, the worst first, and is a file of all of it', async () => {
    const made = await make();
    const first = await alignment({ baselineId: made.id, limit: '1' });
    const second = await alignment({ baselineId: made.id, limit: '1', cursor: first.nextCursor ?? '' });
    expect([first.total, second.nextCursor]).toEqual([2, undefined]);
    expect(new Set([first.items[0]?.tenantId, second.items[0]?.tenantId])).toEqual(new Set([weak, unlicensed]));
    const file = await world.app.call(exportAlignment, { query: { baselineId: made.id }, cookie: world.cookie });
    const lines = String(file.text).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('"Aligned (%)"');
    await remove(made.id);
  });
});

describe('exceptions from a baseline', () => {
  const one = ['spo.reshare'];

  it('cover what was found until their day, and end in the trail when they are taken back', async () => {
    const made = await make();
    expect(await stateOf(made.id, 'spo.reshare')).toBe('deviating');
    const expiresAt = inDays(30);
    expect((await except(made.id, one, { expiresAt })).json).toEqual({ excepted: one });
    const standing = await ofTenant(made.id === '' ? '' : weak, made.id);
    expect(standing).toMatchObject({ excepted: 1, exceptedUntil: expiresAt });
    expect(standing.checks.find(({ checkId }) => checkId === 'spo.reshare')?.exception).toMatchObject({ reason });
    expect(await entry('baseline_exception_made', made.name)).toMatchObject({ tenantId: weak, details: { reason } });
    const query = { baselineId: made.id };
    await world.app.call(endException, { cookie: world.cookie, params: { id: weak }, query });
    expect(await stateOf(made.id, 'spo.reshare')).toBe('deviating');
    await remove(made.id);
  });

  it('are of one baseline, and change neither finding nor score', async () => {
    const [made, other] = [await make(), await make()];
    const before = (await world.tenant()).tenant.audit;
    await except(made.id, one);
    expect([await stateOf(made.id, 'spo.reshare'), await stateOf(other.id, 'spo.reshare')]).toEqual([
      'excepted',
      'deviating',
    ]);
    const found = (await every((await world.tenant()).findings)).find(({ checkId }) => checkId === 'spo.reshare');
    expect(found?.status).toBe('OPEN');
    expect((await world.tenant()).tenant.audit).toEqual(before);
    await remove(made.id);
    await remove(other.id);
  });

  it('hold no longer than their last day, and the next scan says so in the trail', async () => {
    const made = await make();
    await except(made.id, one);
    const { findings } = await world.tenant();
    const found = (await every(findings)).find(({ checkId }) => checkId === 'spo.reshare');
    const past = '2026-01-01T00:00:00.000Z';
    await update(findings, found?.id ?? '', (current) => ({
      ...current,
      exceptions: (current.exceptions ?? []).map((exception) => ({ ...exception, expiresAt: past })),
    }));
    expect(await stateOf(made.id, 'spo.reshare')).toBe('deviating');
    await world.scan();
    const ended = (await world.entries('baseline_exception_ended')).filter(
      ({ details }) => details.because === 'expired' && JSON.stringify(details.baselines).includes(made.id),
    );
    expect(ended).toHaveLength(1);
    await remove(made.id);
  });

  it.each(['scan', 'check again'])('end where a %s sees that what was found grows, as acceptances do', async (look) => {
    const made = await make();
    await except(made.id, null);
    expect((await ofTenant(weak, made.id)).deviating).toBe(0);
    const { findings } = await world.tenant();
    const found = (await every(findings)).find(({ checkId }) => checkId === 'spo.reshare');
    const less = { status: 'warning', affected: [], affectedCount: 0, settings: {}, gaps: [] } as const;
    await update(findings, found?.id ?? '', (current) => ({
      ...current,
      exceptions: (current.exceptions ?? []).map((exception) => ({
        ...exception,
        condition: { ...less, affected: [], gaps: [] },
      })),
    }));
    if (look === 'scan') await world.scan();
    else await world.app.call(recheckFinding, { cookie: world.cookie, params: { findingId: found?.id ?? '' } });
    await world.app.drainQueue();
    expect(await stateOf(made.id, 'spo.reshare')).toBe('deviating');
    const ended = (await world.entries('baseline_exception_ended')).filter(({ details }) =>
      JSON.stringify(details.baselines ?? '').includes(made.id),
    );
    expect(ended).toMatchObject([
      { details: { checkId: 'spo.reshare', because: expect.stringContaining('excepted') } },
    ]);
    await remove(made.id);
  });

  it('are refused for what does not deviate, and for days that are past', async () => {
    const made = await make();
    expect((await except(made.id, ['purview.audit'])).json.code).toBe('CONFLICT');
    expect((await except(made.id, one, { expiresAt: inDays(-1) })).json.code).toBe('INVALID_INPUT');
    expect((await except('essentials', null)).json.code).toBe('NOT_FOUND');
    await remove(made.id);
  });

  it('are there for risks that somebody took on, whatever the baseline', async () => {
    const made = await make();
    const { findings } = await world.tenant();
    const found = (await every(findings)).find(({ checkId }) => checkId === 'guest.invite');
    const body = { reason, expiresAt: inDays(10) };
    await world.app.call(acceptFinding, { cookie: world.cookie, params: { findingId: found?.id ?? '' }, body });
    const check = (await ofTenant(weak, made.id)).checks.find(({ checkId }) => checkId === 'guest.invite');
    expect(check).toMatchObject({ state: 'excepted', status: 'accepted', exception: { reason } });
    await remove(made.id);
  });
});
