import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { listChanges } from '@tenantry/contract/changes';
import { listAdminTenants } from '@tenantry/contract/connections';
import { exportAuditTrail, getExport } from '@tenantry/contract/exports';
import { exportFindings } from '@tenantry/contract/findings';
import { startScanRun } from '@tenantry/contract/scan-runs';
import { startScan } from '@tenantry/contract/scans';
import {
  changeTenantGroup,
  changeTenantLabels,
  createTenantGroup,
  deleteTenantGroup,
  type GroupRule,
  getTenantLabels,
  listTenantGroups,
} from '@tenantry/contract/tenant-groups';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { listTenants } from '@tenantry/contract/tenants';
import { changeUser, createUser } from '@tenantry/contract/users';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ageSession } from '../../../testing/aged-session.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import { everyTenant, type Scope } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';

let app: TestApp;
let cookie: string;
let first: string;
let second: string;
let third: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.registerAdmin();
  [first = '', second = '', third = ''] = await app.tenantIds();
});
afterEach(() => app.close());

const tagged = (value: string): GroupRule => ({ match: 'all', conditions: [{ field: 'tag', value }] });
const group = (name: string, rule: GroupRule, as = cookie) =>
  app.call(createTenantGroup, { cookie: as, body: { name, rule } });
async function tag(tenantId: string, tags: string[], as = cookie, more: object = {}) {
  return app.call(changeTenantLabels, {
    cookie: as,
    tenantId,
    params: { id: tenantId },
    body: { tags, ownerId: null, ...more },
  });
}
const idsOf = async (groupId: string) => (await app.app.stores.tenantGroups.get(groupId))?.value.tenantIds;
async function summaries(query: Record<string, string>, as = cookie): Promise<string[]> {
  const { json } = await app.call(listTenantSummaries, { cookie: as, query });
  return (json.items as { tenantId: string }[]).map(({ tenantId }) => tenantId).sort();
}
/** A technician whose scope is a group, and the cookie of their session. */
async function scopedTo(groupId: string, namedIds: string[] = []): Promise<{ user: UserRecord; cookie: string }> {
  const theirs = await app.signInAs('technician', { kind: 'tenants', tenantIds: [third] });
  const user = (await everyUser()).find(({ scope }) => scope.kind === 'tenants' && scope.tenantIds.includes(third));
  if (!user) throw new Error('The technician is not there');
  const body = { groupIds: [groupId], ...(namedIds.length > 0 ? { tenantIds: namedIds } : {}) };
  const changed = await app.call(changeUser, { cookie, params: { id: user.id }, body });
  expect(changed.status).toBe(200);
  return { user, cookie: theirs };
}
async function everyUser(): Promise<UserRecord[]> {
  const found: UserRecord[] = [];
  for await (const id of app.app.stores.users.ids()) {
    const stored = await app.app.stores.users.get(id);
    if (stored) found.push(stored.value);
  }
  return found;
}
const scopeOf = async (userId: string): Promise<Scope | undefined> =>
  (await app.app.stores.users.get(userId))?.value.scope;

