import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoProfiles } from '../profiles/demo-profiles.ts';
import { prospectProfiles } from '../profiles/prospect-profiles.ts';
import { staffProfile } from '../profiles/staff-profile.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { type SimulatorServer, startSimulatorServer } from '../simulator-server.ts';
import { requestToken } from '../testing/graph-session.ts';
import { authorizePath, createSignInDriver, redirectValues, type SignInDriver } from '../testing/sign-in-driver.ts';
import { createSignInCloud } from './sign-in-cloud.ts';

const start = Date.parse('2026-06-01T12:00:00Z');
let nowMs = start;
const cloud = createSignInCloud({ now: () => new Date(nowMs) });
const client = { client_id: 'app', redirect_uri: 'http://localhost:4280/callback' };
let server: SimulatorServer;
let driver: SignInDriver;

async function userToken(tenant: string, username: string, scope = 'openid .default'): Promise<string> {
  const path = authorizePath(tenant, { ...client, response_type: 'code', scope });
  const { code = '' } = redirectValues(await driver.submit(path, { username }));
  const fields = { ...client, grant_type: 'authorization_code', client_secret: 'x', code };
  return String((await driver.token(tenant, fields)).body.access_token);
}

async function get(token: string, path: string) {
  const reply = await fetch(`${server.url}/graph/v1.0${path}`, { headers: { authorization: `Bearer ${token}` } });
  const body = Object(await reply.json());
  return { status: reply.status, body, headers: reply.headers, values: [body.value ?? []].flat().map(Object) };
}

const appToken = async (tenant: string) => String((await requestToken(cloud, tenant)).body?.access_token);
const userOf = (tenant: string, role: string) => {
  const found = cloud.usersOf(tenant).find(({ roles }) => roles.some((name) => name === role));
  if (!found) throw new Error(`no ${role}`);
  return found;
};
const member = (tenant: string) => cloud.usersOf(tenant).find(({ kind }) => kind === 'member')?.userPrincipalName ?? '';

beforeAll(async () => {
  server = await startSimulatorServer({ port: 0, cloud });
  driver = createSignInDriver(`${server.url}/login`);
});
afterAll(() => server.close());
beforeEach(() => {
  nowMs = start;
  cloud.entra.reset();
});

describe('tokens of users at Graph', () => {
  test('/me is the token’s user, and carries scp; an application’s token carries roles and has no /me', async () => {
    const user = userOf(staffProfile.id, 'Security Reader');
    const token = await userToken(staffProfile.id, user.userPrincipalName);
    expect((await get(token, '/me?$select=id,displayName')).body).toMatchObject({
      id: user.userId,
      displayName: user.displayName,
    });
    const claims = (text: string) => JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());
    expect(claims(token)).toMatchObject({ idtyp: 'user', tid: staffProfile.id, oid: user.userId });
    expect(claims(token).scp.split(' ')).toContain('Directory.Read.All');
    expect(claims(token)).not.toHaveProperty('roles');
    const app = await appToken(staffProfile.id);
    expect(claims(app)).not.toHaveProperty('scp');
    expect(claims(app).roles).toContain('Directory.Read.All');
    expect(await get(app, '/me')).toMatchObject({ status: 400, body: { error: { code: 'BadRequest' } } });
  });

  test('roles of the user: memberOf has his own, transitiveMemberOf those of his groups too', async () => {
    const lead = userOf(staffProfile.id, 'User Administrator');
    const token = await userToken(staffProfile.id, lead.userPrincipalName);
    const kinds = async (path: string) =>
      (await get(token, path)).values.map((item) => [item['@odata.type'], item.displayName].join(' '));
    const role = '#microsoft.graph.directoryRole User Administrator';
    const group = '#microsoft.graph.group Service desk leads';
    expect(await kinds('/me/memberOf')).toContain(group);
    expect(await kinds('/me/memberOf')).not.toContain(role);
    expect(await kinds('/me/transitiveMemberOf')).toEqual(expect.arrayContaining([role, group]));
    const app = await appToken(staffProfile.id);
    const path = `/users/${lead.userId}/transitiveMemberOf/microsoft.graph.directoryRole?$select=roleTemplateId`;
    expect((await get(app, path)).values).toEqual([
      { '@odata.type': '#microsoft.graph.directoryRole', roleTemplateId: 'fe930be7-5e62-47db-91af-98c3a49a38b1' },
    ]);
    expect((await get(app, `/users/${weakProfile.id}/memberOf`)).status).toBe(404);
  });

  test('a user without a role sees himself, not what administrators see', async () => {
    const token = await userToken(weakProfile.id, member(weakProfile.id), 'openid Directory.Read.All');
    expect((await get(token, '/me')).status).toBe(200);
    const refused = await get(token, '/identity/conditionalAccess/policies');
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'Authorization_RequestDenied' } } });
  });

  test('inside a batch the user is the same', async () => {
    const user = userOf(staffProfile.id, 'Global Reader');
    const reply = await fetch(`${server.url}/graph/v1.0/$batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await userToken(staffProfile.id, user.userPrincipalName)}` },
      body: JSON.stringify({ requests: [{ id: '1', method: 'GET', url: '/me?$select=id' }] }),
    });
    expect((await reply.json()).responses[0]).toMatchObject({ status: 200, body: { id: user.userId } });
  });

  test('a token for signing in alone reads nothing', async () => {
    const token = await userToken(
      staffProfile.id,
      userOf(staffProfile.id, 'Global Administrator').userPrincipalName,
      'openid',
    );
    expect((await get(token, '/me')).status).toBe(403);
  });

  test('a tenant’s token never reads another: its organization is its own, foreign ids are not there', async () => {
    const { userPrincipalName } = userOf(staffProfile.id, 'Global Administrator');
    for (const token of [await userToken(staffProfile.id, userPrincipalName), await appToken(staffProfile.id)]) {
      expect((await get(token, '/organization')).values.map(({ id }) => id)).toEqual([staffProfile.id]);
      const foreign = userOf(weakProfile.id, 'Global Administrator');
      expect((await get(token, `/users/${foreign.userId}`)).status).toBe(404);
      expect((await get(token, `/users/${encodeURIComponent(foreign.userPrincipalName)}`)).status).toBe(404);
      expect((await get(token, `/organization/${weakProfile.id}/branding/localizations/0`)).status).toBe(404);
    }
  });

  test('an ID token is no key to Graph', async () => {
    const path = authorizePath(staffProfile.id, { ...client, response_type: 'code', scope: 'openid' });
    const { userPrincipalName: username } = userOf(staffProfile.id, 'Global Administrator');
    const { code = '' } = redirectValues(await driver.submit(path, { username }));
    const fields = { ...client, grant_type: 'authorization_code', client_secret: 'x', code };
    const { id_token } = (await driver.token(staffProfile.id, fields)).body;
    expect((await get(String(id_token), '/organization')).status).toBe(401);
  });
});

