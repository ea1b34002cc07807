import { getSession } from '@tenantry/contract/auth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { every, update } from '../../ports/collection.ts';
import { type AdministratorsRecord, administratorsId } from '../../store/administrators.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { UserRecord, UserStore } from '../../store/users.ts';
import { isAdministrator } from './administrators.ts';
import { createUserAccess, type UserAccessDependencies } from './change-user-access.ts';

const all = { kind: 'all' } as const;
const by = { username: 'ada' };

describe('the access of users', () => {
  let app: TestApp;
  let tenantIds: string[];
  beforeEach(async () => {
    app = await createTestApp();
    tenantIds = await app.tenantIds();
  });
  afterEach(() => app.close());

  const access = () => app.app.userAccess;
  const users = () => app.app.records.partition<UserRecord>(containers.users, globalPartition);
  const everyone = () => every(users());
  const administrators = async () => (await everyone()).filter(isAdministrator);
  const record = async (): Promise<AdministratorsRecord | undefined> =>
    (await app.app.stores.administrators.get(administratorsId))?.value;
  const idOf = (cookie: string) => String(cookie.split('=')[1]?.split('.')[0]);
  const admins = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => idOf(await app.signInAs('admin', all))));
  const isSignedIn = async (cookie: string) => (await app.call(getSession, { cookie })).status === 200;

  /** The same, but whatever a process does to a user after it has decided is lost: it dies there. */
  function dying(part: Partial<UserStore>): ReturnType<typeof createUserAccess> {
    const { users: store, administrators: kept } = app.app.stores;
    const nothing = async () => undefined;
    const effects = {
      endSessions: app.app.sessions.endAllOf,
      revokeLinks: nothing,
      endTokens: nothing,
      stopWork: nothing,
    };
    const { trail, clock } = app.app;
    const dependencies: UserAccessDependencies = {
      users: { ...store, ...part },
      administrators: kept,
      effects,
      trail,
      clock,
    };
    return createUserAccess(dependencies);
  }
  const die = async () => {
    throw new Error('killed');
  };
  /** What a minute later looks like to the timers. */
  const aMinuteLater = () =>
    update(app.app.stores.administrators, administratorsId, (value) => ({
      ...value,
      changes: value.changes.map((change) => ({ ...change, at: '2026-01-01T00:00:00.000Z' })),
    }));

  it('leaves one administrator when two take it from each other at once, round after round', async () => {
    for (let round = 0; round < 25; round += 1) {
      const [a = '', b = ''] = await admins(2);
      for (const { id } of await administrators()) if (id !== a && id !== b) await access().delete(id, by);
      const outcomes = await Promise.all([
        access().change(a, { role: 'viewer' }, by),
        access().change(b, { isDisabled: true }, by),
      ]);
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'lastAdministrator']);
      expect(await administrators()).toHaveLength(1);
    }
    expect((await record())?.changes).toEqual([]);
  });

  it('leaves one of many who are demoted, disabled, narrowed and deleted all at once', async () => {
    const ids = await admins(24);
    const ways = [
      (id: string) => access().change(id, { role: 'technician' }, by),
      (id: string) => access().change(id, { isDisabled: true }, by),
      (id: string) => access().change(id, { scope: { kind: 'tenants', tenantIds } }, by),
      (id: string) => access().delete(id, by),
    ];
    await Promise.all(ids.map((id, index) => ways[index % ways.length]?.(id)));
    expect(await administrators()).toHaveLength(1);
    expect((await record())?.members).toEqual([(await administrators())[0]?.id]);
  });

  it('counts an administrator of some tenants, a disabled one and a technician as none', async () => {
    const last = idOf(await app.signInAs('admin', all));
    await app.signInAs('admin', { kind: 'tenants', tenantIds });
    await app.signInAs('technician', all);
    const disabled = idOf(await app.signInAs('admin', all));
    expect((await access().change(disabled, { isDisabled: true }, by)).outcome).toBe('changed');
    for (const patch of [{ role: 'viewer' }, { scope: { kind: 'none' } }, { isDisabled: true }] as const) {
      expect((await access().change(last, patch, by)).outcome).toBe('lastAdministrator');
    }
    expect(await access().delete(last, by)).toBe('lastAdministrator');
    expect((await access().change(last, { displayName: 'Ada' }, by)).outcome).toBe('changed');
    expect((await access().change(disabled, { isDisabled: false }, by)).outcome).toBe('changed');
    expect(await access().delete(last, by)).toBe('deleted');
  });

  it('is built from the users of an installation of before, and finds administrators that came since', async () => {
    const [first = ''] = await admins(3);
    expect(await record()).toBeUndefined();
    expect((await access().change(first, { role: 'viewer' }, by)).outcome).toBe('changed');
    expect((await record())?.members).toHaveLength(2);
    for (const id of (await record())?.members ?? []) await access().change(id, { role: 'viewer' }, by);
    expect(await administrators()).toHaveLength(1);
    const [later = ''] = await admins(1);
    const [last] = (await administrators()).filter(({ id }) => id !== later);
    expect((await access().change(String(last?.id), { role: 'viewer' }, by)).outcome).toBe('changed');
    expect((await record())?.members).toEqual([later]);
  });

  it('that the record names, and that is an administrator no more, is none', async () => {
    const [a = '', b = ''] = await admins(2);
    await access().change(a, { displayName: 'A' }, by);
    await update(users(), b, (user): UserRecord => ({ ...user, role: 'viewer' }));
    expect((await access().change(a, { role: 'viewer' }, by)).outcome).toBe('lastAdministrator');
  });

  it('ends sessions with role, scope, disabling and deletion, and not with a name', async () => {
    await admins(1);
    const scope = { kind: 'tenants', tenantIds } as const;
    for (const patch of [{ role: 'viewer' }, { scope }, { isDisabled: true }] as const) {
      const cookie = await app.signInAs('admin', all);
      await access().change(idOf(cookie), { displayName: 'Another' }, by);
      expect(await isSignedIn(cookie)).toBe(true);
      await access().change(idOf(cookie), patch, by);
      expect(await isSignedIn(cookie)).toBe(false);
    }
    const cookie = await app.signInAs('viewer', all);
    expect(await access().delete(idOf(cookie), by)).toBe('deleted');
    expect(await isSignedIn(cookie)).toBe(false);
    expect(await access().delete(idOf(cookie), by)).toBe('notFound');
  });

  it('is changed once though asked for by many at once, with one entry in the trail', async () => {
    await admins(1);
    const id = idOf(await app.signInAs('technician', all));
    const results = await Promise.all(
      Array.from({ length: 10 }, () => access().change(id, { role: 'viewer', scope: { kind: 'none' } }, by)),
    );
    expect(results.filter(({ outcome }) => outcome === 'changed')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'same')).toHaveLength(9);
    const entries = await every(app.app.stores.auditLog.ofMonth(new Date().toISOString()));
    const told = entries.filter((entry) => entry.kind === 'entry' && entry.eventType === 'user_role_changed');
    expect(told).toMatchObject([
      {
        user: 'ada',
        target: id,
        details: {
          before: { role: 'technician', scope: { kind: 'all' } },
          after: { role: 'viewer', scope: { kind: 'none' } },
        },
      },
    ]);
  });

  it('that a process had decided and died over is finished by the timers', async () => {
    const [a = '', b = '', c = ''] = await admins(3);
    const cookie = await app.signInAs('technician', all);
    await expect(dying({ replace: die }).change(a, { role: 'viewer' }, by)).rejects.toThrow('killed');
    await expect(dying({ delete: die }).delete(b, by)).rejects.toThrow('killed');
    await expect(dying({ replace: die }).change(idOf(cookie), { isDisabled: true }, by)).rejects.toThrow('killed');
    expect((await record())?.members).toEqual([c]);
    expect((await record())?.changes).toHaveLength(3);
    expect(await access().delete(c, by)).toBe('lastAdministrator');
    expect(await access().finishLeft()).toBe(0);
    await aMinuteLater();
    expect(await access().finishLeft()).toBe(3);
    expect((await administrators()).map(({ id }) => id)).toEqual([c]);
    expect((await everyone()).some(({ id }) => id === b)).toBe(false);
    expect(await isSignedIn(cookie)).toBe(false);
    expect(await record()).toMatchObject({ members: [c], changes: [] });
  });

  it('that a process died over is finished by whoever changes the same user next', async () => {
    const [a = ''] = await admins(2);
    await expect(dying({ replace: die }).change(a, { role: 'viewer' }, by)).rejects.toThrow('killed');
    expect((await access().change(a, { role: 'technician' }, by)).outcome).toBe('changed');
    expect((await users().get(a))?.value.role).toBe('technician');
    expect((await record())?.changes).toEqual([]);
  });

  it('is not taken back by a process that was slow', async () => {
    const [a = ''] = await admins(2);
    const { replace } = app.app.stores.users;
    // It read the user, and before it writes, the timer and another administrator were there.
    const slow = dying({
      replace: async (user, etag) => {
        if (user.role !== 'viewer') return replace(user, etag);
        await aMinuteLater();
        await access().finishLeft();
        await access().change(a, { role: 'admin' }, by);
        return replace(user, etag);
      },
    });
    await slow.change(a, { role: 'viewer' }, by);
    expect((await users().get(a))?.value.role).toBe('admin');
    expect((await record())?.members).toContain(a);
  });
});
