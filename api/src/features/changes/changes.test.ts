import { getChangeWatch, listChanges, markChangesSeen, type TenantChangeRecord } from '@tenantry/contract/changes';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import type { SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import type { WatchEntity } from './watch-state.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const hourMs = 3_600_000;

let cloud: SimulatedCloud;
let app: TestApp;
let cookie: string;
let scan: SimulatedApp['scan'];
let close: () => Promise<void>;
beforeEach(async () => {
  ({ app, cookie, cloud, scan, close } = await openSimulatedApp());
});
afterEach(() => close());

type Listed = { items: TenantChangeRecord[]; total: number; summary: Record<string, number>; seenUntil: string | null };
async function changes(query: Record<string, string> = {}, as = cookie): Promise<Listed> {
  const answer = await app.call(listChanges, { query, cookie: as });
  expect(answer.status).toBe(200);
  return answer.json as unknown as Listed;
}
const newAdministrator = (user = 200) =>
  cloud.changeTenant(weak, { kind: 'role', role: 'Global Administrator', user }, { user: 4 });

/** As if the tenant's next look were due now. */
async function watch(): Promise<void> {
  const table = app.app.changeWatch.table;
  for await (const { key, value, etag } of table.list('tenants')) {
    await table.replace('tenants', key, { ...value, dueAt: '2026-01-01T00:00:00.000Z' }, etag);
  }
  await app.app.changeWatch.sweep();
  await app.drainQueue();
}
async function watchState(): Promise<WatchEntity> {
  const found = await app.app.changeWatch.table.get('tenants', weak);
  if (!found) throw new Error('The tenant is not watched');
  return found.value;
}
/** What was asked of Graph: a token is asked for once an hour. */
const callsOf = () =>
  cloud.requestCounts().filter(({ tenantId, path }) => tenantId === weak && !path.endsWith('/token'));
const callCount = () => callsOf().reduce((sum, { count }) => sum + count, 0);

describe('changes that a scan notices', () => {
  it('are kept once, with what they are, who made them and between which scans', async () => {
    const from = await scan();
    expect(await changes()).toMatchObject({ items: [], total: 0 });
    newAdministrator();
    const to = await scan();
    const { items, total, summary } = await changes({ kind: 'privileged-role' });
    expect({ total, summary }).toEqual({ total: 1, summary: { critical: 1, high: 0, medium: 0, low: 0 } });
    expect(items[0]).toMatchObject({
      tenantId: weak,
      kind: 'privileged-role',
      gravity: 'critical',
      title: 'New Global Administrator',
      noticedBy: 'scan',
      between: { from, to },
      by: { kind: 'user', name: expect.stringContaining('@') },
      byUnknownBecause: null,
      changedAt: expect.any(String),
      isNew: true,
    });
    expect(items[0]?.object).toContain('@');
    await scan();
    expect((await changes({ kind: 'privileged-role' })).total).toBe(1);
  });

  it('are found by gravity, actor, tenant and instant, and their counts leave the gravity out', async () => {
    await scan();
    newAdministrator();
    cloud.changeTenant(weak, { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom: 'everyone' } });
    await scan();
    const all = await changes();
    const [{ by } = { by: null }] = (await changes({ gravity: 'critical', kind: 'privileged-role' })).items;
    expect(by).not.toBeNull();
    expect((await changes({ gravity: 'high' })).summary).toEqual(all.summary);
    const byActor = await changes({ actor: by?.name.slice(0, 5).toUpperCase() ?? '' });
    expect(byActor.total).toBeGreaterThan(0);
    expect(byActor.items.every((one) => one.by?.name === by?.name)).toBe(true);
    expect((await changes({ actor: 'nobody of this name' })).total).toBe(0);
    expect((await changes({ since: new Date(Date.now() + hourMs).toISOString() })).total).toBe(0);
    const [, other = ''] = (await app.tenantIds()).filter((id) => id !== weak);
    expect((await changes({ tenantId: other })).total).toBe(0);
    expect((await changes({ tenantId: weak })).total).toBe(all.total);
  });

  it('are of the tenants in scope alone, whatever tenant is named', async () => {
    await scan();
    newAdministrator();
    await scan();
    const [other = ''] = (await app.tenantIds()).filter((id) => id !== weak);
    const stranger = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [other] });
    expect(await changes({}, stranger)).toMatchObject({ items: [], total: 0, summary: { critical: 0 } });
    expect(await changes({ tenantId: weak }, stranger)).toMatchObject({ items: [], total: 0 });
    const nobody = await app.signInAs('admin', { kind: 'none' });
    expect((await changes({}, nobody)).total).toBe(0);
    const own = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [weak] });
    expect((await changes({}, own)).total).toBeGreaterThan(0);
  });

  it('stand in the row of the overview, critical ones first, and make it need somebody', async () => {
    for (const id of await app.tenantIds()) await scan(id);
    newAdministrator();
    await scan();
    const { json } = await app.call(listTenantSummaries, { cookie });
    const rows = json.items as { tenantId: string; recentChanges: { critical: number; first: string | null } }[];
    const row = rows.find(({ tenantId }) => tenantId === weak);
    expect(row?.recentChanges.critical).toBe((await changes({ gravity: 'critical' })).total);
    expect(row?.recentChanges.first).toContain('New Global Administrator: ');
    expect(json.summary).toMatchObject({ withChanges: 1 });
    const narrowed = await app.call(listTenantSummaries, { cookie, query: { need: 'changes' } });
    expect(narrowed.json).toMatchObject({ total: 1, items: [{ tenantId: weak }] });
    const later = new Date(Date.now() + hourMs).toISOString();
    const none = await app.call(listTenantSummaries, { cookie, query: { need: 'changes', changesSince: later } });
    expect(none.json.total).toBe(0);
  });

  it('tell that protection was turned on, and a check that passes again', async () => {
    cloud.changeTenant(weak, { kind: 'setting', setting: 'securityDefaults', set: { isEnabled: false } });
    await scan();
    cloud.changeTenant(weak, { kind: 'setting', setting: 'securityDefaults', set: { isEnabled: true } });
    await scan();
    expect((await changes({ kind: 'security-defaults' })).items).toMatchObject([
      { title: 'Security defaults turned on', gravity: 'low' },
    ]);
  });
});

