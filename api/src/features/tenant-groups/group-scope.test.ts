import { changeTenantGroup, deleteTenantGroup, type GroupRule } from '@tenantry/contract/tenant-groups';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { changeUser, createUser } from '@tenantry/contract/users';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ageSession } from '../../../testing/aged-session.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import { everyTenant } from '../../store/scope.ts';
import { type GroupApp, openGroupApp, tagged } from './testing/group-app.ts';

let app: GroupApp['app'];
let cookie: GroupApp['cookie'];
let first: GroupApp['first'];
let second: GroupApp['second'];
let third: GroupApp['third'];
let group: GroupApp['group'];
let tag: GroupApp['tag'];
let idsOf: GroupApp['idsOf'];
let scopeOf: GroupApp['scopeOf'];
let summaries: GroupApp['summaries'];
let scopedTo: GroupApp['scopedTo'];
beforeEach(async () => {
  ({ app, cookie, first, second, third, group, tag, idsOf, scopeOf, summaries, scopedTo } = await openGroupApp());
});
afterEach(() => app.close());

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

  it('is taken from everybody else where the access of one cannot be changed', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    const users = [await scopedTo(groupId, []), await scopedTo(groupId, [])].map(({ user }) => user.id);
    const { userAccess } = app.app;
    const { change } = userAccess;
    const [failing = '', other = ''] = users.toSorted();
    userAccess.change = (id, ...rest) =>
      id === failing ? Promise.reject(new Error('It cannot be written')) : change(id, ...rest);
    expect((await tag(first, [])).status).toBe(500);
    expect(await scopeOf(other)).toMatchObject({ tenantIds: [] });
    expect(await scopeOf(failing)).toMatchObject({ tenantIds: [first] });
    userAccess.change = change;
    await app.app.tenantGrouping.sweep();
    expect(await scopeOf(failing)).toMatchObject({ tenantIds: [] });
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
