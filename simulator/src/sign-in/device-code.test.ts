import { describe, expect, test } from 'vitest';
import { graphCommandLineTools } from '../entra/app-registrations.ts';
import { staffProfile } from '../profiles/staff-profile.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import {
  claimsOf,
  cloud,
  driver,
  globalAdmin,
  openScopes,
  ordinary,
  otherClient,
  publicClient,
  server,
  setNow,
  startMs,
  useSimulator,
} from '../testing/sign-in-fixture.ts';

useSimulator();

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

async function start(more: Record<string, string> = {}, tenant: string = weakProfile.id) {
  const fields = { client_id: publicClient, scope: openScopes, ...more };
  const reply = await driver.submit(`/${tenant}/oauth2/v2.0/devicecode`, fields);
  const body: Record<string, unknown> = { ...Object(await reply.json()) };
  return { status: reply.status, body, userCode: String(body.user_code), deviceCode: String(body.device_code) };
}

const poll = (device_code: string, more: Record<string, string> = {}, tenant: string = weakProfile.id) =>
  driver.token(tenant, { grant_type: deviceGrant, client_id: publicClient, device_code, ...more });

describe('a device that waits for a sign-in', () => {
  test('is given a code, and the address of a page that is there', async () => {
    const { status, body } = await start();
    expect([status, body]).toEqual([
      200,
      {
        user_code: expect.stringMatching(/^[A-Z2-9]{9}$/),
        device_code: expect.any(String),
        verification_uri: `${server.url}/login/devicelogin`,
        expires_in: 900,
        interval: 5,
        message: expect.stringContaining(`${server.url}/login/devicelogin and enter the code ${body.user_code}`),
      },
    ]);
    expect(await (await fetch(String(body.verification_uri))).text()).toContain('Enter code to allow access');
  });

  test('is sent to Microsoft’s page where Microsoft’s host was asked', async () => {
    for (const [host, page] of [
      ['login.microsoftonline.com', 'https://microsoft.com/devicelogin'],
      ['login.microsoftonline.us', 'https://microsoft.com/deviceloginus'],
      ['login.partner.microsoftonline.cn', 'https://microsoft.com/deviceloginchina'],
    ]) {
      const body = new URLSearchParams({ client_id: publicClient, scope: 'User.Read' });
      const request = new Request(`https://${host}/${weakProfile.id}/oauth2/v2.0/devicecode`, { method: 'POST', body });
      expect(await (await cloud.handle(request)).json()).toMatchObject({ verification_uri: page });
    }
  });

  test('hears that nobody has come yet, then gets its tokens once', async () => {
    const { deviceCode, userCode } = await start();
    expect(await poll(deviceCode)).toMatchObject({
      status: 400,
      body: { error: 'authorization_pending', error_codes: [70016] },
    });
    const username = globalAdmin(weakProfile.id);
    const typed = `${userCode.slice(0, 4)}-${userCode.slice(4).toLowerCase()}`;
    expect(await (await driver.enterDeviceCode(typed, { username })).text()).toContain('You have signed in to');
    const { status, body } = await poll(deviceCode);
    expect(status).toBe(200);
    expect(body).toMatchObject({ refresh_token: expect.any(String), id_token: expect.any(String) });
    expect(claimsOf(body.access_token)).toMatchObject({ tid: weakProfile.id, upn: username, idtyp: 'user' });
    expect((await poll(deviceCode)).body.error_codes).toEqual([54005]);
    const refresh_token = String(body.refresh_token);
    const fields = { grant_type: 'refresh_token', client_id: publicClient, refresh_token };
    expect((await driver.token(weakProfile.id, fields)).status).toBe(200);
  });

  test('two that ask at once with one code: one has the tokens', async () => {
    const { deviceCode, userCode } = await start();
    await driver.enterDeviceCode(userCode, { username: globalAdmin(weakProfile.id) });
    const replies = await Promise.all([poll(deviceCode), poll(deviceCode)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is told to slow down where it asks too often', async () => {
    const { deviceCode } = await start();
    await poll(deviceCode);
    expect((await poll(deviceCode)).body.error).toBe('slow_down');
    setNow(startMs + 5000);
    expect((await poll(deviceCode)).body.error).toBe('authorization_pending');
  });

  test('hears that the code has expired, and so does the person', async () => {
    const { deviceCode, userCode } = await start();
    setNow(startMs + 900_000);
    expect((await poll(deviceCode)).body).toMatchObject({ error: 'expired_token', error_codes: [70020] });
    const page = await driver.enterDeviceCode(userCode, { username: globalAdmin(weakProfile.id) });
    expect([page.status, (await page.text()).includes('AADSTS70019')]).toEqual([400, true]);
  });

  test('hears that the person canceled', async () => {
    const { deviceCode, userCode } = await start();
    await driver.enterDeviceCode(userCode, { action: 'cancel' });
    expect((await poll(deviceCode)).body).toMatchObject({ error: 'authorization_declined', error_codes: [70000] });
  });

  test('with a code that nobody gave out, or another application’s, gets nothing', async () => {
    const { deviceCode } = await start();
    expect((await poll('invented')).body).toMatchObject({ error: 'bad_verification_code', error_codes: [70018] });
    const other = { client_id: otherClient, client_secret: 'other' };
    expect((await poll(deviceCode, other)).body.error).toBe('bad_verification_code');
    expect((await poll('')).body.error_codes).toEqual([900144]);
  });

  test('of a confidential client needs its credential: AADSTS7000218', async () => {
    const { deviceCode } = await start({ client_id: otherClient });
    expect(await poll(deviceCode, { client_id: otherClient })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', error_codes: [7000218] },
    });
    expect((await poll(deviceCode, { client_id: otherClient, client_secret: 'other' })).body.error_codes).toEqual([
      70016,
    ]);
  });

  test('that asks in one tenant is not let in by a user of another', async () => {
    const { deviceCode, userCode } = await start();
    const page = await driver.enterDeviceCode(userCode, { username: globalAdmin(staffProfile.id) });
    expect(await page.text()).toContain('AADSTS50034');
    expect((await poll(deviceCode)).body.error).toBe('authorization_pending');
    const anywhere = await start({}, 'organizations');
    await driver.enterDeviceCode(anywhere.userCode, { username: globalAdmin(staffProfile.id) });
    expect((await poll(anywhere.deviceCode, {}, weakProfile.id)).body.error_codes).toEqual([700005]);
    expect((await poll(anywhere.deviceCode, {}, 'organizations')).status).toBe(200);
  });

  test.each([
    [{ client_id: '' }, weakProfile.id, 900144],
    [{ client_id: 'nobody' }, weakProfile.id, 700016],
    [{ scope: '' }, weakProfile.id, 900144],
    [{ scope: 'https://management.azure.com/.default' }, weakProfile.id, 70011],
    [{}, 'nowhere.example', 90002],
  ])('asks wrongly with %o at %s: AADSTS%i', async (fields, tenant, code) => {
    expect((await start(fields, tenant)).body.error_codes).toEqual([code]);
  });
});

describe('the page for the code', () => {
  test('knows no code that was not given out, and none twice', async () => {
    const username = globalAdmin(weakProfile.id);
    expect(await (await driver.enterDeviceCode('AAAAAAAAA', { username })).text()).toContain('AADSTS70018');
    const { userCode } = await start();
    await driver.enterDeviceCode(userCode, { username });
    expect((await driver.enterDeviceCode(userCode, { username })).status).toBe(400);
  });

  test('keeps the device waiting where Conditional Access blocks the person', async () => {
    const { deviceCode, userCode } = await start();
    const username = globalAdmin(weakProfile.id);
    const page = await driver.enterDeviceCode(userCode, { username, outcome: 'blocked' });
    expect(await page.text()).toContain('AADSTS53003');
    expect((await poll(deviceCode)).body.error).toBe('authorization_pending');
  });

  test('is answered over the control surface too', async () => {
    const { deviceCode, userCode } = await start();
    const post = (fields: object) =>
      fetch(`${server.url}/control/devices`, { method: 'POST', body: JSON.stringify({ userCode, ...fields }) });
    const refused = await post({ username: 'nobody@nowhere.example' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('AADSTS50034')]);
    expect((await post({ username: globalAdmin(weakProfile.id) })).status).toBe(204);
    const { devices } = Object(await (await fetch(`${server.url}/control/devices`)).json());
    expect(devices[0]).toMatchObject({ userCode, clientId: publicClient, state: 'approved' });
    expect((await poll(deviceCode)).status).toBe(200);
  });
});

describe('Microsoft Graph Command Line Tools', () => {
  const scope = `${openScopes} Directory.Read.All`;
  const client = { client_id: graphCommandLineTools };

  test('is in every tenant, and its token carries what was consented to', async () => {
    const first = await start({ ...client, scope });
    const username = globalAdmin(weakProfile.id);
    const page = await (await driver.enterDeviceCode(first.userCode, { username })).text();
    expect(page).toContain('Microsoft Graph Command Line Tools');
    expect(page).toContain('<li>Directory.Read.All</li>');
    await driver.enterDeviceCode(first.userCode, { username, consent: 'accept' });
    const { body } = await poll(first.deviceCode, client);
    expect(claimsOf(body.access_token).scp.split(' ')).toEqual([
      'openid',
      'profile',
      'email',
      'User.Read',
      'Directory.Read.All',
    ]);
    // The next time nobody is asked, and a token for less carries it all the same.
    const second = await start({ ...client, scope: 'openid User.Read' });
    await driver.enterDeviceCode(second.userCode, { username: ordinary(weakProfile.id).userPrincipalName });
    const { body: again } = await poll(second.deviceCode, client);
    expect(claimsOf(again.access_token).scp).toContain('Directory.Read.All');
  });

  test('gets nothing for a person who may not consent', async () => {
    const { deviceCode, userCode } = await start({ ...client, scope });
    const { userPrincipalName: username } = ordinary(weakProfile.id);
    expect(await (await driver.enterDeviceCode(userCode, { username })).text()).toContain('Need admin approval');
    const accepted = await driver.enterDeviceCode(userCode, { username, consent: 'accept' });
    expect(await accepted.text()).toContain('AADSTS65001');
    await driver.enterDeviceCode(userCode, { username, consent: 'decline' });
    expect((await poll(deviceCode, client)).body.error).toBe('authorization_declined');
  });

  test('loses its consent over the control surface: AADSTS65001', async () => {
    const { deviceCode, userCode } = await start({ ...client, scope });
    await driver.enterDeviceCode(userCode, { username: globalAdmin(weakProfile.id), consent: 'accept' });
    cloud.entra.change({ tenantId: weakProfile.id, clientId: graphCommandLineTools, consent: 'removed' });
    expect((await poll(deviceCode, client)).body.error_codes).toEqual([65001]);
    expect(cloud.entra.tenantState(weakProfile.id).consent).toBe('granted');
  });
});
