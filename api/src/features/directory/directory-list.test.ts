import { listAdminTenants } from '@tenantry/contract/connections';
import { listTenantUsers, syncTenantUsers } from '@tenantry/contract/directory';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { update } from '../../ports/collection.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { type DirectoryApp, type Listed, openDirectoryApp, other, users, weak } from './testing/directory-app.ts';

describe('the accounts of a directory', () => {
  let d: DirectoryApp;
  beforeEach(async () => {
    d = await openDirectoryApp();
  });
  afterEach(() => d.close());

  it('are not known before the first synchronization, and the answer says so', async () => {
    expect(await d.list()).toMatchObject({
      users: [],
      total: null,
      syncedAt: null,
      unknownBecause: 'The directory of this tenant has not been synchronized yet.',
      sync: { status: 'never', nextAt: expect.any(String) },
    });
    const managed = (await d.app.call(listAdminTenants, { cookie: d.cookie })).json.tenants as {
      linkedM365Users: unknown;
    }[];
    expect(new Set(managed.map(({ linkedM365Users }) => linkedM365Users))).toEqual(new Set([null]));
  });

  it('are listed by name, a page at a time, and searched in all of them', async () => {
    await d.sync();
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Listed = await d.list({ limit: '200', ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(users);
      names.push(...page.users.map(({ id }) => String(id)));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(names).size).toBe(users);
    const everybody = await d.stored();
    for (const field of ['displayName', 'mail', 'userPrincipalName', 'jobTitle'] as const) {
      const text = String(everybody.findLast((user) => user[field] !== null)?.[field]);
      const part = text.slice(1, 9).toUpperCase();
      const found = everybody.filter((user) =>
        [user.displayName, user.mail, user.userPrincipalName, user.jobTitle].some((value) =>
          value?.toUpperCase().includes(part),
        ),
      );
      expect([field, (await d.list({ search: part })).total]).toEqual([field, found.length]);
    }
    expect(await d.list({ search: '%' })).toMatchObject({ users: [], total: 0, unknownBecause: null });
  });

  it('of one tenant are in no answer for another', async () => {
    await d.sync();
    await d.sync(other);
    const [theirs] = await d.stored(other);
    const name = String(theirs?.userPrincipalName);
    expect((await d.list({ search: name }, other)).total).toBe(1);
    expect((await d.list({ search: name })).total).toBe(0);
    const scoped = await d.app.signInAs('admin', { kind: 'tenants', tenantIds: [weak] });
    const params = { id: other };
    for (const endpoint of [listTenantUsers, syncTenantUsers]) {
      expect((await d.app.call(endpoint, { params, cookie: scoped })).json.code).toBe('TENANT_NOT_FOUND');
    }
  });

  it("that are the simulator's are not shown for a tenant that has gone live, and are deleted with all that is the simulator's", async () => {
    await d.sync();
    await update(d.tenants(), weak, (value): TenantRecord => ({ ...value, isMock: false }));
    expect(await d.list()).toMatchObject({ users: [], total: null, syncedAt: null });
    const managed = (await d.app.call(listAdminTenants, { cookie: d.cookie })).json.tenants as Record<
      string,
      unknown
    >[];
    expect(managed.find(({ id }) => id === weak)?.linkedM365Users).toBeNull();
    await update(d.tenants(), weak, (value): TenantRecord => ({ ...value, isMock: true }));
    expect(await d.stored()).toHaveLength(users);
    await d.app.app.microsoft.mode.goLive(weak, 'ada');
    expect(await d.stored()).toEqual([]);
    expect(await d.tenant()).toMatchObject({
      isMock: false,
      directory: null,
      directorySync: null,
      directorySyncDueAt: expect.any(String),
    });
  });
});
