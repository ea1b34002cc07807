import { ConfidentialClientApplication, type INetworkModule, type NetworkResponse } from '@azure/msal-node';
import { staffProfile } from '@tenantry/simulator/profiles/staff-profile';
import { createSignInCloud } from '@tenantry/simulator/sign-in/sign-in-cloud';
import { type SimulatorServer, startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { createSignInDriver, pkcePair, redirectValues } from '@tenantry/simulator/testing/sign-in-driver';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatorOverHttp } from '../graph/upstream.ts';

const loginOrigin = 'https://login.simulator.test';
const clientId = '6f1d2c3b-0000-4000-8000-00000000cccc';
const redirectUri = 'http://localhost:4280/callback';
const scopes = ['openid', 'profile', 'email', 'offline_access', 'User.Read'];
const cloud = createSignInCloud({
  now: () => new Date(),
  apps: [{ clientId, secrets: [{ value: 'right' }], redirectUris: [redirectUri] }],
});
const user = cloud.usersOf(staffProfile.id).find(({ roles }) => roles.includes('Helpdesk Administrator'));
let server: SimulatorServer;

function networkClient(): INetworkModule {
  const upstream = simulatorOverHttp(server.url);
  async function send<T>(url: string, init: RequestInit): Promise<NetworkResponse<T>> {
    const response = await upstream.fetch(new Request(url, init));
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: (await response.json()) as T };
  }
  return {
    sendGetRequestAsync: (url, options) => send(url, { headers: options?.headers ?? {} }),
    sendPostRequestAsync: (url, options) =>
      send(url, { method: 'POST', headers: options?.headers ?? {}, body: options?.body ?? '' }),
  };
}

function client(clientSecret = 'right'): ConfidentialClientApplication {
  const authority = `${loginOrigin}/${staffProfile.id}`;
  return new ConfidentialClientApplication({
    auth: { clientId, clientSecret, authority, knownAuthorities: ['login.simulator.test'] },
    system: { networkClient: networkClient() },
  });
}

/** What the browser brings back: the address is MSAL's, its origin the simulator's. */
async function comeBack(app: ConfidentialClientApplication, challenge: string): Promise<string> {
  const address = await app.getAuthCodeUrl({
    scopes,
    redirectUri,
    state: 'st',
    nonce: 'no',
    codeChallenge: challenge,
    codeChallengeMethod: 'S256',
  });
  expect(address.startsWith(`${loginOrigin}/${staffProfile.id}/oauth2/v2.0/authorize?`)).toBe(true);
  const driver = createSignInDriver(`${server.url}/login`);
  const path = address.slice(loginOrigin.length);
  const values = redirectValues(await driver.submit(path, { username: user?.userPrincipalName ?? '' }));
  expect(values.state).toBe('st');
  return values.code ?? '';
}

async function signIn(app: ConfidentialClientApplication) {
  const { verifier, challenge } = pkcePair();
  const code = await comeBack(app, challenge);
  // MSAL compares state and nonce with those of the request.
  const request = { code, scopes, redirectUri, codeVerifier: verifier, state: 'st', nonce: 'no' };
  return app.acquireTokenByCode(request, { code, state: 'st' });
}

/** The refresh token that MSAL keeps to itself. */
function cachedRefreshToken(app: ConfidentialClientApplication): string {
  const cache = Object(JSON.parse(app.getTokenCache().serialize()));
  const [entry] = Object.values(Object(cache.RefreshToken)).map(Object);
  return String(entry.secret);
}

beforeAll(async () => {
  server = await startSimulatorServer({ port: 0, cloud });
});
afterAll(() => server.close());

describe('MSAL against the simulator over HTTP', () => {
  test('a code becomes tokens, and the ID token verifies by the published keys', async () => {
    const result = await signIn(client());
    expect(result.account?.homeAccountId).toBe(`${user?.userId}.${staffProfile.id}`);
    const keys = createRemoteJWKSet(new URL(`${loginOrigin}/${staffProfile.id}/discovery/v2.0/keys`), {
      [customFetch]: (url, init) => simulatorOverHttp(server.url).fetch(new Request(url, init)),
    });
    const issuer = `${loginOrigin}/${staffProfile.id}/v2.0`;
    const { payload } = await jwtVerify(result.idToken, keys, { issuer, audience: clientId });
    expect(payload).toMatchObject({ tid: staffProfile.id, oid: user?.userId, nonce: 'no' });
    expect(payload.wids).toContain('729827e3-9c14-49f7-bb1b-9608f156bbb8');
  });

  test('a nonce that is not the one sent is refused by MSAL', async () => {
    const app = client();
    const { verifier, challenge } = pkcePair();
    const code = await comeBack(app, challenge);
    const request = { code, scopes, redirectUri, codeVerifier: verifier, nonce: 'another' };
    await expect(app.acquireTokenByCode(request)).rejects.toMatchObject({ errorCode: 'nonce_mismatch' });
  });

  test('a refresh token gives new tokens once, and after a revocation MSAL says 50173', async () => {
    const app = client();
    await signIn(app);
    const first = cachedRefreshToken(app);
    const renewed = await app.acquireTokenByRefreshToken({ refreshToken: first, scopes, forceCache: true });
    expect(renewed?.accessToken).toBeTruthy();
    const second = cachedRefreshToken(app);
    expect(second).not.toBe(first);
    await expect(app.acquireTokenByRefreshToken({ refreshToken: first, scopes })).rejects.toMatchObject({
      errorCode: 'invalid_grant',
    });
    cloud.entra.change({ tenantId: staffProfile.id, revokeGrants: true });
    await expect(app.acquireTokenByRefreshToken({ refreshToken: second, scopes })).rejects.toMatchObject({
      errorCode: 'invalid_grant',
      subError: 'bad_token',
      errorMessage: expect.stringContaining('AADSTS50173'),
    });
  });

  test('client credentials give a token that Graph takes, a wrong secret is invalid_client', async () => {
    const request = { scopes: ['https://graph.microsoft.com/.default'] };
    const result = await client().acquireTokenByClientCredential(request);
    const reply = await simulatorOverHttp(server.url).fetch(
      new Request('https://graph.microsoft.com/v1.0/tenantRelationships/delegatedAdminCustomers', {
        headers: { authorization: `Bearer ${result?.accessToken}` },
      }),
    );
    expect(reply.status).toBe(200);
    await expect(client('wrong').acquireTokenByClientCredential(request)).rejects.toMatchObject({
      errorCode: 'invalid_client',
      errorMessage: expect.stringContaining('AADSTS7000215'),
    });
  });
});
