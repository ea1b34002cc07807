import { afterAll, beforeAll, beforeEach } from 'vitest';
import { prospectProfiles } from '../profiles/prospect-profiles.ts';
import { createSignInCloud } from '../sign-in/sign-in-cloud.ts';
import { type SimulatorServer, startSimulatorServer } from '../simulator-server.ts';
import {
  authorizePath,
  createSignInDriver,
  redirectValues,
  type SignInDriver,
  type TokenReply,
} from './sign-in-driver.ts';

/** A simulator over HTTP with three registered applications, for the tests of a file that calls `useSimulator`. */

export const startMs = Date.parse('2026-06-01T12:00:00Z');
let nowMs = startMs;

/** Sets the simulator's clock until the next test. */
export function setNow(ms: number): void {
  nowMs = ms;
}

export const clientId = '6f1d2c3b-0000-4000-8000-00000000aaaa';
export const otherClient = '6f1d2c3b-0000-4000-8000-00000000bbbb';
export const publicClient = '6f1d2c3b-0000-4000-8000-00000000cccc';
export const redirectUri = 'http://localhost:4280/callback';
export let cloud: ReturnType<typeof createSignInCloud>;
export let server: SimulatorServer;
export let driver: SignInDriver;

export const prospect = prospectProfiles[0]?.id ?? '';
export const userNamed = (tenant: string, role: string) => {
  const found = cloud.usersOf(tenant).find(({ roles }) => roles.some((name) => name === role));
  if (!found) throw new Error(`no ${role} in ${tenant}`);
  return found;
};
export const ordinary = (tenant: string) => {
  const found = cloud.usersOf(tenant).find(({ kind }) => kind === 'member');
  if (!found) throw new Error(`no ordinary user in ${tenant}`);
  return found;
};
export const globalAdmin = (tenant: string) => userNamed(tenant, 'Global Administrator').userPrincipalName;

export const openScopes = 'openid profile email offline_access User.Read';
export const params = (more: Record<string, string> = {}) => ({
  client_id: clientId,
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: openScopes,
  state: 's',
  ...more,
});

export async function codeFor(tenant: string, username: string, more: Record<string, string> = {}): Promise<string> {
  return redirectValues(await driver.submit(authorizePath(tenant, params(more)), { username })).code ?? '';
}

export const redeem = (tenant: string, code: string, more: Record<string, string> = {}) =>
  driver.token(tenant, {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: 'right',
    redirect_uri: redirectUri,
    code,
    ...more,
  });

export const refresh = (tenant: string, token: unknown, more: Record<string, string> = {}) =>
  driver.token(tenant, {
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: 'right',
    refresh_token: String(token),
    ...more,
  });

export const clientCredentials = (tenant: string, more: Record<string, string> = {}) =>
  driver.token(tenant, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: 'right',
    scope: 'https://graph.microsoft.com/.default',
    ...more,
  });

export async function signedIn(
  tenant: string,
  username: string,
  more: Record<string, string> = {},
): Promise<TokenReply> {
  return redeem(tenant, await codeFor(tenant, username, more));
}

export const claimsOf = (token: unknown) =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());

export async function control(change: object): Promise<number> {
  return (await fetch(`${server.url}/control/entra`, { method: 'POST', body: JSON.stringify(change) })).status;
}

/** Starts the simulator for the tests of the file that calls this, and gives each the state that it began with. */
export function useSimulator(): void {
  beforeAll(async () => {
    cloud = createSignInCloud({
      now: () => new Date(nowMs),
      apps: [
        {
          clientId,
          name: 'Lantern <b>Audit</b>',
          secrets: [{ value: 'right' }, { value: 'old', expiresAt: '2026-01-01T00:00:00Z' }],
          redirectUris: [redirectUri],
        },
        { clientId: otherClient, secrets: [{ value: 'other' }] },
        { clientId: publicClient, secrets: [], isPublic: true, redirectUris: ['http://localhost'] },
      ],
    });
    server = await startSimulatorServer({ port: 0, cloud });
    driver = createSignInDriver(`${server.url}/login`);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    nowMs = startMs;
    await fetch(`${server.url}/control/entra`, { method: 'DELETE' });
  });
}
