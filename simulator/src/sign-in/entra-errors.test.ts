import { describe, expect, test } from 'vitest';
import { staffProfile } from '../profiles/staff-profile.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { authorizePath, redirectValues } from '../testing/sign-in-driver.ts';
import {
  claimsOf,
  clientCredentials,
  clientId,
  cloud,
  codeFor,
  control,
  driver,
  globalAdmin,
  openScopes,
  ordinary,
  otherClient,
  params,
  prospect,
  redeem,
  redirectUri,
  refresh,
  server,
  setNow,
  signedIn,
  userNamed,
  useSimulator,
} from '../testing/sign-in-fixture.ts';

useSimulator();

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
    ['mfaNotPassed', 50074],
    ['blocked', 53003],
    ['securityPolicy', 530032],
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

  test.each([
    ['mfaExpired', 50078, 'basic_action'],
    ['signInFrequency', 70043, 'bad_token'],
    ['passwordChanged', 50132, 'bad_token'],
    ['sessionRevoked', 50133, 'bad_token'],
  ])('%s ends what was granted (%i), and lets whoever signs in at the page pass', async (signIn, code, suberror) => {
    const username = globalAdmin(staffProfile.id);
    const { refresh_token } = (await signedIn(staffProfile.id, username)).body;
    expect(await control({ tenantId: staffProfile.id, signIn })).toBe(204);
    expect(await refresh(staffProfile.id, refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_codes: [code], suberror },
    });
    expect(await codeFor(staffProfile.id, username)).not.toBe('');
    const silent = authorizePath(staffProfile.id, params({ prompt: 'none', login_hint: username }));
    expect(redirectValues(await driver.open(silent)).error_description).toContain(`AADSTS${code}`);
  });

  test('500113: an application without any address', async () => {
    cloud.entra.register([{ clientId: 'nowhere', secrets: [], isPublic: true, redirectUris: [] }]);
    const page = await driver.open(authorizePath(weakProfile.id, params({ client_id: 'nowhere' })));
    expect([page.status, (await page.text()).includes('AADSTS500113')]).toEqual([400, true]);
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

  test('65001: who is no administrator cannot consent for the organization', async () => {
    const scope = 'openid Directory.Read.All';
    const { userPrincipalName: username } = ordinary(prospect);
    const path = authorizePath(prospect, params({ scope }));
    expect(await (await driver.submit(path, { username })).text()).toContain('Need admin approval');
    const values = redirectValues(await driver.submit(path, { username, consent: 'accept' }));
    expect(values.error_description).toContain('AADSTS65001');
    expect(cloud.entra.tenantState(prospect).consent).toBe('removed');
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

  test.each([
    ['https://graph.microsoft.com/User.Read.All', 1002012],
    ['https://graph.microsoft.com/.default https://api.partnercenter.microsoft.com/.default', 28000],
    ['https://nobody.example/.default', 500011],
  ])('client credentials for the scope %s are %i', async (scope, code) => {
    expect((await clientCredentials(weakProfile.id, { scope })).body.error_codes).toEqual([code]);
  });

  test('a token for another resource is none for Microsoft Graph', async () => {
    const scope = 'https://api.partnercenter.microsoft.com/.default';
    const { status, body } = await clientCredentials(weakProfile.id, { scope });
    expect([status, claimsOf(body.access_token).aud]).toEqual([200, 'https://api.partnercenter.microsoft.com']);
    const answer = await fetch(`${server.url}/graph/v1.0/organization`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(answer.status).toBe(401);
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
    setNow(Date.parse('2026-06-02T00:00:00Z'));
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
    [{ tenantId: weakProfile.id, consentSeconds: -1 }],
    [{ consentSeconds: 40 }],
  ])('a change %o that cannot be is a 400', async (change) => {
    expect(await control(change)).toBe(400);
  });
});
