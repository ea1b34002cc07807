import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { roleTemplates } from '../directory/role-templates.ts';
import { goodProfile } from '../profiles/good-profile.ts';
import { prospectProfiles } from '../profiles/prospect-profiles.ts';
import { staffProfile } from '../profiles/staff-profile.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { type SimulatorServer, startSimulatorServer } from '../simulator-server.ts';
import { createSignInCloud } from './sign-in-cloud.ts';
import {
  authorizePath,
  createSignInDriver,
  pkcePair,
  redirectValues,
  type SignInDriver,
  type TokenReply,
} from './sign-in-driver.ts';

const start = Date.parse('2026-06-01T12:00:00Z');
let nowMs = start;
const clientId = '6f1d2c3b-0000-4000-8000-00000000aaaa';
const otherClient = '6f1d2c3b-0000-4000-8000-00000000bbbb';
const redirectUri = 'http://localhost:4280/callback';
const cloud = createSignInCloud({
  now: () => new Date(nowMs),
  apps: [
    {
      clientId,
      name: 'Lantern <b>Audit</b>',
      secrets: [{ value: 'right' }, { value: 'old', expiresAt: '2026-01-01T00:00:00Z' }],
      redirectUris: [redirectUri],
    },
    { clientId: otherClient, secrets: [{ value: 'other' }] },
  ],
});
let server: SimulatorServer;
let driver: SignInDriver;

const prospect = prospectProfiles[0]?.id ?? '';
const userNamed = (tenant: string, role: string) => {
  const found = cloud.usersOf(tenant).find(({ roles }) => roles.some((name) => name === role));
  if (!found) throw new Error(`no ${role} in ${tenant}`);
  return found;
};
const ordinary = (tenant: string) => {
  const found = cloud.usersOf(tenant).find(({ kind }) => kind === 'member');
  if (!found) throw new Error(`no ordinary user in ${tenant}`);
  return found;
};
const globalAdmin = (tenant: string) => userNamed(tenant, 'Global Administrator').userPrincipalName;

const openScopes = 'openid profile email offline_access User.Read';
const params = (more: Record<string, string> = {}) => ({
  client_id: clientId,
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: openScopes,
  state: 's',
  ...more,
});

async function codeFor(tenant: string, username: string, more: Record<string, string> = {}): Promise<string> {
  return redirectValues(await driver.submit(authorizePath(tenant, params(more)), { username })).code ?? '';
}

const redeem = (tenant: string, code: string, more: Record<string, string> = {}) =>
  driver.token(tenant, {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: 'right',
    redirect_uri: redirectUri,
    code,
    ...more,
  });

const refresh = (tenant: string, token: unknown, more: Record<string, string> = {}) =>
  driver.token(tenant, {
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: 'right',
    refresh_token: String(token),
    ...more,
  });

const clientCredentials = (tenant: string, more: Record<string, string> = {}) =>
  driver.token(tenant, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: 'right',
    scope: 'https://graph.microsoft.com/.default',
    ...more,
  });

async function signedIn(tenant: string, username: string, more: Record<string, string> = {}): Promise<TokenReply> {
  return redeem(tenant, await codeFor(tenant, username, more));
}

const claimsOf = (token: unknown) => JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());

async function control(change: object): Promise<number> {
  return (await fetch(`${server.url}/control/entra`, { method: 'POST', body: JSON.stringify(change) })).status;
}

beforeAll(async () => {
  server = await startSimulatorServer({ port: 0, cloud });
  driver = createSignInDriver(`${server.url}/login`);
});
afterAll(() => server.close());
beforeEach(async () => {
  nowMs = start;
  await fetch(`${server.url}/control/entra`, { method: 'DELETE' });
});

