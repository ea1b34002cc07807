import { createRoleMapping } from '@tenantry/contract/role-mappings';
import { type DirectoryUser, listUsers } from '@tenantry/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { emptyOutbox } from '../../domain/audit-trail/outbox.ts';
import { writeUserKeys } from '../../domain/user-access/write-user-keys.ts';
import { update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { accountKeys, type M365UserRecord, m365UserId } from '../../store/m365-users.ts';
import type { TenantRecord } from '../../store/tenants.ts';

const guid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const many = 10_050;

describe('the directory of users', () => {
  let app: TestApp;
  let cookie: string;
  let big: string;
  let small: string;
  let hidden: string;

  const tenants = () => app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);
  const list = async (query: Record<string, string> = {}, by = cookie) =>
    (await app.call(listUsers, { query: { limit: '200', ...query }, cookie: by })).json as {
      items: DirectoryUser[];
      total: number | null;
      countUnknownBecause: string | null;
      counts: {
        total: number | null;
        local: number;
        m365: number | null;
        m365AtLeast: number;
        unknownBecause: string | null;
      };
      nextCursor?: string;
    };
  const names = async (query: Record<string, string>, by = cookie) =>
    (await list(query, by)).items.map(({ displayName }) => displayName);
  async function everyone(query: Record<string, string>, by = cookie): Promise<DirectoryUser[]> {
    const found: DirectoryUser[] = [];
    for (let cursor = ''; ; ) {
      const page = await list({ ...query, ...(cursor ? { cursor } : {}) }, by);
      found.push(...page.items);
      if (page.nextCursor === undefined) return found;
      cursor = page.nextCursor;
    }
  }

  async function account(tenantId: string, n: number, given: Partial<M365UserRecord>): Promise<void> {
    const displayName = given.displayName ?? `Person ${String(n).padStart(5, '0')}`;
    const base = {
      userPrincipalName: `p${n}@tenant.example`,
      mail: null,
      directoryRoles: [] as string[] | null,
      ...given,
      displayName,
    };
    await app.app.records.partition<M365UserRecord>(containers.m365Users, tenantId).create({
      id: m365UserId(tenantId, guid(n)),
      tenantId,
      graphId: guid(n),
      isSimulated: true,
      nameKey: displayName.toLowerCase(),
      jobTitle: null,
      userType: 'Member',
      accountEnabled: true,
      isLicensed: true,
      rolesUnknownBecause: null,
      isMfaEnforced: true,
      mfaUnknownBecause: null,
      lastSyncAt: '2026-11-20T00:00:00.000Z',
      createdAt: '2026-11-20T00:00:00.000Z',
      ...base,
      ...accountKeys(base),
    });
  }
  const synced = (id: string, users: number) =>
    update(tenants(), id, (tenant) => ({
      ...tenant,
      directory: { users, syncedAt: '2026-11-20T00:00:00.000Z', isSimulated: true },
    }));

  /** Signs somebody in for a while, who is no part of what the other tests find. */
  async function asAdminOf(tenantIds: string[], run: (by: string) => Promise<void>): Promise<void> {
    const by = await app.signInAs('admin', { kind: 'tenants', tenantIds });
    await run(by);
    await app.app.stores.users.delete(String(by.split('=')[1]?.split('.')[0]));
  }

  beforeAll(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    [big = '', small = '', hidden = ''] = (await app.tenantIds()).toSorted();
    await app.call(createRoleMapping, { body: { m365Role: 'Security Administrator', localRole: 'admin' }, cookie });
    for (let n = 0; n < many; n += 1) await account(big, n, {});
    const people: Partial<M365UserRecord>[] = [
      { displayName: 'Émile Zola', mail: 'emile@small.example', userPrincipalName: 'ez@small.example' },
      { displayName: "Robert'); DROP TABLE users;-- %_", userPrincipalName: null },
      { displayName: 'Zoë Ångström', directoryRoles: ['Security Administrator'], isMfaEnforced: false },
      { displayName: 'Helpdesk', directoryRoles: ['Helpdesk Administrator'] },
      {
        displayName: 'Nobody Knows',
        directoryRoles: null,
        rolesUnknownBecause: 'No consent.',
        isMfaEnforced: null,
        mfaUnknownBecause: 'No P1.',
      },
    ];
    for (const [n, one] of people.entries()) await account(small, n, one);
    await account(hidden, 1, { displayName: 'Half Read' });
    await synced(big, many);
    await synced(small, people.length);
  });
  afterAll(() => app.close());

  it('pages through more than 10,000 accounts, each once and by name, after those who sign in here', async () => {
    const all = await everyone({});
    expect(all).toHaveLength(1 + many + 5);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all[0]).toMatchObject({ id: 'first-admin', signsInHere: true, source: 'local' });
    const keys = all.slice(1).map(({ displayName }) => displayName.toLowerCase());
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(
      all.slice(1).every(({ source, signsInHere, scope }) => source === 'm365' && !signsInHere && scope === null),
    ).toBe(true);
  });

  it('counts without reading: by what synchronizations counted, with a reason where one is missing', async () => {
    expect((await list({})).counts).toEqual({
      total: null,
      signIn: 1,
      local: 1,
      m365: null,
      m365AtLeast: many + 5,
      unknownBecause: 'The directories of 2 tenants have not been synchronized yet.',
    });
    expect(await list({ limit: '1' })).toMatchObject({
      total: null,
      countUnknownBecause: expect.stringContaining('not been synchronized'),
    });
    expect(await list({ limit: '1', source: 'local' })).toMatchObject({ total: 1, countUnknownBecause: null });
    await asAdminOf([small], async (scoped) => {
      expect(await list({ limit: '2' }, scoped)).toMatchObject({
        total: 6,
        counts: { total: 6, local: 1, m365: 5, unknownBecause: null },
      });
    });
  });

  it.each([
    ['emile', ['Émile Zola']],
    ['ÉMILE', ['Émile Zola']],
    ['e\u0301mile', ['Émile Zola']],
    ['zola', ['Émile Zola']],
    ['ez@small', ['Émile Zola']],
    ['emile@small.ex', ['Émile Zola']],
    ['angstrom', ['Zoë Ångström']],
    ["robert');", ["Robert'); DROP TABLE users;-- %_"]],
    ['%', ["Robert'); DROP TABLE users;-- %_"]],
    ['%%', []],
    ['_', []],
    ['mile', []],
    ['Person 10049', ['Person 10049']],
    ['p10049@', ['Person 10049']],
    ['ada', ['Ada Lovelace']],
    ['ADA@msp', ['Ada Lovelace']],
    ['half', []],
  ])('finds by %j those whose name, surname or address begins with it', async (search, found) => {
    const page = await list({ search });
    expect(page.items.map(({ displayName }) => displayName)).toEqual(found);
    expect(page).toMatchObject({ total: found.length, countUnknownBecause: null });
    expect(page.nextCursor).toBeUndefined();
  });

  it('finds the accounts of a tenant by its name, each once', async () => {
    const name = String((await tenants().get(small))?.value.displayName);
    const found = await everyone({ search: name.slice(0, 6).toLowerCase(), limit: '2' });
    expect(found.map(({ displayName }) => displayName).toSorted()).toEqual(
      ['Helpdesk', 'Nobody Knows', "Robert'); DROP TABLE users;-- %_", 'Zoë Ångström', 'Émile Zola'].toSorted(),
    );
    expect(found.every(({ tenantId, tenantName }) => tenantId === small && tenantName === name)).toBe(true);
  });

  it('pages through what a search finds, each once, and does not count it', async () => {
    const first = await list({ search: 'person', limit: '150' });
    expect(first).toMatchObject({ total: null, countUnknownBecause: expect.stringContaining('not counted') });
    const found = await everyone({ search: 'person 00', limit: '170' });
    expect(found).toHaveLength(1000);
    expect(new Set(found.map(({ id }) => id)).size).toBe(1000);
  });

  it('says which role an account would have: mapped, the default, or not known', async () => {
    const of = async (search: string) => (await list({ search })).items[0];
    expect(await of('zoe')).toMatchObject({ role: 'admin', roleSource: 'mapped', roleUnknownBecause: null });
    expect(await of('helpdesk')).toMatchObject({ role: 'viewer', roleSource: 'default' });
    expect(await of('nobody')).toMatchObject({
      role: null,
      roleSource: null,
      roleUnknownBecause: 'No consent.',
      isMfaEnforced: null,
      mfaUnknownBecause: 'No P1.',
    });
  });

  it('filters by source and by role', async () => {
    expect(await names({ role: 'admin' })).toEqual(['Ada Lovelace', 'Zoë Ångström']);
    expect(await names({ role: 'admin', source: 'm365' })).toEqual(['Zoë Ångström']);
    expect(await names({ source: 'local', role: 'admin' })).toEqual(['Ada Lovelace']);
    expect(await names({ role: 'technician' })).toEqual([]);
    // Accounts that do not sign in have no role, unless a mapping names one.
    expect(await everyone({ role: 'viewer' })).toEqual([]);
    expect((await everyone({ source: 'm365' })).every(({ source }) => source === 'm365')).toBe(true);
  });

  it('keeps to the scope of an administrator of some tenants, also in a search and by a cursor of another', async () => {
    const { nextCursor = '' } = await list({ search: 'person', limit: '5' });
    await asAdminOf([small], async (scoped) => {
      const seen = await everyone({ limit: '3' }, scoped);
      expect(seen.filter(({ signsInHere }) => !signsInHere)).toHaveLength(5);
      expect(await names({ search: 'person' }, scoped)).toEqual([]);
      expect(await names({ search: 'person', cursor: nextCursor }, scoped)).toEqual([]);
    });
    await asAdminOf([], async (none) => expect(await everyone({ source: 'm365' }, none)).toEqual([]));
  });

  it('does not show an account of a directory that is half read, or of the simulator where the tenant is live', async () => {
    expect(await names({ search: 'half read' })).toEqual([]);
    await synced(hidden, 1);
    expect(await names({ search: 'half read' })).toEqual(['Half Read']);
    await update(tenants(), hidden, (tenant) => ({ ...tenant, isMock: false }));
    expect(await names({ search: 'half read' })).toEqual([]);
    await update(tenants(), hidden, (tenant) => ({ ...tenant, isMock: true, directory: null }));
  });

  it('refuses a cursor that it did not give out', async () => {
    for (const cursor of [
      'x',
      'bm9uc2Vuc2U',
      Buffer.from('[0,null,0,[]]').toString('base64url'),
      Buffer.from('[-1,null,0,[1,1,1,null]]').toString('base64url'),
    ]) {
      expect((await app.call(listUsers, { query: { cursor }, cookie })).status).toBe(400);
    }
  });

  it('finds a user of before once their keys are written, and shows them meanwhile', async () => {
    const present = (await app.app.stores.users.get('first-admin'))?.value;
    const { nameFold: _n, mailFold: _m, tenantKey: _t, ...old } = present as object as Record<string, unknown>;
    const id = `user-${guid(77)}`;
    const users = app.app.records.partition<{ id: string }>(containers.users, globalPartition);
    await users.create({
      ...old,
      ...emptyOutbox,
      id,
      username: 'olga',
      usernameKey: 'olga',
      emailKey: 'o@x',
      m365Key: `#${id}`,
      displayName: 'Olga',
    } as { id: string });
    expect(await names({ source: 'local' })).toContain('Olga');
    expect(await writeUserKeys(app.app.stores.users)).toBe(1);
    expect(await writeUserKeys(app.app.stores.users)).toBe(0);
    expect(await names({ search: 'olg' })).toEqual(['Olga']);
    await app.app.stores.users.delete(id);
  });
});
