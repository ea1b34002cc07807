import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { graphCommandLineTools } from '../entra/app-registrations.ts';
import { prospectProfiles } from '../profiles/prospect-profiles.ts';
import { type SimulatorServer, startSimulatorServer } from '../simulator-server.ts';
import { authorizePath, createSignInDriver, redirectValues, type SignInDriver } from '../testing/sign-in-driver.ts';
import { createSignInCloud } from './sign-in-cloud.ts';

const startMs = Date.parse('2026-06-01T12:00:00Z');
let nowMs = startMs;
const cloud = createSignInCloud({ now: () => new Date(nowMs) });
const prospect = prospectProfiles[1]?.id ?? '';
const redirectUri = 'http://localhost:4280/callback';
const state = 'a b&c=<d>';
let server: SimulatorServer;
let driver: SignInDriver;

const consentAt = (tenant: string, version = '', more: Record<string, string> = {}) =>
  `/${tenant}${version}/adminconsent?${new URLSearchParams({ client_id: 'app', redirect_uri: redirectUri, state, ...more })}`;
const userOf = (kind: string) => cloud.usersOf(prospect).find((user) => user.kind === kind)?.userPrincipalName ?? '';
const graphReads = async () => {
  const reply = await driver.token(prospect, {
    grant_type: 'client_credentials',
    client_id: 'app',
    client_secret: 'x',
    scope: 'https://graph.microsoft.com/.default',
  });
  if (reply.status !== 200) return reply.body.error_codes;
  const headers = { authorization: `Bearer ${String(reply.body.access_token)}` };
  return (await fetch(`${server.url}/graph/v1.0/organization`, { headers })).status;
};

beforeAll(async () => {
  server = await startSimulatorServer({ port: 0, cloud });
  driver = createSignInDriver(`${server.url}/login`);
});
afterAll(() => server.close());
beforeEach(() => {
  nowMs = startMs;
  cloud.entra.reset();
});

