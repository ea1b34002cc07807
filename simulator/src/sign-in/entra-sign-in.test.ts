import { describe, expect, test } from 'vitest';
import { prospectProfiles } from '../profiles/prospect-profiles.ts';
import { staffProfile } from '../profiles/staff-profile.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { authorizePath, redirectValues } from '../testing/sign-in-driver.ts';
import {
  claimsOf,
  clientId,
  cloud,
  codeFor,
  driver,
  globalAdmin,
  params,
  redeem,
  redirectUri,
  userNamed,
  useSimulator,
} from '../testing/sign-in-fixture.ts';

useSimulator();

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
