import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { roleTemplates } from '../directory/role-templates.ts';
import { goodProfile } from '../profiles/good-profile.ts';
import { staffProfile } from '../profiles/staff-profile.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { authorizePath, pkcePair, redirectValues, type TokenReply } from '../testing/sign-in-driver.ts';
import {
  claimsOf,
  clientId,
  cloud,
  codeFor,
  driver,
  globalAdmin,
  otherClient,
  params,
  redeem,
  redirectUri,
  refresh,
  server,
  setNow,
  signedIn,
  startMs,
  userNamed,
  useSimulator,
} from '../testing/sign-in-fixture.ts';

useSimulator();

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
      iat: startMs / 1000,
      nbf: startMs / 1000,
      exp: startMs / 1000 + 3600,
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
    setNow(startMs + 10 * 60_000 - 1);
    expect((await redeem(staffProfile.id, early)).status).toBe(200);
    setNow(startMs + 10 * 60_000);
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
    setNow(startMs + 90 * 86_400_000);
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
