import { staffProfile } from '@tenantry/simulator/profiles/staff-profile';
import { createSignInCloud } from '@tenantry/simulator/sign-in/sign-in-cloud';
import { type SimulatorServer, startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { createSignInDriver, pkcePair, redirectValues } from '@tenantry/simulator/testing/sign-in-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../testing/certificates.ts';
import { readCertificate } from '../../domain/connection/client-certificate.ts';
import type { AppRegistration, IdentityProvider } from '../../ports/identity-provider.ts';
import { simulatorOverHttp } from '../graph/upstream.ts';
import { createEntraIdentityProvider } from './entra-identity-provider.ts';

const clientId = '6f1d2c3b-0000-4000-8000-00000000cccc';
const redirectUri = 'http://localhost:4280/callback';
const clock = { now: () => new Date() };
let server: SimulatorServer;
let username: string;
let provider: IdentityProvider;
let registered: AppRegistration;
let unknown: AppRegistration;

const appWith = ({ pem }: { pem: string }): AppRegistration => ({
  clientId,
  certificate: readCertificate(pem, new Date()),
});

beforeAll(async () => {
  const [ours, other] = await Promise.all([makeCertificate(), makeCertificate()]);
  const apps = [{ clientId, secrets: [], certificates: [ours.certificate], redirectUris: [redirectUri] }];
  const cloud = createSignInCloud({ ...clock, apps });
  [registered, unknown] = [appWith(ours), appWith(other)];
  username = cloud.usersOf(staffProfile.id)[0]?.userPrincipalName ?? '';
  server = await startSimulatorServer({ port: 0, cloud });
  const upstream = simulatorOverHttp(server.url);
  provider = createEntraIdentityProvider({ upstream, clock, browserLoginUrl: `${server.url}/login` });
});
afterAll(() => server.close());

/** The code with which the browser comes back from the sign-in page. */
async function signIn(app: AppRegistration) {
  const { verifier: codeVerifier, challenge: codeChallenge } = pkcePair();
  const scopes = ['openid', 'profile', 'email', 'offline_access', 'https://graph.microsoft.com/User.Read'];
  const request = { authority: staffProfile.id, redirectUri, scopes, nonce: 'no' };
  const address = await provider.signInUrl(app, { ...request, state: 'st', codeChallenge });
  const driver = createSignInDriver(`${server.url}/login`);
  const { code = '' } = redirectValues(await driver.submit(address.slice(`${server.url}/login`.length), { username }));
  return provider.redeem(app, { ...request, code, codeVerifier });
}

describe('a certificate against the simulator over HTTP', () => {
  it('gives an application its token, with what the directory granted, and Graph takes it', async () => {
    const granted = await provider.applicationPermissions(registered, staffProfile.id);
    expect(granted).toContain('Policy.Read.All');
    const answer = await provider.appGraph(registered, staffProfile.id).get('/v1.0/organization');
    expect(answer).toMatchObject({ value: [{ id: staffProfile.id }] });
  });

  it('redeems the code of a sign-in and renews its tokens', async () => {
    const redeemed = await signIn(registered);
    expect(redeemed.identity).toMatchObject({ entraTenantId: staffProfile.id, username });
    const { tokenCache } = redeemed;
    const grant = { authority: staffProfile.id, scopes: ['https://graph.microsoft.com/User.Read'], tokenCache };
    expect((await provider.refresh(registered, grant)).accessToken).not.toBe('');
  });

  it('that is not in the app registration is refused with a code that says so', async () => {
    await expect(provider.applicationPermissions(unknown, staffProfile.id)).rejects.toMatchObject({
      failure: { status: 401, message: expect.stringContaining('AADSTS700027') },
    });
    await expect(signIn(unknown)).rejects.toMatchObject({ code: 'AADSTS700027' });
  });
});
