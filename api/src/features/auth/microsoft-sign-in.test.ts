import { getSession, signInLocally } from '@tenantry/contract/auth';
import { listOAuthLog } from '@tenantry/contract/graph-tools';
import { finishMicrosoftSignIn, getSignInOptions, startMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import {
  changeAdminSettings,
  changeAuthSettings,
  createRoleMapping,
  deleteRoleMapping,
} from '@tenantry/contract/role-mappings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MicrosoftCloud, startMicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { type Answer, createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { UserRecord } from '../../store/users.ts';
import { demonstrationMappingId } from '../role-mappings/demonstration-role-mapping.ts';

describe('sign-in with Microsoft', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  beforeEach(async () => {
    microsoft = await startMicrosoftCloud();
    app = await createTestApp(microsoft.settings);
  });
  afterEach(async () => {
    await app.close();
    await microsoft.close();
  });

  const users = () => app.app.records.partition<UserRecord>(containers.users, globalPartition);
  const person = (name: string): string => {
    const found = microsoft.cloud
      .usersOf(microsoft.staffTenantId)
      .find((one) => one.userPrincipalName.startsWith(name));
    if (!found) throw new Error(`nobody is called ${name}`);
    return found.userPrincipalName;
  };
  async function begin(): Promise<{ address: string; cookie: string }> {
    const started = await app.call(startMicrosoftSignIn);
    expect(started.status).toBe(302);
    return { address: started.headers.location ?? '', cookie: started.cookie ?? '' };
  }
  const finish = (query: Record<string, string>, cookie: string) => app.call(finishMicrosoftSignIn, { query, cookie });
  async function signIn(name: string): Promise<Answer> {
    const { address, cookie } = await begin();
    return finish(await microsoft.visit(address, { username: person(name) }), cookie);
  }
  const failures = () =>
    app.app.records.across(containers.auditLogs).count([{ field: 'eventType', op: 'eq', value: 'sign_in_failed' }]);

  it('makes the first of our staff the administrator, and the next a viewer of nothing', async () => {
    const first = await signIn('greta');
    expect(first.json).toMatchObject({ next: 'signed-in', role: 'admin', roles: ['admin'] });
    expect((await app.call(getSession, { cookie: first.cookies.join('; ') })).status).toBe(200);
    expect((await signIn('hugo')).json).toMatchObject({ role: 'viewer' });
    const { items } = await users().query({ where: [{ field: 'roleSource', op: 'eq', value: 'default' }] });
    expect(items).toEqual([expect.objectContaining({ role: 'viewer', scope: { kind: 'none' }, passwordHash: null })]);
  });

  it('lets a Global Administrator of the demonstration in as an administrator of all tenants', async () => {
    await app.registerAdmin();
    expect((await signIn('greta')).json).toMatchObject({ next: 'signed-in', role: 'admin' });
    const { items } = await users().query({ where: [{ field: 'roleSource', op: 'eq', value: 'mapped' }] });
    expect(items).toEqual([expect.objectContaining({ role: 'admin', scope: { kind: 'all' } })]);
  });

  it('asks for no roles where they decide nothing: whoever is known signs in while Graph is out of reach', async () => {
    await signIn('greta');
    microsoft.cloud.faults.set({ pathPrefix: '/me', kind: 'status', status: 403 });
    expect((await signIn('greta')).json).toMatchObject({ next: 'signed-in', role: 'admin' });
    expect((await signIn('hugo')).status).toBe(503);
  });

  it('says that the keys of Microsoft are out of reach, and not that its token is a forgery', async () => {
    microsoft.cloud.faults.set({ pathPrefix: '/discovery/v2.0/keys', kind: 'status', status: 503 });
    const refused = await signIn('greta');
    expect(refused.json.message).toBe('Microsoft did not confirm the sign-in (KEYS_UNAVAILABLE). Try again.');
    microsoft.cloud.faults.clear();
    expect((await signIn('greta')).json).toMatchObject({ next: 'signed-in' });
  });

  it('says why Microsoft let nobody in, and keeps it where administrators look for it', async () => {
    const administrator = await signIn('greta');
    const { address, cookie } = await begin();
    const refused = await finish(
      await microsoft.visit(address, { username: person('hugo'), outcome: 'blocked' }),
      cookie,
    );
    expect(refused.status).toBe(400);
    expect(refused.json.message).toBe(
      'Microsoft refused the sign-in. A Conditional Access policy of the tenant blocks this sign-in. (AADSTS53003)',
    );
    const { json } = await app.call(listOAuthLog, { cookie: administrator.cookies.join('; ') });
    expect(json.logs).toEqual([
      expect.objectContaining({ source: 'azure', context: 'callback', error: expect.stringContaining('AADSTS53003') }),
    ]);
  });

  it('never takes the last administrator of all tenants by re-sync, and the second to last it does', async () => {
    const greta = await signIn('greta');
    const cookie = greta.cookies.join('; ');
    await app.call(deleteRoleMapping, { params: { id: demonstrationMappingId }, cookie });
    await app.call(changeAdminSettings, { body: { role_sync_enabled: true }, cookie });
    expect((await signIn('greta')).json.role).toBe('admin');
    await app.signInAs('admin', { kind: 'tenants', tenantIds: await app.tenantIds() });
    expect((await signIn('greta')).json.role).toBe('admin');
    await app.signInAs('admin', { kind: 'all' });
    expect((await signIn('greta')).json.role).toBe('viewer');
  });

  it('knows a person by directory and object id, however often they come', async () => {
    await app.registerAdmin();
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push((await signIn('hugo')).json.id);
    expect(new Set(ids).size).toBe(1);
    const atOnce = await Promise.all([signIn('tilda'), signIn('tilda'), signIn('tilda')]);
    expect(atOnce.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await users().count()).toBe(3);
  });

  describe('roles', () => {
    let admin: string;
    beforeEach(async () => {
      admin = await app.registerAdmin();
    });
    const map = (m365Role: string, localRole: string) =>
      app.call(createRoleMapping, { body: { m365Role, localRole }, cookie: admin });
    const resync = (on: boolean) => app.call(changeAdminSettings, { body: { role_sync_enabled: on }, cookie: admin });

    it('come from the first mapping that fits, by name or template id, also through a group', async () => {
      await map('helpdesk administrator', 'technician');
      await map('194ae4cb-b126-40b2-bd5b-6091b380977d', 'admin');
      expect((await signIn('goran')).json.role).toBe('technician');
      expect((await signIn('tilda')).json.role).toBe('admin');
      const { items } = await users().query({ where: [{ field: 'roleSource', op: 'eq', value: 'mapped' }] });
      expect(items.map((user) => user.scope)).toEqual([{ kind: 'all' }, { kind: 'all' }]);
    });

    it('stay as first mapped, or as set by hand, while re-sync is off', async () => {
      await map('Helpdesk Administrator', 'technician');
      const id = String((await signIn('goran')).json.id);
      await update(users(), id, (user): UserRecord => ({ ...user, role: 'admin', roleSource: 'manual' }));
      expect((await signIn('goran')).json.role).toBe('admin');
    });

    it('are mapped anew at each sign-in while it is on, and other sessions end', async () => {
      const mapping = await map('Helpdesk Administrator', 'technician');
      const before = await signIn('goran');
      await update(
        users(),
        String(before.json.id),
        (user): UserRecord => ({ ...user, role: 'admin', roleSource: 'manual' }),
      );
      await resync(true);
      expect((await signIn('goran')).json.role).toBe('technician');
      expect((await app.call(getSession, { cookie: before.cookies.join('; ') })).status).toBe(401);
      await app.call(deleteRoleMapping, { params: { id: String(mapping.json.id) }, cookie: admin });
      expect((await signIn('goran')).json.role).toBe('viewer');
      expect((await users().get(String(before.json.id)))?.value.scope).toEqual({ kind: 'none' });
    });

    const userOf = async (answer: Answer) => (await users().get(String(answer.json.id)))?.value;
    const give = (answer: Answer, change: Partial<UserRecord>) =>
      update(users(), String(answer.json.id), (user): UserRecord => ({ ...user, ...change }));

    it('come and go, as roles that are activated for hours do, and widen no scope that was given by hand', async () => {
      await resync(true);
      const [first = ''] = await app.tenantIds();
      const scope = { kind: 'tenants', tenantIds: [first] } as const;
      const mapping = await map('Helpdesk Administrator', 'technician');
      await give(await signIn('goran'), { scope });
      await app.call(deleteRoleMapping, { params: { id: String(mapping.json.id) }, cookie: admin });
      expect(await userOf(await signIn('goran'))).toMatchObject({ role: 'viewer', roleSource: 'default', scope });
      await map('Helpdesk Administrator', 'admin');
      expect(await userOf(await signIn('goran'))).toMatchObject({ role: 'admin', roleSource: 'mapped', scope });
    });

    it('that no mapping gives leave the tenants that an administrator granted, and take what a mapping gave', async () => {
      await resync(true);
      const granted = await signIn('hugo');
      await give(granted, { scope: { kind: 'all' } });
      expect(await userOf(await signIn('hugo'))).toMatchObject({ role: 'viewer', scope: { kind: 'all' } });
      await give(granted, { role: 'admin', roleSource: 'manual' });
      expect(await userOf(await signIn('hugo'))).toMatchObject({ role: 'viewer', scope: { kind: 'none' } });
    });

    it('are mapped once: a second mapping of a role is refused, in whatever capitals and however many at once', async () => {
      const answers = await Promise.all(
        ['Security Reader', 'SECURITY READER', 'security reader'].map((name) => map(name, 'viewer')),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    });
  });

  it('is good once, and only in the browser that began it', async () => {
    await app.registerAdmin();
    const { address, cookie } = await begin();
    const back = await microsoft.visit(address, { username: person('hugo') });
    expect((await finish(back, '')).status).toBe(400);
    const other = await begin();
    expect((await finish(back, other.cookie)).status).toBe(400);
    const twice = await Promise.all([finish(back, cookie), finish(back, cookie)]);
    expect(twice.map((answer) => answer.status).sort()).toEqual([200, 400]);
    expect((await finish(back, cookie)).status).toBe(400);
  });

  it.each<[string, (back: Record<string, string>) => Record<string, string>]>([
    ['without a state', ({ code = '' }) => ({ code })],
    ['with a forged state', ({ code = '' }) => ({ code, state: 'A'.repeat(43) })],
    ['without a code', ({ state = '' }) => ({ state })],
    ['with a code of somebody else', ({ state = '' }) => ({ state, code: 'not-a-code' })],
    ['with an error', ({ state = '' }) => ({ state, error: 'access_denied', error_description: '<b>no</b>' })],
  ])('is refused %s', async (_, change) => {
    const { address, cookie } = await begin();
    const back = await microsoft.visit(address, { username: person('hugo') });
    const answer = await finish(change(back), cookie);
    expect([400, 401]).toContain(answer.status);
    expect(answer.cookies).toEqual([]);
    expect(await users().count()).toBe(0);
  });

  it('refuses the code of another OAuth request: its nonce and its verifier are another one', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const stolen = await microsoft.visit(theirs.address, { username: person('greta') });
    const own = await microsoft.visit(mine.address, { username: person('hugo') });
    const answer = await finish({ state: own.state ?? '', code: stolen.code ?? '' }, mine.cookie);
    expect(answer.status).toBe(401);
    expect(await failures()).toBe(1);
  });

  it.each([
    ['/me', 503, /roles of this account/],
    ['/discovery/v2.0/keys', 401, /did not confirm/],
    ['/oauth2/v2.0/token', 401, /did not confirm/],
  ])('lets nobody in while Microsoft does not answer for %s, and says so', async (pathPrefix, status, message) => {
    await app.registerAdmin();
    const { address, cookie } = await begin();
    const back = await microsoft.visit(address, { username: person('hugo') });
    const fault = pathPrefix === '/me' ? ({ kind: 'status', status: 403 } as const) : ({ kind: 'drop' } as const);
    microsoft.cloud.faults.set({ pathPrefix, ...fault });
    const answer = await finish(back, cookie);
    expect(answer.status).toBe(status);
    expect(answer.json.message).toMatch(message);
    expect(answer.cookies.filter((one) => one.startsWith('__Host-tenantry='))).toEqual([]);
    expect(await users().count()).toBe(1);
    expect(await failures()).toBe(1);
  });

  it('lets nobody in who is disabled, and says so in the trail', async () => {
    await app.registerAdmin();
    const id = String((await signIn('hugo')).json.id);
    await update(users(), id, (user): UserRecord => ({ ...user, isDisabled: true }));
    expect((await signIn('hugo')).status).toBe(403);
    expect(await failures()).toBe(1);
  });

  it('can be the only way in once an administrator has used it', async () => {
    const admin = (await signIn('greta')).cookies.join('; ');
    const off = await app.call(changeAuthSettings, { body: { allowLocalLogin: false }, cookie: admin });
    expect(off.json).toEqual({ oauthEnabled: true, localFallback: false, allowLocalLogin: false });
    expect((await app.call(getSignInOptions)).json).toEqual({ microsoft: true, local: false, clientLinks: false });
    const { username, password } = firstAdmin;
    expect((await app.call(signInLocally, { body: { username, password } })).json.code).toBe('LOCAL_SIGN_IN_OFF');
  });

  it('is never switched off together with the local one', async () => {
    const admin = await app.registerAdmin();
    const answer = await app.call(changeAuthSettings, { body: { allowLocalLogin: false }, cookie: admin });
    expect(answer.status).toBe(409);
  });
});

describe('without an app registration', () => {
  it('sign-in with Microsoft says that it is not set up', async () => {
    const app = await createTestApp();
    const answer = await app.call(startMicrosoftSignIn);
    expect(answer.headers.location).toBe('/auth/error?message=sign-in-not-set-up');
    expect((await app.call(getSignInOptions)).json).toEqual({ microsoft: false, local: true, clientLinks: false });
    await app.close();
  });
});
