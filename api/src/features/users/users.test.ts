import { getAdminStats } from '@tenantry/contract/admin-stats';
import { getSession, signInLocally } from '@tenantry/contract/auth';
import {
  changeUser,
  createUser,
  deleteUser,
  listScopeTenants,
  listUsers,
  resetPassword,
} from '@tenantry/contract/users';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import { every, update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserRecord } from '../../store/users.ts';

const password = 'Qu1et!harbor';
const grace = {
  username: 'grace',
  email: 'Grace@msp.example',
  displayName: 'Grace Hopper',
  role: 'technician',
  password,
};
const messageOf = (json: Record<string, unknown>) => String(json.message);
const ids = (json: Record<string, unknown>) => (json.items as { id: string }[]).map(({ id }) => id);
const idOf = (cookie: string) => String(cookie.split('=')[1]?.split('.')[0]);
const names = (json: Record<string, unknown>) =>
  (json.items as { displayName: string }[]).map((one) => one.displayName);

describe('users', () => {
  let app: TestApp;
  let cookie: string;
  let tenantIds: string[];
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    tenantIds = (await app.tenantIds()).toSorted();
  });
  afterEach(() => app.close());

  const create = (form: object, by = cookie) => app.call(createUser, { body: { ...grace, ...form }, cookie: by });
  const created = async (form: object = {}) => {
    const answer = await create(form);
    expect(answer.status).toBe(201);
    return String(answer.json.id);
  };
  const change = (id: string, body: object, by = cookie) => app.call(changeUser, { params: { id }, body, cookie: by });
  const remove = (id: string, by = cookie) => app.call(deleteUser, { params: { id }, cookie: by });
  const list = async (query: Record<string, string> = {}, by = cookie) =>
    (await app.call(listUsers, { query, cookie: by })).json;
  const users = () => app.app.records.partition<UserRecord>(containers.users, globalPartition);
  const signIn = (username: string, given = password) =>
    app.call(signInLocally, { body: { username, password: given } });
  /** A session as a sign-in starts it, without the cost of a password. */
  async function sessionOf(id: string): Promise<string> {
    const user = (await users().get(id))?.value as UserRecord;
    const { name, value } = await app.app.sessions.start(user, {
      id: 'test',
      clientAddress: null,
      cookie: () => undefined,
    });
    return `${name}=${value}`;
  }
  const isSignedIn = async (session: string) => (await app.call(getSession, { cookie: session })).status === 200;
  const trail = async (eventType: string) =>
    (await every(app.app.stores.auditLog.ofMonth(new Date().toISOString()))).filter(
      (entry) => entry.kind === 'entry' && entry.eventType === eventType,
    );

  describe('that are created', () => {
    it('are technicians of all tenants, set by hand, and sign in with their password', async () => {
      const { role: _, ...form } = grace;
      const answer = await app.call(createUser, { body: { ...form, tenantId: null, authType: 'local' }, cookie });
      expect(answer.status).toBe(201);
      expect(answer.json).toMatchObject({
        username: 'grace',
        email: 'Grace@msp.example',
        displayName: 'Grace Hopper',
        source: 'local',
        role: 'technician',
        roleSource: 'manual',
        tenantId: null,
        tenantName: null,
        scope: { kind: 'all', tenants: [] },
        hasLocalAuth: true,
        accountEnabled: true,
        isMfaEnforced: null,
        isLicensed: null,
      });
      expect(answer.text).not.toContain('scrypt');
      expect((await signIn('GRACE')).status).toBe(200);
      expect((await signIn('grace@MSP.example')).status).toBe(200);
      expect(await trail('user_created')).toMatchObject([
        { target: 'ada' },
        { user: 'ada', target: 'grace', details: { after: { role: 'technician', scope: { kind: 'all' } } } },
      ]);
    });

    it('see the tenants that were chosen', async () => {
      const [first = '', second = ''] = tenantIds;
      expect((await create({ tenantId: first })).json).toMatchObject({
        tenantId: first,
        scope: { kind: 'tenants', tenants: [{ id: first }] },
      });
      const two = { username: 'two', email: 'two@msp.example', tenantIds: [first, second, first] };
      const { scope } = (await create(two)).json as { scope: { tenants: { id: string }[] } };
      expect(scope.tenants.map(({ id }) => id)).toEqual([first, second]);
      const none = { username: 'none', email: 'none@msp.example' };
      expect((await create({ ...none, tenantIds: [] })).status).toBe(400);
      const absent = '00000000-0000-4000-8000-0000000000aa';
      expect((await create({ ...none, tenantIds: [first, absent] })).json.code).toBe('TENANT_NOT_FOUND');
    });

    it.each([
      [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
      [{ username: 'a'.repeat(51) }, 'username', 'Username must be less than 50 characters'],
      [{ username: 'a b c' }, 'username', 'Username can only contain letters, numbers, underscores, and hyphens'],
      [{ username: 'a.b@c' }, 'username', 'Username can only contain letters, numbers, underscores, and hyphens'],
      [{ email: ' ' }, 'email', 'Email is required'],
      [{ email: 'grace' }, 'email', 'Please enter a valid email address'],
      [{ displayName: ' ' }, 'displayName', 'Display name is required'],
      [{ displayName: 'x'.repeat(101) }, 'displayName', 'Display name must be less than 100 characters'],
      [{ role: 'owner' }, 'role', 'Please select a role'],
      [{ password: 'Qu1et!h' }, 'password', 'Password must be at least 8 characters'],
      [{ password: 'qu1et!harbor' }, 'password', 'Password must contain at least one uppercase letter'],
      [{ password: 'QU1ET!HARBOR' }, 'password', 'Password must contain at least one lowercase letter'],
      [{ password: 'Quiet!harbor' }, 'password', 'Password must contain at least one number'],
      [{ password: 'Qu1etharbor' }, 'password', 'Password must contain at least one special character'],
      [{ confirmPassword: 'another' }, 'confirmPassword', "Passwords don't match"],
      [
        { password: 'Passw0rd!' },
        'password',
        'Password is one of the most common ones. Choose one that is harder to guess',
      ],
    ])('with %j are refused: %s', async (form, path, message) => {
      const answer = await create(form);
      expect(answer.status).toBe(400);
      expect(answer.json.fields).toContainEqual({ path, message });
    });

    it('have names and addresses of their own, whatever the case and however many come at once', async () => {
      const answers = await Promise.all([
        create({}),
        create({ username: 'GRACE', email: 'g2@msp.example' }),
        create({}),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      const again = await create({ username: 'other', email: 'GRACE@MSP.EXAMPLE' });
      const taken = again.status === 409 ? again : await create({ username: 'third', email: 'g2@MSP.example' });
      expect(taken.json.fields).toEqual([{ path: 'email', message: 'This email belongs to another user' }]);
      expect((await create({ username: 'Ada', email: 'x@msp.example' })).json.fields).toEqual([
        { path: 'username', message: 'This username is taken' },
      ]);
    });

    it('may be called what they are called, and nothing that nobody can read', async () => {
      for (const displayName of [
        'Zoë Ångström-Łukasz',
        "Robert'); DROP TABLE users;--",
        '<img src=x onerror=alert(1)>',
        '山田 太郎',
      ]) {
        const form = {
          username: `u${crypto.randomUUID().slice(0, 8)}`,
          email: `${crypto.randomUUID()}@msp.example`,
          displayName,
        };
        expect((await create(form)).json.displayName).toBe(displayName);
      }
      expect((await create({ displayName: 'Ada\u202e' })).status).toBe(400);
    });
  });

  describe('that are changed', () => {
    it('lose their sessions with role, tenants and disabling, and keep them with a new name', async () => {
      const id = await created();
      const session = () => sessionOf(id);
      let current = await session();
      expect((await change(id, { displayName: 'Rear Admiral Hopper' })).json.displayName).toBe('Rear Admiral Hopper');
      expect(await isSignedIn(current)).toBe(true);
      for (const body of [
        { role: 'viewer' },
        { tenantId: tenantIds[0] },
        { tenantIds: tenantIds.slice(0, 2) },
        { tenantId: null },
      ]) {
        current = await session();
        expect((await change(id, body)).status).toBe(200);
        expect(await isSignedIn(current)).toBe(false);
      }
      current = await session();
      expect((await change(id, { disabled: true })).json.accountEnabled).toBe(false);
      expect(await isSignedIn(current)).toBe(false);
      expect((await signIn('grace')).status).toBe(401);
      expect((await change(id, { disabled: false })).json.accountEnabled).toBe(true);
      expect((await signIn('grace')).status).toBe(200);
      expect(await trail('user_disabled')).toMatchObject([
        { user: 'ada', target: 'grace', details: { before: { isDisabled: false }, after: { isDisabled: true } } },
      ]);
      expect(await trail('user_changed')).toHaveLength(4);
    });

    it('are those that there are, and say what is wrong', async () => {
      const absent = 'user-00000000-0000-4000-8000-0000000000aa';
      expect((await change(absent, { role: 'viewer' })).status).toBe(404);
      const id = await created();
      expect((await change(id, {})).status).toBe(400);
      expect((await change(id, { tenantIds: [absent.slice(5)] })).json.code).toBe('TENANT_NOT_FOUND');
      expect((await change(id, { role: 'owner' })).json.fields).toEqual([
        { path: 'role', message: 'Please select a role' },
      ]);
    });

    it('that are of Microsoft are set by hand where their role is', async () => {
      const id = `user-${crypto.randomUUID()}`;
      const ms = { m365Id: id.slice(5), m365Key: `${tenantIds[0]}/${id.slice(5)}`, passwordHash: null };
      const present = (await users().get('first-admin'))?.value as UserRecord;
      await app.app.stores.users.create({
        ...present,
        ...ms,
        id,
        username: 'hugo@msp.example',
        usernameKey: 'hugo@msp.example',
        emailKey: `#${id}`,
        displayName: 'Hugo',
        role: 'viewer',
        roleSource: 'mapped',
      });
      expect((await change(id, { tenantId: null, displayName: 'Hugo M.' })).json).toMatchObject({
        source: 'm365',
        roleSource: 'mapped',
      });
      expect((await change(id, { role: 'technician' })).json).toMatchObject({
        role: 'technician',
        roleSource: 'manual',
      });
      const answer = await app.call(resetPassword, { body: { userId: id, newPassword: password }, cookie });
      expect(answer.status).toBe(409);
      expect(messageOf(answer.json)).toBe('This user signs in with Microsoft and has no password here.');
    });
  });

  describe('the last administrator', () => {
    it('cannot be deleted, demoted, disabled or limited, and is named', async () => {
      expect((await list()).lastAdministratorId).toBe('first-admin');
      const answers = [
        await remove('first-admin'),
        await change('first-admin', { role: 'technician' }),
        await change('first-admin', { disabled: true }),
        await change('first-admin', { tenantIds }),
      ];
      for (const { status, json } of answers) {
        expect(status).toBe(409);
        expect(messageOf(json)).toContain('last admin');
      }
      expect(await isSignedIn(cookie)).toBe(true);
      const second = await created({ role: 'admin' });
      expect((await list()).lastAdministratorId).toBeNull();
      expect((await remove('first-admin')).status).toBe(200);
      const now = String((await signIn('grace')).cookie);
      expect((await list({}, now)).lastAdministratorId).toBe(second);
    });

    it('is left when two administrators demote or delete each other at once, round after round', async () => {
      let [left, session] = ['first-admin', cookie];
      for (let round = 0; round < 12; round += 1) {
        const theirs = await app.signInAs('admin', { kind: 'all' });
        const other = idOf(theirs);
        const ways = [
          (id: string, by: string) => change(id, { role: 'viewer' }, by),
          (id: string, by: string) => remove(id, by),
          (id: string, by: string) => change(id, { disabled: true }, by),
          (id: string, by: string) => change(id, { tenantIds }, by),
        ];
        const way = (n: number) => ways[(round + n) % ways.length] as (typeof ways)[number];
        const answers = await Promise.all([way(0)(other, session), way(1)(left, theirs)]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const administrators = (await every(users())).filter(
          ({ role, scope, isDisabled }) => role === 'admin' && scope.kind === 'all' && !isDisabled,
        );
        expect(administrators).toHaveLength(1);
        if (administrators[0]?.id === other) [left, session] = [other, theirs];
        cookie = session;
        expect(await isSignedIn(session)).toBe(true);
      }
    });
  });

  describe('that are deleted', () => {
    it('are gone with their sessions, once however often it is asked, and the trail keeps who they were', async () => {
      const id = await created({ tenantId: tenantIds[0] });
      const session = String((await signIn('grace')).cookie);
      const answers = await Promise.all([remove(id), remove(id), remove(id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      expect(await isSignedIn(session)).toBe(false);
      expect((await signIn('grace')).status).toBe(401);
      expect(await trail('user_deleted')).toMatchObject([
        {
          user: 'ada',
          target: 'grace',
          details: { before: { role: 'technician', email: 'Grace@msp.example' }, after: {} },
        },
      ]);
      expect((await list()).items).toHaveLength(1);
      await created();
    });
  });

  describe('whose password is reset', () => {
    it('sign in with the new one alone, and their sessions end', async () => {
      const id = await created();
      const session = String((await signIn('grace')).cookie);
      const reset = (newPassword: string) => app.call(resetPassword, { body: { userId: id, newPassword }, cookie });
      for (const [given, message] of [
        ['short', 'Password must be at least 8 characters'],
        ['Gr4ce!Hopper', 'Password is based on your name, email or the product name. Choose another one'],
      ] as const) {
        const refused = await reset(given);
        expect(refused.status).toBe(400);
        expect(refused.json.fields).toContainEqual({ path: 'newPassword', message });
      }
      expect(await isSignedIn(session)).toBe(true);
      expect((await reset('L4ntern&river')).json).toEqual({ success: true });
      expect(await isSignedIn(session)).toBe(false);
      expect((await signIn('grace')).status).toBe(401);
      expect((await signIn('grace', 'L4ntern&river')).status).toBe(200);
      const [entry] = await trail('password_reset');
      expect(entry).toMatchObject({ user: 'ada', target: 'grace', details: { how: 'by an administrator' } });
      expect(JSON.stringify(await trail('password_reset'))).not.toContain('scrypt');
      const absent = { userId: 'user-00000000-0000-4000-8000-0000000000aa', newPassword: 'L4ntern&river' };
      expect((await app.call(resetPassword, { body: absent, cookie })).status).toBe(404);
    });
  });

  it('who are contacts of clients count as no local users; records of before that say nothing of it do', async () => {
    const [mine = ''] = tenantIds;
    await created({ tenantId: mine });
    await app.signInAsClient(mine);
    const { clientFold: _none, ...old } = (await users().get('first-admin'))?.value ?? {};
    await update(users(), 'first-admin', () => old as UserRecord);
    const counts = { local: 2, signIn: 2 };
    const local = await list({ source: 'local' });
    expect(names(local).toSorted()).toEqual(['Ada Lovelace', 'Grace Hopper']);
    expect(local).toMatchObject({ total: 2, counts });
    expect(names(await list({ limit: '10' }))).toContain('Jane Doe');
    const { totalUsers } = (await app.call(getAdminStats, { cookie })).json;
    expect(totalUsers).toBe(2);
    const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [mine] });
    expect(await list({ source: 'local' }, scoped)).toMatchObject({ total: 2, counts });
  });

  describe('for an administrator of some tenants', () => {
    it('are those whose tenants are all among theirs, to look at and not to change', async () => {
      const [mine = '', other = ''] = tenantIds;
      const inside = await created({ tenantId: mine });
      await created({ username: 'both', email: 'both@msp.example', tenantIds: [mine, other] });
      await created({ username: 'wide', email: 'wide@msp.example' });
      const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [mine] });
      const seen = await list({ source: 'local' }, scoped);
      expect(names(seen).toSorted()).toEqual(['A admin', 'Grace Hopper']);
      expect(seen).toMatchObject({ total: 2, counts: { local: 2 }, lastAdministratorId: null });
      const answers = [
        await create({ username: 'new', email: 'new@msp.example' }, scoped),
        await change(inside, { role: 'admin' }, scoped),
        await remove(inside, scoped),
        await app.call(resetPassword, { body: { userId: inside, newPassword: password }, cookie: scoped }),
      ];
      for (const { status } of answers) expect(status).toBe(403);
      const choices = await app.call(listScopeTenants, { cookie: scoped });
      expect(ids(choices.json)).toEqual([mine]);
      for (const role of ['technician', 'viewer'] as const) {
        const less = await app.signInAs(role, { kind: 'all' });
        expect((await app.call(listUsers, { cookie: less })).status).toBe(403);
      }
    });

    it('never names a tenant that is not theirs', async () => {
      const [mine = '', other = ''] = tenantIds;
      const own = await app.signInAs('admin', { kind: 'tenants', tenantIds: [mine] });
      const id = String(own.split('=')[1]?.split('.')[0]);
      const whole = await list();
      expect(ids(whole)).toContain(id);
      await update(users(), id, (user): UserRecord => ({ ...user, scope: { kind: 'tenants', tenantIds: [mine] } }));
      const tenants = app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);
      const name = String((await tenants.get(other))?.value.displayName);
      expect(names(await list({ search: name }, own))).toEqual([]);
    });
  });

  describe('tenants that a user can be given', () => {
    it('are searched by name and domain on the server, page by page', async () => {
      const all = await app.call(listScopeTenants, { query: { limit: '3' }, cookie });
      expect(all.json).toMatchObject({ total: 4, nextCursor: expect.any(String) });
      const [first] = all.json.items as { name: string; domain: string }[];
      for (const search of [first?.name.slice(0, 5).toUpperCase(), first?.domain]) {
        const found = await app.call(listScopeTenants, { query: { search: String(search) }, cookie });
        expect(found.json.items).toContainEqual(first);
      }
      const none = await app.call(listScopeTenants, { query: { search: '%_' }, cookie });
      expect(none.json).toMatchObject({ items: [], total: 0 });
    });
  });

  it('sign in with the password of the first administrator still', async () => {
    expect((await signIn(firstAdmin.username, firstAdmin.password)).status).toBe(200);
  });
});