describe('signing in', () => {
  test('the page offers administrators of each kind, an ordinary user and a guest', async () => {
    const reply = await driver.open(authorizePath(weakProfile.id, params()));
    const page = await reply.text();
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const part of [
      'Global Administrator',
      'Exchange Administrator',
      'Helpdesk Administrator',
      'No directory role',
    ])
      expect(page).toContain(part);
    expect(cloud.usersOf(weakProfile.id).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['guest', 'member']));
    expect(page).not.toContain('<script');
  });

  test('under organizations the users of every tenant are there, and the code is for the user’s own tenant', async () => {
    const page = await (await driver.open(authorizePath('organizations', params()))).text();
    for (const { displayName } of [weakProfile, staffProfile, ...prospectProfiles]) expect(page).toContain(displayName);
    const code = await codeFor('organizations', globalAdmin(staffProfile.id));
    const { body } = await redeem('organizations', code);
    expect(claimsOf(body.id_token).tid).toBe(staffProfile.id);
  });

  test('a click on a user’s button signs him in', async () => {
    const { userId } = userNamed(staffProfile.id, 'Security Administrator');
    const path = authorizePath(staffProfile.id, params());
    expect(await (await driver.open(path)).text()).toContain(`value="${staffProfile.id}/${userId}"`);
    const values = redirectValues(await driver.submit(path, { user: `${staffProfile.id}/${userId}` }));
    expect(claimsOf((await redeem(staffProfile.id, values.code ?? '')).body.id_token).oid).toBe(userId);
  });

  test('a tenant’s page signs in nobody of another tenant', async () => {
    const { userId } = userNamed(weakProfile.id, 'Global Administrator');
    const reply = await driver.submit(authorizePath(staffProfile.id, params()), {
      user: `${weakProfile.id}/${userId}`,
    });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('AADSTS50034');
  });

  test.each(['a b+c&d=e%24$"<\'>é', '', 'x'.repeat(2000)])('state %j comes back untouched', async (state) => {
    const path = authorizePath(staffProfile.id, params({ state }));
    const values = redirectValues(await driver.submit(path, { username: globalAdmin(staffProfile.id) }));
    expect(values.state).toBe(state);
  });

  test('without state none comes back', async () => {
    const { state: _state, ...rest } = params();
    const path = authorizePath(staffProfile.id, rest);
    expect(redirectValues(await driver.submit(path, { username: globalAdmin(staffProfile.id) }))).not.toHaveProperty(
      'state',
    );
  });

  test('form_post brings the answer in a form that works without script', async () => {
    const path = authorizePath(staffProfile.id, params({ response_mode: 'form_post', state: '"><i>' }));
    const page = await (await driver.submit(path, { username: globalAdmin(staffProfile.id) })).text();
    expect(page).toContain(`action="${redirectUri}"`);
    expect(page).toContain('name="state" value="&quot;&gt;&lt;i&gt;"');
  });

  test('Cancel comes back as access_denied', async () => {
    const values = redirectValues(await driver.submit(authorizePath(weakProfile.id, params()), { action: 'cancel' }));
    expect(values).toMatchObject({ error: 'access_denied', error_subcode: 'cancel', state: 's' });
    expect(values.error_description).toMatch(/^AADSTS65004: /);
  });

  test('prompt=none without a known user is login_required, with one it needs no page', async () => {
    const silent = (more: Record<string, string>) =>
      driver.open(authorizePath(staffProfile.id, params({ prompt: 'none', ...more })));
    expect(redirectValues(await silent({}))).toMatchObject({ error: 'login_required', state: 's' });
    expect(redirectValues(await silent({ login_hint: globalAdmin(staffProfile.id) }))).toHaveProperty('code');
  });

  test('sign-out goes to a registered address alone', async () => {
    const leave = (uri: string) =>
      driver.open(
        `/common/oauth2/v2.0/logout?post_logout_redirect_uri=${encodeURIComponent(uri)}&client_id=${clientId}`,
      );
    expect((await leave(redirectUri)).headers.get('location')).toBe(redirectUri);
    const elsewhere = await leave('https://evil.example/');
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([200, null]);
  });
});