describe('groups of tenants', () => {
  it('hold whom their rule fits, and follow tags at once, each tag once whatever its case', async () => {
    const { json } = await group('Gold', tagged('gold'));
    const id = String(json.id);
    expect(await idsOf(id)).toEqual([]);
    expect((await tag(first, ['Gold', 'gold', 'VIP'])).json).toMatchObject({
      tags: ['Gold', 'VIP'],
      groups: [{ id, name: 'Gold' }],
    });
    expect(await idsOf(id)).toEqual([first]);
    await tag(first, []);
    expect(await idsOf(id)).toEqual([]);
  });

  it.each<[string, GroupRule, number]>([
    ['mode', { match: 'all', conditions: [{ field: 'mode', value: 'simulated' }] }, 4],
    ['a domain that people typed', { match: 'all', conditions: [{ field: 'domain', value: 'example' }] }, 0],
    ['a license that nobody has scanned for', { match: 'all', conditions: [{ field: 'license', value: 'p2' }] }, 0],
    ['who brought them', { match: 'all', conditions: [{ field: 'provider', value: 'partner' }] }, 0],
    [
      'any of several',
      {
        match: 'any',
        conditions: [
          { field: 'tag', value: 'none' },
          { field: 'mode', value: 'simulated' },
        ],
      },
      4,
    ],
    [
      'all of several',
      {
        match: 'all',
        conditions: [
          { field: 'tag', value: 'none' },
          { field: 'mode', value: 'simulated' },
        ],
      },
      0,
    ],
  ])('by %s', async (_, rule, tenants) => {
    expect((await group('By rule', rule)).json.tenants).toBe(tenants);
  });

  it('by a domain that Microsoft has verified, or that lies beneath it', async () => {
    await update(app.app.stores.tenants, first, (one) => ({ ...one, verifiedDomains: ' mail.contoso.example ' }));
    await update(app.app.stores.tenants, second, (one) => ({ ...one, domain: 'contoso.example' }));
    const { json } = await group('Contoso', {
      match: 'all',
      conditions: [{ field: 'domain', value: '@Contoso.example' }],
    });
    expect(await idsOf(String(json.id))).toEqual([first]);
  });

  it('follow what a scan saw of a license', async () => {
    const ids = await Promise.all(
      (['none', 'p1', 'p2'] as const).map(async (value) => {
        const { json } = await group(value, { match: 'all', conditions: [{ field: 'license', value }] });
        return String(json.id);
      }),
    );
    await app.call(startScan, { cookie, body: { tenant_id: first } });
    await app.drainQueue();
    const members = await Promise.all(ids.map(idsOf));
    expect(members.flat()).toEqual([first]);
  });

  it('have names of their own, and a change that somebody has not seen is refused', async () => {
    const made = await group('Gold', tagged('gold'));
    const id = String(made.json.id);
    expect((await group('GOLD', tagged('other'))).status).toBe(409);
    const change = (revision: number, name: string) =>
      app.call(changeTenantGroup, {
        cookie,
        params: { groupId: id },
        body: { name, rule: tagged('silver'), color: 'blue', revision },
      });
    const answers = await Promise.all([change(1, 'Silver'), change(1, 'Silver too')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are made once where two make one of the same name at once, and are gone once deleted', async () => {
    const answers = await Promise.all([group('Gold', tagged('gold')), group('gold', tagged('gold'))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const id = String(answers.find(({ status }) => status === 201)?.json.id);
    const remove = () => app.call(deleteTenantGroup, { cookie, params: { groupId: id } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });

  it('are seen as far as tenants of the caller are in them, without the rule', async () => {
    const { json } = await group('Gold', tagged('gold'));
    await group('Empty', tagged('nobody has it'));
    await tag(first, ['gold']);
    await tag(second, ['gold', 'secret']);
    const viewer = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [first] });
    const seen = await app.call(listTenantGroups, { cookie: viewer });
    expect(seen.json).toMatchObject({
      groups: [{ id: json.id, name: 'Gold', rule: null, tenants: 1, scopedUsers: null }],
    });
    expect(JSON.stringify(seen.json)).not.toContain('secret');
    const foreign = await app.call(getTenantLabels, { cookie: viewer, tenantId: second, params: { id: second } });
    expect(foreign.status).toBe(404);
  });
});

describe('a list that is narrowed to a group', () => {
  it('shows its tenants alone, and never more than the caller sees', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    await tag(second, ['gold']);
    expect(await summaries({ groupId })).toEqual([first, second].sort());
    const viewer = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [first, third] });
    expect(await summaries({ groupId }, viewer)).toEqual([first]);
    const none = await app.signInAs('viewer', { kind: 'none' });
    expect(await summaries({ groupId }, none)).toEqual([]);
    expect((await app.call(listChanges, { cookie: viewer, query: { groupId, tenantId: second } })).json.total).toBe(0);
  });

  it('is each that names tenants, a run of scans and a file of findings too', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    const limited = await app.signInAs('admin', { kind: 'tenants', tenantIds: [first, third] });
    for (const as of [cookie, limited]) {
      for (const endpoint of [listTenants, listAdminTenants]) {
        const { json } = await app.call(endpoint, { cookie: as, query: { groupId } });
        expect((json.tenants as { id: string }[]).map(({ id }) => id)).toEqual([first]);
      }
      const run = await app.call(startScanRun, { cookie: as, body: { tenantIds: 'all', groupId } });
      expect(run.json).toMatchObject({ total: 1 });
      await app.drainQueue();
    }
    const beyond = await app.call(startScanRun, { cookie, body: { tenantIds: [third], groupId } });
    expect(beyond.status).toBe(404);
    const file = await app.call(exportFindings, { cookie, query: { groupId } });
    const found = (JSON.parse(file.text) as { findings: { tenantId: string }[] }).findings;
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ tenantId }) => tenantId))).toEqual(new Set([first]));
    const others = String((await group('Others', tagged('nobody has it'))).json.id);
    const none = await app.call(exportFindings, { cookie, query: { groupId: others } });
    expect((JSON.parse(none.text) as { findings: unknown[] }).findings).toEqual([]);
  });

  it('is the audit trail, its file too, also where that is written in the background', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    await tag(second, ['silver']);
    const query = { groupId, eventType: 'tenant_labels_changed' };
    const { json } = await app.call(listAuditTrail, { cookie, query });
    expect((json.entries as { tenantId: string }[]).map(({ tenantId }) => tenantId)).toEqual([first]);
    const file = await app.call(exportAuditTrail, { cookie, query });
    expect(file.json).toMatchObject({ count: 1, entries: [{ tenantId: first }] });
    await app.close();
    app = await createTestApp({ EXPORT_ANSWER_MAX_BYTES: '0' });
    cookie = await app.registerAdmin();
    const gold = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    await tag(second, ['silver']);
    const asked = await app.call(exportAuditTrail, { cookie, query: { ...query, groupId: gold } });
    expect(asked.status).toBe(202);
    await app.drainQueue();
    const job = await app.call(getExport, { cookie, params: { jobId: String(asked.json.jobId) } });
    expect(job.json).toMatchObject({ status: 'completed', records: 1 });
  });

  it('of no such group is not found', async () => {
    const groupId = crypto.randomUUID();
    expect((await app.call(listTenantSummaries, { cookie, query: { groupId } })).status).toBe(404);
    expect((await app.call(listTenantSummaries, { cookie, query: { groupId: 'gold' } })).status).toBe(400);
  });
});

