import { getSession } from '@tenantry/contract/auth';
import { finishMicrosoftSignIn, startMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import { changeAdminSettings } from '@tenantry/contract/role-mappings';
import { getStepUpOptions, startMicrosoftStepUp } from '@tenantry/contract/step-up';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ageSession } from '../../../testing/aged-session.ts';
import { type MicrosoftCloud, startMicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

describe('a step-up with Microsoft', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    microsoft = await startMicrosoftCloud();
    app = await createTestApp(microsoft.settings);
    const started = await app.call(startMicrosoftSignIn);
    const back = await microsoft.visit(started.headers.location ?? '', { username: person('greta') });
    const signedIn = await app.call(finishMicrosoftSignIn, { query: back, cookie: started.cookie ?? '' });
    cookie = signedIn.cookie ?? '';
    await ageSession(app, cookie, 11);
  });
  afterEach(async () => {
    await app.close();
    await microsoft.close();
  });

  const person = (name: string): string => {
    const people = microsoft.cloud.usersOf(microsoft.staffTenantId);
    const found = people.find((one) => one.userPrincipalName.startsWith(name));
    if (!found) throw new Error(`nobody is called ${name}`);
    return found.userPrincipalName;
  };
  const change = (with_: string) =>
    app.call(changeAdminSettings, { body: { role_sync_enabled: false }, cookie: with_ });
  async function begin(): Promise<{ address: URL; browser: string }> {
    const started = await app.call(startMicrosoftStepUp, { cookie });
    expect(started.status).toBe(302);
    return { address: new URL(started.headers.location ?? ''), browser: started.cookie ?? '' };
  }
  const finish = (query: Record<string, string>, browser: string, with_ = cookie) =>
    app.call(finishMicrosoftSignIn, { query, cookie: `${with_}; ${browser}` });

  it('asks for a new sign-in of this account, and marks the session, under a new id', async () => {
    expect((await change(cookie)).json.code).toBe('STEP_UP_REQUIRED');
    expect((await app.call(getStepUpOptions, { cookie })).json).toEqual({
      password: false,
      code: false,
      microsoft: true,
    });
    const { address, browser } = await begin();
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
      login_hint: person('greta'),
    });
    const proven = await finish(await microsoft.visit(`${address}`, { username: person('greta') }), browser);
    expect([proven.status, proven.json]).toEqual([200, { next: 'confirmed' }]);
    expect((await change(proven.cookie ?? '')).status).toBe(200);
    expect((await app.call(getSession, { cookie })).status).toBe(401);
  });

  it('is good once', async () => {
    const { address, browser } = await begin();
    const back = await microsoft.visit(`${address}`, { username: person('greta') });
    const proven = await finish(back, browser);
    expect((await finish(back, browser, proven.cookie)).status).toBe(400);
  });

  it('takes no other account, though it is one of our staff', async () => {
    const { address, browser } = await begin();
    const refused = await finish(await microsoft.visit(`${address}`, { username: person('hugo') }), browser);
    expect([refused.status, refused.json.message]).toEqual([
      401,
      'That is another account. Choose the one you signed in with.',
    ]);
    expect((await app.call(getSession, { cookie })).status).toBe(200);
    expect((await change(cookie)).json.code).toBe('STEP_UP_REQUIRED');
  });

  it('takes no token that does not say when the sign-in was: the browser may have asked for less', async () => {
    const { address, browser } = await begin();
    address.searchParams.delete('max_age');
    address.searchParams.delete('prompt');
    const refused = await finish(await microsoft.visit(`${address}`, { username: person('greta') }), browser);
    expect(refused.json.message).toBe('Microsoft did not say when you signed in. Sign out here, then sign in again.');
    expect((await change(cookie)).json.code).toBe('STEP_UP_REQUIRED');
  });

  it('takes no sign-in from before it was asked for', async () => {
    const { address, browser } = await begin();
    const { code = '', state } = await microsoft.visit(`${address}`, { username: person('greta') });
    const { oauthRequests, microsoftStepUp } = app.app.microsoft;
    const asked = await oauthRequests.take(state, browser.split('=')[1]);
    const values = Object.fromEntries(cookie.split('; ').map((one) => one.split('=')));
    const request = { id: 'r', clientAddress: null, cookie: (name: string) => values[name] };
    const caller = await app.app.sessions.identify(request);
    if (!asked) throw new Error('The request was not kept');
    // As if it had been asked for later than the five minutes by which clocks may differ.
    const later = { ...asked, begunAt: new Date(asked.begunAt.getTime() + 301_000) };
    await expect(microsoftStepUp.finish(later, code, caller, request)).rejects.toThrow(
      'Microsoft did not ask who you are again. Try once more.',
    );
    expect((await change(cookie)).json.code).toBe('STEP_UP_REQUIRED');
  });

  it('marks no session but the one of the user who began it', async () => {
    const { address, browser } = await begin();
    const back = await microsoft.visit(`${address}`, { username: person('greta') });
    const other = await app.signInAs('admin', { kind: 'all' });
    expect((await finish(back, browser, other)).json.code).toBe('NOT_SIGNED_IN');
  });

  it('is not for accounts without a sign-in there', async () => {
    const local = await app.signInAs('admin', { kind: 'all' });
    const refused = await app.call(startMicrosoftStepUp, { cookie: local });
    expect(refused.headers.location).toBe('/auth/error?message=no-microsoft-account');
  });
});