describe('what a page shows is escaped', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'';

  test.each([
    ['a login hint', () => driver.open(authorizePath(weakProfile.id, params({ login_hint: hostile })))],
    ['a user name', () => driver.submit(authorizePath(weakProfile.id, params()), { username: hostile })],
    ['a redirect URI', () => driver.open(authorizePath(weakProfile.id, params({ redirect_uri: hostile })))],
    ['a client id', () => driver.open(authorizePath(weakProfile.id, params({ client_id: hostile })))],
    ['a tenant', () => driver.open(authorizePath(encodeURIComponent(hostile), params()))],
    ['an application’s name', () => driver.open(authorizePath(weakProfile.id, params()))],
  ])('%s', async (_what, open) => {
    const page = await (await open()).text();
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<b>Audit');
  });

  test('and runs nothing: no script, no frame, no other site', async () => {
    const { headers } = await driver.open(authorizePath(weakProfile.id, params()));
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('ID tokens', () => {
  test('are signed by a published key and name audience, issuer, tenant, user, nonce and roles', async () => {
    const user = userNamed(staffProfile.id, 'Helpdesk Administrator');
    const { status, body } = await signedIn(staffProfile.id, user.userPrincipalName, { nonce: 'n-1 "' });
    expect(status).toBe(200);
    const [header = '', payload = '', signature = ''] = String(body.id_token).split('.');
    const { keys } = await (await driver.open(`/${staffProfile.id}/discovery/v2.0/keys`)).json();
    const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString());
    expect([kid, alg]).toEqual([keys[0].kid, 'RS256']);
    const key = createPublicKey({ key: keys[0], format: 'jwk' });
    expect(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(claimsOf(body.id_token)).toMatchObject({
      aud: clientId,
      iss: `${server.url}/login/${staffProfile.id}/v2.0`,
      tid: staffProfile.id,
      oid: user.userId,
      name: user.displayName,
      preferred_username: user.userPrincipalName,
      email: user.userPrincipalName,
      nonce: 'n-1 "',
      iat: start / 1000,
      nbf: start / 1000,
      exp: start / 1000 + 3600,
      ver: '2.0',
      wids: [roleTemplates['Helpdesk Administrator'], 'b79fbf4d-3ef9-4689-8143-76b194e85509'],
    });
  });

  test('the subject is the application’s own, and a role held by a group counts', async () => {
    const lead = cloud.usersOf(staffProfile.id).find(({ roles }) => roles.includes('User Administrator'));
    expect(lead?.kind).toBe('administrator');
    const mine = claimsOf((await signedIn(staffProfile.id, lead?.userPrincipalName ?? '')).body.id_token);
    expect(mine.wids).toContain(roleTemplates['User Administrator']);
    const code = await codeFor(staffProfile.id, lead?.userPrincipalName ?? '', { client_id: otherClient });
    const theirs = await redeem(staffProfile.id, code, { client_id: otherClient, client_secret: 'other' });
    expect(claimsOf(theirs.body.id_token).oid).toBe(mine.oid);
    expect(claimsOf(theirs.body.id_token).sub).not.toBe(mine.sub);
  });

  test('a role that is merely eligible is in no token', async () => {
    const { userPrincipalName } = cloud
      .usersOf(goodProfile.id)
      .find(({ eligibleRoles }) => eligibleRoles.length > 0) ?? {
      userPrincipalName: '',
    };
    const { wids } = claimsOf((await signedIn(goodProfile.id, userPrincipalName)).body.id_token);
    expect(wids).toEqual(['b79fbf4d-3ef9-4689-8143-76b194e85509']);
  });

  test('come with openid alone, refresh tokens with offline_access alone', async () => {
    const { body } = await signedIn(staffProfile.id, globalAdmin(staffProfile.id), { scope: 'User.Read' });
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'https://graph.microsoft.com/User.Read' });
    expect(body).not.toHaveProperty('id_token');
    expect(body).not.toHaveProperty('refresh_token');
  });
});

describe('codes', () => {
  test('a code with a challenge needs its verifier', async () => {
    const { verifier, challenge } = pkcePair();
    const code = await codeFor(staffProfile.id, globalAdmin(staffProfile.id), {
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    expect((await redeem(staffProfile.id, code)).body).toMatchObject({ error: 'invalid_grant', error_codes: [50148] });
    const wrong = await redeem(staffProfile.id, code, { code_verifier: pkcePair().verifier });
    expect(wrong.body).toMatchObject({ error: 'invalid_grant', error_codes: [501481] });
    expect((await redeem(staffProfile.id, code, { code_verifier: verifier })).status).toBe(200);
  });

  test.each([
    [{ code_challenge: 'x'.repeat(43) }, 50149],
    [{ code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 50149],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 501491],
    [{ scope: '' }, 900144],
    [{ response_type: 'id_token' }, 700051],
    [{ scope: 'https://other.example/.default' }, 70011],
  ])('a request with %o comes back with AADSTS%i', async (more, code) => {
    const values = redirectValues(await driver.open(authorizePath(weakProfile.id, params(more))));
    expect(values.error_description).toMatch(new RegExp(`^AADSTS${code}: `));
    expect(values.state).toBe('s');
  });

  test('a code is good once, and for ten minutes', async () => {
    const username = globalAdmin(staffProfile.id);
    const code = await codeFor(staffProfile.id, username);
    expect((await redeem(staffProfile.id, code)).status).toBe(200);
    expect((await redeem(staffProfile.id, code)).body).toMatchObject({ error: 'invalid_grant', error_codes: [54005] });
    const [early, late] = [await codeFor(staffProfile.id, username), await codeFor(staffProfile.id, username)];
    nowMs = start + 10 * 60_000 - 1;
    expect((await redeem(staffProfile.id, early)).status).toBe(200);
    nowMs = start + 10 * 60_000;
    expect(await redeem(staffProfile.id, late)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_codes: [70008], suberror: 'bad_token' },
    });
  });

  test('a code is bound to its client, address and tenant', async () => {
    const code = await codeFor(staffProfile.id, globalAdmin(staffProfile.id));
    const codes = async (reply: Promise<TokenReply>) => (await reply).body.error_codes;
    expect(await codes(redeem(weakProfile.id, code))).toEqual([700005]);
    const foreign = { client_id: otherClient, client_secret: 'other' };
    expect(await codes(redeem(staffProfile.id, code, foreign))).toEqual([70000]);
    expect(await codes(redeem(staffProfile.id, code, { redirect_uri: `${redirectUri}/` }))).toEqual([500112]);
    expect(await codes(redeem(staffProfile.id, `${code}x`))).toEqual([70000]);
    expect((await redeem(staffProfile.id, code)).status).toBe(200);
  });
});

describe('refresh tokens', () => {
  test('are opaque, change at each use, and the old one is refused', async () => {
    const first = (await signedIn(staffProfile.id, globalAdmin(staffProfile.id), { nonce: 'n' })).body;
    expect(String(first.refresh_token).split('.')).toHaveLength(2);
    const second = await refresh(staffProfile.id, first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect(claimsOf(second.body.id_token)).not.toHaveProperty('nonce');
    const again = await refresh(staffProfile.id, first.refresh_token);
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant', suberror: 'bad_token' } });
    expect((await refresh(staffProfile.id, second.body.refresh_token)).status).toBe(200);
  });

  test('end after ninety days unused, AADSTS70008', async () => {
    const { refresh_token } = (await signedIn(staffProfile.id, globalAdmin(staffProfile.id))).body;
    nowMs = start + 90 * 86_400_000;
    const reply = await refresh(staffProfile.id, refresh_token);
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_grant', error_codes: [70008] } });
  });

  test('are of no use to another tenant or client', async () => {
    const { refresh_token } = (await signedIn(staffProfile.id, globalAdmin(staffProfile.id))).body;
    expect((await refresh(weakProfile.id, refresh_token)).body.error).toBe('invalid_grant');
    const foreign = { client_id: otherClient, client_secret: 'other' };
    expect((await refresh(staffProfile.id, refresh_token, foreign)).body.error).toBe('invalid_grant');
    expect((await refresh('organizations', refresh_token)).status).toBe(200);
  });
});

describe('AADSTS errors', () => {
  test('50011: an address that is not registered is never redirected to', async () => {
    const wrong = ['https://evil.example/callback', `${redirectUri}/more`, 'javascript:alert(1)', `${redirectUri}#x`];
    for (const redirect_uri of wrong) {
      const reply = await driver.open(authorizePath(weakProfile.id, params({ redirect_uri })));
      expect([redirect_uri, reply.status, reply.headers.get('location')]).toEqual([redirect_uri, 400, null]);
      expect(await reply.text()).toContain('AADSTS50011');
    }
  });

  test('50011: without registered addresses any on this machine is good, and no other', async () => {
    const open = (redirect_uri: string) =>
      driver.open(authorizePath(weakProfile.id, params({ client_id: otherClient, redirect_uri })));
    expect((await open('http://127.0.0.1:9/x')).status).toBe(200);
    expect((await open('https://localhost.evil.example/')).status).toBe(400);
  });

  test('50076: a tenant that asks for a second factor refuses a refresh until somebody signs in with it', async () => {
    const username = globalAdmin(staffProfile.id);
    const { refresh_token } = (await signedIn(staffProfile.id, username)).body;
    expect(await control({ tenantId: staffProfile.id, signIn: 'mfaRequired' })).toBe(204);
    expect(await refresh(staffProfile.id, refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_codes: [50076], suberror: 'basic_action' },
    });
    const path = authorizePath(staffProfile.id, params());
    expect(await (await driver.submit(path, { username })).text()).toContain('Approve sign-in request');
    const denied = redirectValues(await driver.submit(path, { username, mfa: 'denied' }));
    expect(denied).toMatchObject({ error: 'interaction_required', suberror: 'basic_action' });
    const approved = redirectValues(await driver.submit(path, { username, mfa: 'approved' }));
    const { body } = await redeem(staffProfile.id, approved.code ?? '');
    expect((await refresh(staffProfile.id, body.refresh_token)).status).toBe(200);
  });

  test.each([
    ['mfaRequired', 50076],
    ['blocked', 53003],
    ['deviceNotFound', 700003],
  ])('%s may be chosen on the page: AADSTS%i on the redirect', async (outcome, code) => {
    const path = authorizePath(weakProfile.id, params());
    const values = redirectValues(await driver.submit(path, { username: globalAdmin(weakProfile.id), outcome }));
    expect(values).toMatchObject({ error: 'interaction_required', state: 's' });
    expect(values.error_description).toMatch(new RegExp(`^AADSTS${code}: `));
    expect(values.error_uri).toBe(`https://login.microsoftonline.com/error?code=${code}`);
  });

  test('50173: revoked for a tenant, every grant before is void, later ones are good', async () => {
    const { refresh_token } = (await signedIn(staffProfile.id, globalAdmin(staffProfile.id))).body;
    const elsewhere = (await signedIn(weakProfile.id, globalAdmin(weakProfile.id))).body;
    const code = await codeFor(staffProfile.id, globalAdmin(staffProfile.id));
    await control({ tenantId: staffProfile.id, revokeGrants: true });
    const reply = await refresh(staffProfile.id, refresh_token);
    expect(reply).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_codes: [50173], suberror: 'bad_token' },
    });
    expect(reply.body.error_description).toContain('TokensValidFrom');
    expect((await redeem(staffProfile.id, code)).body.error_codes).toEqual([50173]);
    expect((await refresh(weakProfile.id, elsewhere.refresh_token)).status).toBe(200);
    const later = (await signedIn(staffProfile.id, globalAdmin(staffProfile.id))).body;
    expect((await refresh(staffProfile.id, later.refresh_token)).status).toBe(200);
  });

  test('50173: revoked for one user, the others keep theirs', async () => {
    const [one, other] = [globalAdmin(staffProfile.id), userNamed(staffProfile.id, 'Global Reader').userPrincipalName];
    const [first, second] = [await signedIn(staffProfile.id, one), await signedIn(staffProfile.id, other)];
    await control({ tenantId: staffProfile.id, user: one, revokeGrants: true });
    expect((await refresh(staffProfile.id, first.body.refresh_token)).body.error_codes).toEqual([50173]);
    expect((await refresh(staffProfile.id, second.body.refresh_token)).status).toBe(200);
  });

  test('53003 and 700003: by tenant or user, at sign-in and at a refresh', async () => {
    const username = globalAdmin(weakProfile.id);
    const { refresh_token } = (await signedIn(weakProfile.id, username)).body;
    await control({ tenantId: weakProfile.domain, signIn: 'blocked' });
    expect(await refresh(weakProfile.id, refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'interaction_required', error_codes: [53003], suberror: 'message_only' },
    });
    const values = redirectValues(await driver.submit(authorizePath(weakProfile.id, params()), { username }));
    expect(values.error_description).toContain('AADSTS53003');
    await control({ tenantId: weakProfile.id, user: username, signIn: 'deviceNotFound' });
    expect((await refresh(weakProfile.id, refresh_token)).body).toMatchObject({
      error: 'invalid_grant',
      error_codes: [700003],
    });
    await control({ tenantId: weakProfile.id, user: username, signIn: 'allowed' });
    expect((await refresh(weakProfile.id, refresh_token)).status).toBe(200);
  });

  test('65001: permissions that were taken back end a refresh and come back with consent', async () => {
    const scope = `${openScopes} Directory.Read.All`;
    const username = globalAdmin(staffProfile.id);
    const { refresh_token } = (await signedIn(staffProfile.id, username, { scope })).body;
    await control({ tenantId: staffProfile.id, consent: 'withdrawn' });
    expect(await refresh(staffProfile.id, refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_codes: [65001], suberror: 'consent_required' },
    });
    const silent = authorizePath(staffProfile.id, params({ scope, prompt: 'none', login_hint: username }));
    expect(redirectValues(await driver.open(silent))).toMatchObject({
      error: 'consent_required',
      suberror: 'consent_required',
    });
    const path = authorizePath(staffProfile.id, params({ scope }));
    expect(await (await driver.submit(path, { username })).text()).toContain('Permissions requested');
    expect(redirectValues(await driver.submit(path, { username, consent: 'accept' }))).toHaveProperty('code');
    expect((await refresh(staffProfile.id, refresh_token)).status).toBe(200);
  });

  test('prompt=consent asks an administrator again, and Cancel is consent_required', async () => {
    const username = globalAdmin(staffProfile.id);
    const path = authorizePath(staffProfile.id, params({ prompt: 'consent' }));
    expect(await (await driver.submit(path, { username })).text()).toContain('Permissions requested');
    const values = redirectValues(await driver.submit(path, { username, consent: 'cancel' }));
    expect(values).toMatchObject({ error: 'consent_required', error_subcode: 'cancel' });
    const { userPrincipalName: reader } = userNamed(staffProfile.id, 'Global Reader');
    expect(redirectValues(await driver.submit(path, { username: reader }))).toHaveProperty('code');
  });

  test('a way to end that is not on the page is none', async () => {
    const fields = { username: globalAdmin(staffProfile.id), outcome: 'toString' };
    expect(redirectValues(await driver.submit(authorizePath(staffProfile.id, params()), fields))).toHaveProperty(
      'code',
    );
  });

  test('65001: who is no administrator cannot consent for the organisation', async () => {
    const scope = 'openid Directory.Read.All';
    const { userPrincipalName: username } = ordinary(prospect);
    const path = authorizePath(prospect, params({ scope }));
    expect(await (await driver.submit(path, { username })).text()).toContain('Need admin approval');
    const values = redirectValues(await driver.submit(path, { username, consent: 'accept' }));
    expect(values.error_description).toContain('AADSTS65001');
    expect(cloud.entra.situation(prospect).consent).toBe('removed');
    // What everybody may grant for himself needs nobody.
    expect(await codeFor(prospect, username)).not.toBe('');
  });

  test('700016: an application that nobody registered, or that a tenant removed', async () => {
    const unknown = await clientCredentials(weakProfile.id, { client_id: 'nobody' });
    expect(unknown).toMatchObject({ status: 400, body: { error: 'unauthorized_client', error_codes: [700016] } });
    expect((await clientCredentials(prospect)).body.error_codes).toEqual([700016]);
    await control({ tenantId: weakProfile.id, consent: 'removed' });
    expect((await clientCredentials(weakProfile.id)).body.error_codes).toEqual([700016]);
    const page = await driver.open(authorizePath(weakProfile.id, params({ client_id: 'nobody' })));
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    expect(await page.text()).toContain('AADSTS700016');
  });

  test('7000215 and 7000222: a wrong and an expired secret, for every grant', async () => {
    const code = await codeFor(staffProfile.id, globalAdmin(staffProfile.id));
    for (const [client_secret, error] of [
      ['wrong', 7000215],
      ['old', 7000222],
    ] as const) {
      const replies = [
        await clientCredentials(weakProfile.id, { client_secret }),
        await redeem(staffProfile.id, code, { client_secret }),
        await refresh(staffProfile.id, 'x', { client_secret }),
      ];
      for (const reply of replies)
        expect(reply).toMatchObject({ status: 401, body: { error: 'invalid_client', error_codes: [error] } });
    }
  });

  test('an error body has the parts of Entra’s', async () => {
    const { body } = await clientCredentials(weakProfile.id, { client_secret: 'wrong' });
    expect(body).toEqual({
      error: 'invalid_client',
      error_description: expect.stringMatching(
        /^AADSTS7000215: .* Trace ID: .* Correlation ID: .* Timestamp: 2026-06-01 12:00:00Z$/,
      ),
      error_codes: [7000215],
      timestamp: '2026-06-01 12:00:00Z',
      trace_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      correlation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      error_uri: 'https://login.microsoftonline.com/error?code=7000215',
    });
  });

  test.each([
    [{}, 900144],
    [{ grant_type: 'password' }, 70003],
    [{ grant_type: 'authorization_code' }, 900144],
    [{ grant_type: 'refresh_token' }, 900144],
  ])('a token request with %o is AADSTS%i', async (fields, code) => {
    const known = { client_id: clientId, client_secret: 'right', ...fields };
    expect((await driver.token(weakProfile.id, known)).body.error_codes).toEqual([code]);
  });

  test('90002: a tenant that does not exist', async () => {
    expect((await redeem('nowhere.example', 'x')).body.error_codes).toEqual([90002]);
    expect((await driver.open(authorizePath('nowhere.example', params()))).status).toBe(400);
  });
});