describe('what somebody has seen', () => {
  it('ends half a minute before the list was read, since a change may be noticed and not be written yet', async () => {
    const { json } = await app.call(listChanges, { cookie });
    expect(Date.now() - Date.parse(String(json.asOf))).toBeGreaterThanOrEqual(30_000);
  });

  it('is theirs alone, stays, and never goes back', async () => {
    await scan();
    newAdministrator();
    await scan();
    const [latest] = (await changes()).items;
    const until = latest?.noticedAt ?? '';
    const seen = await app.call(markChangesSeen, { cookie, body: { until } });
    expect(seen.json).toEqual({ seenUntil: until });
    const earlier = new Date(Date.parse(until) - hourMs).toISOString();
    const both = await Promise.all([
      app.call(markChangesSeen, { cookie, body: { until: earlier } }),
      app.call(markChangesSeen, { cookie, body: { until } }),
    ]);
    expect(both.map(({ json }) => json.seenUntil)).toEqual([until, until]);
    expect((await changes()).items.every(({ isNew }) => !isNew)).toBe(true);
    const other = await app.signInAs('admin', { kind: 'all' });
    expect(await changes({}, other)).toMatchObject({ seenUntil: null, items: [{ isNew: true }] });
  });
});

describe('the watch between two scans', () => {
  it('asks once where nothing changed, and notices a new Global Administrator with who made them', async () => {
    const baseline = await scan();
    await watch();
    const before = callCount();
    await watch();
    await watch();
    expect(callCount() - before).toBe(2);
    newAdministrator();
    await watch();
    const { items } = await changes({ kind: 'privileged-role' });
    expect(items).toMatchObject([
      { gravity: 'critical', noticedBy: 'watch', between: { from: baseline, to: null }, by: { kind: 'user' } },
    ]);
    // What was noticed is asked for again in the next hour, and costs one request all the same.
    const after = callCount();
    await watch();
    expect(callCount() - after).toBe(1);
    expect((await changes({ kind: 'privileged-role' })).total).toBe(1);
  });

  it('and the scan after it are one change, which names that scan then', async () => {
    const from = await scan();
    newAdministrator();
    await watch();
    const [noticed] = (await changes({ kind: 'privileged-role' })).items;
    const to = await scan();
    const { items, total } = await changes({ kind: 'privileged-role' });
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      id: noticed?.id,
      noticedAt: noticed?.noticedAt,
      noticedBy: 'watch',
      between: { from, to },
    });
  });

  it('reads only what the checks of the changed setting need', async () => {
    await scan();
    await watch();
    const counted = () => new Map(callsOf().map(({ path, count }) => [path, count]));
    const before = counted();
    cloud.changeTenant(weak, { kind: 'setting', setting: 'securityDefaults', set: { isEnabled: true } });
    await watch();
    const asked = [...counted()].filter(([path, count]) => count > (before.get(path) ?? 0)).map(([path]) => path);
    expect(
      asked.some((path) => path.includes('identitySecurityDefaultsEnforcementPolicy') || path.includes('$batch')),
    ).toBe(true);
    expect(asked.some((path) => path.includes('sharepoint') || path.includes('secureScores'))).toBe(false);
  });

  it('opens the finding of a check that begins to fail, and resolves it once it passes again', async () => {
    const invites = (from: string) =>
      cloud.changeTenant(weak, { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom: from } });
    invites('none');
    await scan();
    invites('everyone');
    await watch();
    expect((await changes({ kind: 'sharing' })).items).toMatchObject([
      { title: 'Everyone may invite guests', noticedBy: 'watch' },
    ]);
    const [failing] = (await changes({ kind: 'check-failing' })).items;
    const findings = app.app.stores.tenants.recordsOf(
      (await app.app.stores.tenants.get(weak))?.value as never,
    ).findings;
    const ofCheck = async () =>
      (await findings.query({ where: [{ field: 'checkId', op: 'eq', value: failing?.checkId ?? '' }] })).items;
    expect(await ofCheck()).toMatchObject([{ status: 'OPEN', history: [{ by: 're-check' }] }]);
    invites('none');
    await watch();
    expect(await ofCheck()).toMatchObject([{ status: 'RESOLVED', isVerified: true }]);
  });

  it('notices each change once though the log is late, out of order and repeats itself', async () => {
    cloud.changeTenant(weak, { kind: 'auditLog', manner: { lagSeconds: 1, isDisordered: true, isRepeated: true } });
    await scan();
    newAdministrator(200);
    newAdministrator(201);
    await watch();
    await expect
      .poll(async () => {
        await watch();
        return (await changes({ kind: 'privileged-role' })).total;
      })
      .toBe(2);
    await watch();
    expect((await changes({ kind: 'privileged-role' })).total).toBe(2);
  });

  it('misses what the log never tells, and the next scan finds it', async () => {
    cloud.changeTenant(weak, { kind: 'auditLog', manner: { gapEvery: 1 } });
    await scan();
    newAdministrator();
    await watch();
    expect((await changes({ kind: 'privileged-role' })).total).toBe(0);
    await scan();
    expect((await changes({ kind: 'privileged-role' })).items).toMatchObject([
      { noticedBy: 'scan', by: null, byUnknownBecause: expect.stringContaining('no entry') },
    ]);
  });

  it('tells of a consent to an application, which no scan collects', async () => {
    await scan();
    cloud.changeTenant(weak, { kind: 'consent', app: 'Mail Merge Pro' }, { user: 3 });
    await watch();
    expect((await changes({ kind: 'app-consent' })).items).toMatchObject([
      {
        ...{ gravity: 'high', title: 'Consent to application', object: 'Mail Merge Pro' },
        ...{ noticedBy: 'watch', by: { kind: 'user' }, between: null },
      },
    ]);
    await scan();
    await watch();
    expect((await changes({ kind: 'app-consent' })).total).toBe(1);
  });

  it('keeps each change once where a message comes twice at the same time', async () => {
    await scan();
    newAdministrator();
    await Promise.all([app.app.changeWatch.work([weak]), app.app.changeWatch.work([weak])]);
    await app.app.changeWatch.work([weak]);
    expect((await changes({ kind: 'privileged-role' })).total).toBe(1);
  });

  it('leaves out a tenant that may not be read, says why, and asks again a day later', async () => {
    await scan();
    cloud.entra.change({ tenantId: weak, grants: ['Organization.Read.All'] });
    app.app.microsoft.microsoft365.forget({ entraTenantId: weak, isSimulated: true });
    await watch();
    const { json } = await app.call(getChangeWatch, { cookie });
    expect(json).toMatchObject({
      everyMinutes: 10,
      leftOut: [{ tenantId: weak, because: expect.stringContaining('AuditLog.Read.All') }],
      leftOutTotal: 1,
    });
    expect(Date.parse((await watchState()).dueAt) - Date.now()).toBeGreaterThan(23 * hourMs);
    const stranger = await app.signInAs('viewer', { kind: 'none' });
    expect((await app.call(getChangeWatch, { cookie: stranger })).json).toMatchObject({ watched: 0, leftOut: [] });
  });

  it('knows a new exclusion of an account that the first look cannot name as the one that the scan names', async () => {
    const { openGraphSession, listOf } = await import('@tenantry/simulator/testing/graph-session');
    const graph = await openGraphSession(cloud, weak);
    const policies = listOf(await graph.get('/identity/conditionalAccess/policies'));
    const policyId = String(policies.find(({ state }) => state === 'enabled')?.id);
    const exclude = (...users: string[]) =>
      cloud.changeTenant(weak, { kind: 'policy', policyId, set: { conditions: { users: { excludeUsers: users } } } });
    const [one, other] = listOf(await graph.get('/users?$top=5&$select=id'))
      .map(({ id }) => String(id))
      .slice(2);
    exclude('GuestsOrExternalUsers');
    await scan();
    exclude('GuestsOrExternalUsers', one ?? '');
    await watch();
    const noticed = await changes({ kind: 'policy-narrowed' });
    expect(noticed.items).toMatchObject([{ noticedBy: 'watch' }]);
    await scan();
    expect((await changes({ kind: 'policy-narrowed' })).items.map(({ id }) => id)).toEqual(
      noticed.items.map(({ id }) => id),
    );
    exclude('GuestsOrExternalUsers', one ?? '', other ?? '');
    await watch();
    expect((await changes({ kind: 'policy-narrowed' })).total).toBe(2);
  });

  it('ends with a tenant that goes live or is gone', async () => {
    await scan();
    await update(app.app.stores.tenants, weak, (tenant) => ({ ...tenant, isMock: false }));
    await app.app.changeWatch.work([weak]);
    expect(await app.app.changeWatch.table.get('tenants', weak)).toBeNull();
  });
});

describe('switched off', () => {
  it('no log is looked at, and the page is told so', async () => {
    await close();
    ({ app, cookie, cloud, scan, close } = await openSimulatedApp({ CHANGE_WATCH_MINUTES: '0' }));
    await scan();
    const before = callCount();
    await watch();
    expect(callCount()).toBe(before);
    expect((await app.call(getChangeWatch, { cookie })).json).toMatchObject({ everyMinutes: null });
  });
});
