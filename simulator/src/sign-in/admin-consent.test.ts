import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prospectProfiles } from '../profiles/prospect-profiles.ts';
import { type SimulatorServer, startSimulatorServer } from '../simulator-server.ts';
import { createSignInDriver, redirectValues, type SignInDriver } from '../testing/sign-in-driver.ts';
import { createSignInCloud } from './sign-in-cloud.ts';

const cloud = createSignInCloud({ now: () => new Date('2026-06-01T12:00:00Z') });
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
beforeEach(() => cloud.entra.reset());

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