describe('consent for an organization', () => {
  test('a new tenant gives the application no token until its administrator accepts', async () => {
    expect(await graphReads()).toEqual([700016]);
    const page = await (await driver.submit(consentAt(prospect), { username: userOf('administrator') })).text();
    expect(page).toContain('Permissions requested');
    expect(page).toContain('Policy.Read.All');
    expect(await graphReads()).toEqual([700016]);
    const fields = { username: userOf('administrator'), consent: 'accept' };
    const values = redirectValues(await driver.submit(consentAt(prospect), fields));
    expect(values).toEqual({ admin_consent: 'True', tenant: prospect, state });
    expect(await graphReads()).toBe(200);
  });

  test('under organizations the tenant is the administrator’s, and v2 names the scope', async () => {
    const scope = 'https://graph.microsoft.com/.default';
    const path = consentAt('organizations', '/v2.0', { scope });
    const fields = { username: userOf('administrator'), consent: 'accept' };
    expect(redirectValues(await driver.submit(path, fields))).toEqual({
      admin_consent: 'True',
      tenant: prospect,
      scope,
      state,
    });
  });

  test('Cancel comes back as access_denied, without a tenant, and consents to nothing', async () => {
    const fields = { username: userOf('administrator'), consent: 'cancel' };
    const values = redirectValues(await driver.submit(consentAt(prospect), fields));
    expect(values).toMatchObject({ error: 'access_denied', admin_consent: 'True', state });
    expect(values.error_description).toMatch(/^AADSTS65004: /);
    expect(values).not.toHaveProperty('tenant');
    expect(await graphReads()).toEqual([700016]);
  });

  test('nobody but an administrator can accept', async () => {
    const username = userOf('member');
    expect(await (await driver.submit(consentAt(prospect), { username })).text()).toContain('Need admin approval');
    const values = redirectValues(await driver.submit(consentAt(prospect), { username, consent: 'accept' }));
    expect(values.error_description).toMatch(/^AADSTS90094: /);
    expect(await graphReads()).toEqual([700016]);
  });

  test('who declines the second version comes back with consent_required, as its documentation shows', async () => {
    const path = consentAt(prospect, '/v2.0', { scope: 'https://graph.microsoft.com/.default' });
    const values = redirectValues(await driver.submit(path, { username: userOf('administrator'), consent: 'cancel' }));
    expect(values).toMatchObject({ error: 'consent_required', admin_consent: 'True', state });
    expect(values.error_description).toMatch(/^AADSTS65004: /);
  });

  test('who may not accept can ask for approval, which is told as such', async () => {
    const fields = { username: userOf('member'), consent: 'request' };
    const values = redirectValues(await driver.submit(consentAt(prospect), fields));
    expect(values.error_description).toMatch(/^AADSTS90095: /);
  });

  test.each([
    [{ redirect_uri: redirectUri }, 'scope'],
    [{ scope: 'https://graph.microsoft.com/.default' }, 'redirect_uri'],
  ])('the second version with %o alone is refused', async (more, missing) => {
    const address = `/${prospect}/v2.0/adminconsent?${new URLSearchParams({ client_id: 'app', ...more })}`;
    const reply = await driver.open(address);
    const location = reply.headers.get('location');
    const said = location === null ? await reply.text() : new URL(location).searchParams.get('error_description');
    expect(said).toMatch(new RegExp(`AADSTS900144: .*${missing}`));
  });

  describe('to Microsoft’s own client, which lists no permission', () => {
    const client = { client_id: graphCommandLineTools, redirect_uri: 'http://localhost' };
    const nativeClient = 'https://login.microsoftonline.com/common/oauth2/nativeclient';
    const accept = { username: userOf('administrator'), consent: 'accept' };
    /** What stands between a member who may read and the code: the page, or nothing. */
    async function asks(scope: string): Promise<string> {
      const path = authorizePath(prospect, { ...client, response_type: 'code', scope: `openid ${scope}` });
      const reply = await driver.submit(path, { username: userOf('member') });
      return reply.status === 302 ? 'nothing' : ((await reply.text()).match(/Need admin approval/)?.[0] ?? 'a page');
    }

    test('the first version grants nothing that is asked for by name', async () => {
      const address = `/${prospect}/adminconsent?client_id=${graphCommandLineTools}`;
      expect(redirectValues(await driver.submit(address, accept))).toMatchObject({ tenant: prospect });
      expect(await asks('Policy.Read.All')).toBe('Need admin approval');
    });

    test('the second grants what its scope names, and nothing else', async () => {
      const scope = 'https://graph.microsoft.com/Policy.Read.All https://graph.microsoft.com/Domain.Read.All';
      const query = new URLSearchParams({ client_id: graphCommandLineTools, redirect_uri: nativeClient, scope });
      const address = `/${prospect}/v2.0/adminconsent?${query}`;
      expect(await (await driver.submit(address, { username: accept.username })).text()).toContain('Domain.Read.All');
      expect(redirectValues(await driver.submit(address, accept))).toMatchObject({ admin_consent: 'True', scope });
      expect(await asks('Policy.Read.All')).toBe('nothing');
      expect(await asks('User.Read.All')).toBe('Need admin approval');
    });
  });

  test('permissions by name are delegated ones: the application’s own stay as they were', async () => {
    const path = consentAt(prospect, '/v2.0', { scope: 'https://graph.microsoft.com/Policy.Read.All' });
    await driver.submit(path, { username: userOf('administrator'), consent: 'accept' });
    expect(await graphReads()).toBe(403);
  });

  test('a consent that takes its time gives tokens without permissions until then', async () => {
    cloud.entra.change({ tenantId: prospect, consentSeconds: 40 });
    await driver.submit(consentAt(prospect), { username: userOf('administrator'), consent: 'accept' });
    expect(await graphReads()).toBe(403);
    nowMs += 39_999;
    expect(await graphReads()).toBe(403);
    nowMs += 1;
    expect(await graphReads()).toBe(200);
  });

  test('withdrawn permissions leave a token without rights, and Graph refuses it', async () => {
    await fetch(`${server.url}/control/entra`, {
      method: 'POST',
      body: JSON.stringify({ tenantId: prospect, consent: 'withdrawn' }),
    });
    expect(await graphReads()).toBe(403);
  });

  test('an address elsewhere, an unknown tenant: a page, and no redirect', async () => {
    const elsewhere = await driver.open(consentAt(prospect, '', { redirect_uri: 'https://evil.example/' }));
    const nowhere = await driver.open(consentAt('nowhere.example'));
    expect([elsewhere.status, nowhere.status]).toEqual([400, 400]);
    expect(await elsewhere.text()).toContain('AADSTS50011');
    expect(await nowhere.text()).toContain('AADSTS90002');
  });

  test('prospects and the staff’s own tenant are listed apart from the connected tenants', async () => {
    const listed = await (await fetch(`${server.url}/control/tenants`)).json();
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(ids(listed.prospects)).toEqual(prospectProfiles.map(({ id }) => id));
    expect(ids(listed.tenants)).not.toContain(listed.staffTenant.id);
    expect(ids(listed.tenants)).not.toContain(prospect);
  });
});
