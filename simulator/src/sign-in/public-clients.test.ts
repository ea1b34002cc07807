import { describe, expect, test } from 'vitest';
import { graphCommandLineTools } from '../entra/app-registrations.ts';
import { staffProfile } from '../profiles/staff-profile.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { startSimulatorServer } from '../simulator-server.ts';
import { authorizePath, createSignInDriver, pkcePair, redirectValues } from '../testing/sign-in-driver.ts';
import {
  claimsOf,
  clientCredentials,
  clientId,
  codeFor,
  driver,
  globalAdmin,
  ordinary,
  params,
  publicClient,
  redeem,
  redirectUri,
  server,
  useSimulator,
} from '../testing/sign-in-fixture.ts';
import { createSignInCloud } from './sign-in-cloud.ts';

useSimulator();

const { id } = weakProfile;
const redirect_uri = 'http://localhost:51234';

describe('a public client', () => {
  const ask = (more: Record<string, string> = {}) => params({ client_id: publicClient, redirect_uri, ...more });

  test('redeems a code by its PKCE verifier alone, whatever the port of its address', async () => {
    const { verifier, challenge } = pkcePair();
    const path = authorizePath(id, ask({ code_challenge: challenge, code_challenge_method: 'S256' }));
    const { code = '' } = redirectValues(await driver.submit(path, { username: globalAdmin(id) }));
    const fields = { grant_type: 'authorization_code', client_id: publicClient, redirect_uri, code };
    expect((await driver.token(id, { ...fields, code_verifier: 'x'.repeat(43) })).body.error_codes).toEqual([501481]);
    const { status, body } = await driver.token(id, { ...fields, code_verifier: verifier });
    expect([status, claimsOf(body.access_token).appid]).toEqual([200, publicClient]);
  });

  test('that shows a secret is told that it has none: AADSTS700025', async () => {
    const fields = { grant_type: 'refresh_token', client_id: publicClient, refresh_token: 'x', client_secret: 'y' };
    expect(await driver.token(id, fields)).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', error_codes: [700025] },
    });
  });

  test.each([
    ['login.microsoftonline.us', undefined],
    ['login.partner.microsoftonline.cn', [700016]],
  ])('of Microsoft’s own asks for a code at %s: %o', async (host, refused) => {
    const body = new URLSearchParams({ client_id: graphCommandLineTools, scope: 'openid' });
    const headers = { 'x-forwarded-host': host };
    const reply = await fetch(`${server.url}/${id}/oauth2/v2.0/devicecode`, { method: 'POST', headers, body });
    expect((await reply.json()).error_codes).toEqual(refused);
  });

  test('is no application of its own: AADSTS7000216', async () => {
    const fields = {
      grant_type: 'client_credentials',
      client_id: publicClient,
      scope: 'https://graph.microsoft.com/.default',
    };
    expect((await driver.token(id, fields)).body.error_codes).toEqual([7000216]);
  });
});

describe('a confidential client', () => {
  test('redeems no code without its secret: AADSTS7000218', async () => {
    const code = await codeFor(id, globalAdmin(id));
    const fields = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri, code };
    expect(await driver.token(id, fields)).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', error_codes: [7000218] },
    });
    expect((await redeem(id, code)).status).toBe(200);
  });

  test('with an empty secret has a wrong one', async () => {
    expect((await clientCredentials(id, { client_secret: '' })).body.error_codes).toEqual([7000215]);
  });
});

test('without registrations any client may be public and confidential', async () => {
  const server = await startSimulatorServer({ port: 0, cloud: createSignInCloud({ now: () => new Date() }) });
  try {
    const anyone = createSignInDriver(`${server.url}/login`);
    const path = authorizePath(staffProfile.id, params({ client_id: 'any', redirect_uri }));
    const credentials: Record<string, string>[] = [{}, { client_secret: 'any' }];
    for (const credential of credentials) {
      const values = redirectValues(await anyone.submit(path, { username: globalAdmin(staffProfile.id) }));
      const fields = { grant_type: 'authorization_code', client_id: 'any', redirect_uri, code: values.code ?? '' };
      expect((await anyone.token(staffProfile.id, { ...fields, ...credential })).status).toBe(200);
    }
  } finally {
    await server.close();
  }
});

describe('Microsoft Graph Command Line Tools in a browser', () => {
  const scope = 'openid offline_access Application.ReadWrite.All';
  const path = authorizePath(id, params({ client_id: graphCommandLineTools, redirect_uri, scope }));

  test('needs an administrator: AADSTS90094 for whoever goes back, AADSTS65001 for whoever insists', async () => {
    const { userPrincipalName: username } = ordinary(id);
    expect(await (await driver.submit(path, { username })).text()).toContain('Need admin approval');
    const back = redirectValues(await driver.submit(path, { username, consent: 'decline' }));
    expect(back).toMatchObject({ error: 'access_denied', error_description: expect.stringContaining('AADSTS90094') });
    const insists = redirectValues(await driver.submit(path, { username, consent: 'accept' }));
    expect(insists.error_description).toContain('AADSTS65001');
  });

  test('gets what an administrator grants, in this tenant alone', async () => {
    const values = redirectValues(await driver.submit(path, { username: globalAdmin(id), consent: 'accept' }));
    const fields = { grant_type: 'authorization_code', client_id: graphCommandLineTools, redirect_uri };
    const { body } = await driver.token(id, { ...fields, code: values.code ?? '' });
    expect(claimsOf(body.access_token).scp).toContain('Application.ReadWrite.All');
    const elsewhere = authorizePath(staffProfile.id, params({ client_id: graphCommandLineTools, redirect_uri, scope }));
    const page = await driver.submit(elsewhere, { username: globalAdmin(staffProfile.id) });
    expect(await page.text()).toContain('Permissions requested');
  });
});
