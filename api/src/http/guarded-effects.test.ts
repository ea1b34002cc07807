import { requestApproval } from '@tenantry/contract/approvals';
import { endpoints } from '@tenantry/contract/endpoints';
import { guardedEffects } from '@tenantry/contract/guarded-effects';
import { trailEventKinds } from '@tenantry/contract/trail-events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ageSession } from '../../testing/aged-session.ts';
import { endpointOf } from '../../testing/recorded-calls.ts';
import { type Call, createTestApp, type TestApp } from '../../testing/test-app.ts';
import { containers, globalPartition } from '../store/containers.ts';
import type { UserRecord } from '../store/users.ts';

/** The input of each call that asks `sometimes`, with which it gives a permission. */
const givesPermission: Record<string, (id: string) => Call> = {
  'approval-approve': (id) => ({ params: { id }, body: {} }),
  'approval-change': (id) => ({ params: { id }, body: { status: 'approved' } }),
  'approvals-decide': (id) => ({ body: { ids: [id], status: 'approved' } }),
};
/**
 * Those that ask where a group of tenants is the scope of users, where more is approved, and where a whole snapshot leaves: held by the
 * tests of groups, of rules and of evidence packs.
 */
const heldElsewhere = ['tenant-group-change', 'tenant-labels-change', 'approval-rules-change', 'evidence-pack-make'];
/** The same calls, as they leave everybody what they are. */
const changesNobody: Record<string, (id: string) => Call> = {
  'approval-change': (id) => ({ params: { id }, body: { reviewNotes: 'Ask them' } }),
  'approval-deny': (id) => ({ params: { id }, body: {} }),
  'approvals-decide': (id) => ({ body: { ids: [id], status: 'denied', comment: 'Not now' } }),
};

describe('the effects for which a call asks who is there', () => {
  it('name every call that is marked, and no other', () => {
    const marked = endpoints.filter(({ stepUp }) => stepUp !== false).map(({ name }) => name);
    expect([...new Set(guardedEffects.flatMap(({ calls }) => calls))].toSorted()).toEqual(marked.toSorted());
  });

  it('tell of each call that leaves the same event unasked why that is so', () => {
    for (const name of guardedEffects.flatMap(({ unasked }) => Object.keys(unasked))) {
      expect([name, endpointOf(name).stepUp]).toEqual([name, false]);
    }
    for (const event of guardedEffects.flatMap(({ events }) => events)) expect(trailEventKinds).toHaveProperty(event);
  });

  it('are of some inputs alone where the call says so, each of which is held here', () => {
    const some = endpoints.filter(({ stepUp }) => stepUp === 'sometimes').map(({ name }) => name);
    expect([...Object.keys(givesPermission), ...heldElsewhere].toSorted()).toEqual(some.toSorted());
  });
});

describe('deciding on a permission that somebody asked for', () => {
  let app: TestApp;
  let ada: string;
  let userId: string;
  let id: string;
  beforeEach(async () => {
    app = await createTestApp();
    ada = await app.registerAdmin();
    const technician = await app.signInAs('technician', { kind: 'none' });
    userId = String(technician.split('=')[1]?.split('.')[0]);
    const permission = { user: userId, role: 'admin', tenantIds: 'all' };
    const body = { type: 'user_permission', reason: 'They stand in for Grace', permission };
    const asker = await app.signInAs('technician', { kind: 'all' });
    id = String((await app.call(requestApproval, { body, cookie: asker })).json.id);
  });
  afterEach(() => app.close());

  const user = async () =>
    (await app.app.records.partition<UserRecord>(containers.users, globalPartition).get(userId))?.value;
  const nobody = { role: 'technician', scope: { kind: 'none' } };

  it.each(Object.keys(givesPermission))('%s asks who is there before it gives it', async (name) => {
    await ageSession(app, ada, 11);
    const refused = await app.call(endpointOf(name), { ...givesPermission[name]?.(id), cookie: ada });
    expect([refused.status, refused.json.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    expect(await user()).toMatchObject(nobody);
    await ageSession(app, ada, 9);
    expect((await app.call(endpointOf(name), { ...givesPermission[name]?.(id), cookie: ada })).status).toBe(200);
    expect(await user()).toMatchObject({ role: 'admin', scope: { kind: 'all' } });
  });

  it.each(Object.keys(changesNobody))('%s does not ask where nobody gets anything by it', async (name) => {
    await ageSession(app, ada, 11);
    expect((await app.call(endpointOf(name), { ...changesNobody[name]?.(id), cookie: ada })).status).toBe(200);
    expect(await user()).toMatchObject(nobody);
  });

  it('among several decides none of them before it has asked', async () => {
    const [tenantId] = await app.tenantIds();
    const change = { type: 'system_change', tenantId, title: 'Move the mailboxes', reason: 'They asked for it' };
    const other = String((await app.call(requestApproval, { body: change, cookie: ada })).json.id);
    await ageSession(app, ada, 11);
    const body = { ids: [other, id], status: 'approved' };
    expect((await app.call(endpointOf('approvals-decide'), { body, cookie: ada })).json.code).toBe('STEP_UP_REQUIRED');
    const left = await app.call(endpointOf('approval-get'), { params: { id: other }, cookie: ada });
    expect(left.json.status).toBe('pending');
    const alone = { ids: [other], status: 'approved' };
    expect((await app.call(endpointOf('approvals-decide'), { body: alone, cookie: ada })).json.decided).toBe(1);
  });

  it('tells an administrator of some tenants nothing of it, whenever they proved who they are', async () => {
    const some = await app.signInAs('admin', { kind: 'tenants', tenantIds: await app.tenantIds() });
    await ageSession(app, some, 11);
    const absent = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const one of [id, absent]) {
      const many = await app.call(endpointOf('approvals-decide'), {
        ...givesPermission['approvals-decide']?.(one),
        cookie: some,
      });
      expect(many.json.results).toMatchObject([{ outcome: 'notFound' }]);
      const single = await app.call(endpointOf('approval-approve'), { params: { id: one }, body: {}, cookie: some });
      expect(single.status).toBe(404);
    }
  });
});