describe('a scope by group', () => {
  it('reaches the tenants of the group and those that are named, and follows tags at once', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    const { user, cookie: theirs } = await scopedTo(groupId, [third]);
    await expect.poll(async () => scopeOf(user.id)).toMatchObject({ tenantIds: [third, first], groupIds: [groupId] });
    await tag(second, ['gold']);
    expect(await scopeOf(user.id)).toMatchObject({ tenantIds: [third, first, second] });
    await tag(first, []);
    expect(await scopeOf(user.id)).toMatchObject({ tenantIds: [third, second], namedIds: [third] });
    // A change of their scope by hand ends their sessions; that of a group does not.
    expect((await app.call(listTenantSummaries, { cookie: theirs })).status).toBe(401);
  });

  it('keeps those signed in whose tenants become others by a tag, and shows them the new ones with the next request', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    const signedIn = await app.signInAs('technician', {
      kind: 'tenants',
      tenantIds: [],
      namedIds: [],
      groupIds: [groupId],
    });
    expect(await summaries({}, signedIn)).toEqual([]);
    await tag(second, ['gold']);
    expect(await summaries({}, signedIn)).toEqual([second]);
    await tag(second, []);
    expect(await summaries({}, signedIn)).toEqual([]);
    const { items } = await app.app.records
      .across<EntryRecord>(containers.auditLogs)
      .query({ where: [{ field: 'eventType', op: 'eq', value: 'user_changed' }] });
    const { name } = (await app.app.stores.tenants.get(second))?.value ?? {};
    const how = `by the tags of ${name}`;
    const moved = items.map(({ details }) => details);
    expect(moved).toHaveLength(2);
    expect(moved).toContainEqual({ gained: [second], lost: [], how });
    expect(moved).toContainEqual({ gained: [], lost: [second], how });
  });

  it('is not widened by a technician who tags, nor narrowed, and the tags stay as they were', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await scopedTo(groupId);
    const technician = await app.signInAs('technician', { kind: 'tenants', tenantIds: [first] });
    const refused = await tag(first, ['gold'], technician);
    expect(refused.status).toBe(403);
    expect(refused.json.message).toContain('Gold');
    expect((await app.app.stores.tenants.get(first))?.value.tags).toBeUndefined();
    expect((await tag(first, ['other'], technician)).status).toBe(200);
    // What else the rule asks for may become so by itself, as a license that is bought.
    const rule: GroupRule = {
      match: 'all',
      conditions: [
        { field: 'tag', value: 'silver' },
        { field: 'license', value: 'p2' },
      ],
    };
    const change = { name: 'Gold', color: 'gray' as const, rule, revision: 1 };
    expect((await app.call(changeTenantGroup, { cookie, params: { groupId }, body: change })).status).toBe(200);
    expect((await tag(first, ['silver'], technician)).status).toBe(403);
    const limited = await app.signInAs('admin', { kind: 'tenants', tenantIds: [first] });
    expect((await tag(first, ['silver'], limited)).status).toBe(403);
    const viewer = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [first] });
    expect((await tag(first, ['x'], viewer)).status).toBe(403);
  });

  it('is guarded for the tags that are written: of two who tag at once, one is told to look again', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    const { user } = await scopedTo(groupId);
    const technician = await app.signInAs('technician', { kind: 'tenants', tenantIds: [first] });
    for (let time = 0; time < 5; time += 1) {
      const [byAdmin, byTechnician] = await Promise.all([
        tag(first, ['gold']),
        tag(first, [`other ${time}`], technician),
      ]);
      const tags = (await app.app.stores.tenants.get(first))?.value.tags;
      if (byTechnician.status === 200) expect([byAdmin.status, tags]).toEqual([409, [`other ${time}`]]);
      else expect([byAdmin.status, tags]).toEqual([200, ['gold']]);
      expect(await scopeOf(user.id)).toMatchObject({ tenantIds: byAdmin.status === 200 ? [first] : [] });
      expect((await tag(first, [])).status).toBe(200);
    }
  });

  it('follows rules, tags and new users that come at once', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    const { user } = await scopedTo(groupId);
    const change = (revision: number, value: string) =>
      app.call(changeTenantGroup, {
        cookie,
        params: { groupId },
        body: { name: 'Gold', color: 'gray', rule: tagged(value), revision },
      });
    const create = (time: number) =>
      app.call(createUser, {
        cookie,
        body: {
          username: `grace${time}`,
          email: `grace${time}@msp.example`,
          displayName: 'Grace Hopper',
          password: 'A long passphrase 1!',
          role: 'technician',
          groupIds: [groupId],
        },
      });
    for (let time = 1; time <= 4; time += 1) {
      const answers = await Promise.all([
        change(time, `tag ${time}`),
        tag(first, [`tag ${time}`]),
        tag(second, [`tag ${time}`]),
        create(time),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
      const members = [first, second].sort();
      expect(await idsOf(groupId)).toEqual(members);
      for (const { id } of [user, answers[3].json as { id: string }]) {
        const scope = await scopeOf(id);
        expect(scope?.kind === 'tenants' && [...scope.tenantIds].sort()).toEqual(members);
      }
    }
  });

  it('has nothing left of a group that is gone', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    const { user } = await scopedTo(groupId, [third]);
    await app.app.stores.tenantGroups.delete(groupId);
    await app.app.tenantGrouping.sweep();
    expect(await scopeOf(user.id)).toMatchObject({ tenantIds: [third], namedIds: [third] });
  });

  it('asks an administrator who is there before a tag changes it, and then lets them', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await scopedTo(groupId);
    await ageSession(app, cookie, 11);
    const asked = await tag(first, ['gold']);
    expect([asked.status, asked.json.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    const body = {
      name: 'Gold',
      color: 'gray',
      rule: { match: 'all', conditions: [{ field: 'mode', value: 'simulated' }] },
      revision: 1,
    };
    const change = await app.call(changeTenantGroup, { cookie, params: { groupId }, body });
    expect([change.status, change.json.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    expect(await idsOf(groupId)).toEqual([]);
    // Also where the tenants stay the same for now.
    const same = await app.call(changeTenantGroup, {
      cookie,
      params: { groupId },
      body: { ...body, rule: tagged('silver') },
    });
    expect([same.status, same.json.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    // What is nobody's scope asks for nothing.
    expect((await tag(first, ['other'])).status).toBe(200);
  });

  it('keeps its group from being deleted, and is given by administrators of all tenants alone', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    const { user } = await scopedTo(groupId);
    const refused = await app.call(deleteTenantGroup, { cookie, params: { groupId } });
    expect(refused.status).toBe(409);
    expect(refused.json.message).toContain('One user has');
    const missing = { groupIds: [crypto.randomUUID()] };
    expect((await app.call(changeUser, { cookie, params: { id: user.id }, body: missing })).status).toBe(400);
  });

  it('follows a rule that is changed, and what a process that died has left', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    await tag(second, ['silver']);
    const { user } = await scopedTo(groupId);
    const body = { name: 'Gold', color: 'gray', rule: tagged('silver'), revision: 1 };
    expect((await app.call(changeTenantGroup, { cookie, params: { groupId }, body })).status).toBe(200);
    expect(await scopeOf(user.id)).toMatchObject({ tenantIds: [second] });
    const stored = await app.app.stores.tenantGroups.get(groupId);
    if (!stored) throw new Error('The group is not there');
    await app.app.stores.tenantGroups.replace({ ...stored.value, tenantIds: [first] }, stored.etag);
    await app.app.tenantGrouping.sweep();
    expect(await idsOf(groupId)).toEqual([second]);
    expect(await app.app.stores.tenants.ofScope(everyTenant)).toHaveLength(4);
  });
});

describe('the owner of a tenant', () => {
  it('is somebody who may work in it, and tags that somebody else changed are told', async () => {
    await app.signInAs('technician', { kind: 'tenants', tenantIds: [first] });
    const worker = (await everyUser()).find(({ role }) => role === 'technician');
    const owned = await tag(first, ['gold'], cookie, { ownerId: worker?.id });
    expect(owned.json).toMatchObject({ owner: { userId: worker?.id } });
    expect((await tag(second, [], cookie, { ownerId: worker?.id })).status).toBe(400);
    // What is not named stays.
    const change = (body: object) =>
      app.call(changeTenantLabels, { cookie, tenantId: first, params: { id: first }, body });
    expect((await change({ tags: ['vip'] })).json).toMatchObject({ tags: ['vip'], owner: { userId: worker?.id } });
    expect((await change({ ownerId: null })).json).toMatchObject({ tags: ['vip'], owner: null });
    expect((await tag(first, ['other'], cookie, { expected: [] })).status).toBe(409);
  });
});