describe('ended tokens', () => {
  test.each(['user', 'application'])('after an hour a token of a %s is 401', async (kind) => {
    const { userPrincipalName } = userOf(staffProfile.id, 'Global Administrator');
    const token =
      kind === 'user' ? await userToken(staffProfile.id, userPrincipalName) : await appToken(staffProfile.id);
    expect((await get(token, '/organization')).status).toBe(200);
    nowMs = start + 3_600_000;
    const reply = await get(token, '/organization');
    expect(reply).toMatchObject({ status: 401, body: { error: { code: 'InvalidAuthenticationToken' } } });
    expect(reply.body.error.message).toContain('expired');
    expect(reply.headers.get('www-authenticate')).toContain('Bearer');
  });

  test('sooner where the cloud was made so', async () => {
    const brief = createSignInCloud({ now: () => new Date(nowMs), tokenLifetimeSeconds: 59 });
    const { body } = await requestToken(brief, staffProfile.id);
    expect(body).toMatchObject({ expires_in: 59 });
    const request = () =>
      new Request('https://graph.microsoft.com/v1.0/organization', {
        headers: { authorization: `Bearer ${body?.access_token}` },
      });
    expect((await brief.handle(request())).status).toBe(200);
    nowMs = start + 60_000;
    expect((await brief.handle(request())).status).toBe(401);
  });

  test('on demand, for the tokens given out so far and one tenant alone', async () => {
    const [mine, other] = [await appToken(staffProfile.id), await appToken(weakProfile.id)];
    cloud.entra.change({ tenantId: staffProfile.id, expireAccessTokens: true });
    expect((await get(mine, '/organization')).status).toBe(401);
    expect((await get(other, '/organization')).status).toBe(200);
    expect((await get(await appToken(staffProfile.id), '/organization')).status).toBe(200);
  });
});

describe('Partner Center', () => {
  test('the MSP’s tenant lists customers: delegated ones, and a contract with each', async () => {
    const token = await appToken(staffProfile.id);
    const delegated = await get(token, '/tenantRelationships/delegatedAdminCustomers');
    const expected = [...demoProfiles, ...prospectProfiles.slice(0, 1)];
    expect(delegated.values).toEqual(expected.map(({ id, displayName }) => ({ id, tenantId: id, displayName })));
    const contracts = await get(token, '/contracts');
    expect(contracts.values.map(({ customerId }) => customerId)).toEqual(
      [...demoProfiles, ...prospectProfiles].map(({ id }) => id),
    );
    expect(contracts.values[0]).toMatchObject({
      contractType: 'ResellerPartnerContract',
      defaultDomainName: demoProfiles[0]?.domain,
    });
  });

  test('lists are paged, and a customer’s own tenant has none', async () => {
    const token = await appToken(staffProfile.id);
    const first = await get(token, '/tenantRelationships/delegatedAdminCustomers?$top=2');
    expect(first.values).toHaveLength(2);
    expect(first.body['@odata.nextLink']).toContain('/tenantRelationships/delegatedAdminCustomers?');
    expect((await get(await appToken(weakProfile.id), '/contracts')).values).toEqual([]);
  });
});