describe('secrets over the control surface', () => {
  test('expired, then a new one is added', async () => {
    const ask = (client_secret: string) => clientCredentials(weakProfile.id, { client_id: otherClient, client_secret });
    expect((await ask('other')).status).toBe(200);
    expect(await control({ clientId: otherClient, expireSecrets: true })).toBe(204);
    expect((await ask('other')).body.error_codes).toEqual([7000222]);
    await control({ clientId: otherClient, addSecret: { value: 'new', expiresAt: '2026-06-02T00:00:00Z' } });
    expect((await ask('new')).status).toBe(200);
    nowMs = Date.parse('2026-06-02T00:00:00Z');
    expect((await ask('new')).body.error_codes).toEqual([7000222]);
  });

  test.each([
    [{ tenantId: 'nowhere.example', signIn: 'blocked' }],
    [{ tenantId: weakProfile.id, signIn: 'sometimes' }],
    [{ tenantId: weakProfile.id, user: 'nobody@nowhere.example', revokeGrants: true }],
    [{ revokeGrants: true }],
    [{ expireSecrets: true }],
    [{ clientId: 'nobody', expireSecrets: true }],
    [{ clientId: otherClient, addSecret: { value: 'x', expiresAt: 'soon' } }],
    [[]],
    [{}],
    [{ tenantId: weakProfile.id, revoke: true }],
  ])('a change %o that cannot be is a 400', async (change) => {
    expect(await control(change)).toBe(400);
  });
});
