import {
  ConfidentialClientApplication,
  type Configuration,
  type INetworkModule,
  type NetworkResponse,
  PublicClientApplication,
} from '@azure/msal-node';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSignInCloud } from '@tenantry/simulator/sign-in/sign-in-cloud';
import { type SimulatorServer, startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { selfSignedCertificate } from '@tenantry/simulator/testing/self-signed-certificate';
import { createSignInDriver } from '@tenantry/simulator/testing/sign-in-driver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatorOverHttp } from '../graph/upstream.ts';

// What the commands sign in with is MSAL underneath: the simulator has to satisfy it in Microsoft's place.

const dayMs = 86_400_000;
const issuer = 'https://token.actions.githubusercontent.com';
const certificate = selfSignedCertificate(new Date(Date.now() - dayMs), new Date(Date.now() + dayMs));
const own = { clientId: '6f1d2c3b-0000-4000-8000-00000000dddd' };
const people = { clientId: '6f1d2c3b-0000-4000-8000-00000000eeee' };
const cloud = createSignInCloud({
  now: () => new Date(),
  deviceCodeSeconds: 0,
  apps: [
    {
      ...own,
      secrets: [],
      certificates: [certificate.certificate],
      federatedCredentials: [{ issuer, subject: 'repo:lanternmsp/audits:ref:refs/heads/main' }],
    },
    { ...people, secrets: [], isPublic: true },
  ],
});
const username =
  cloud.usersOf(weakProfile.id).find(({ roles }) => roles.includes('Global Administrator'))?.userPrincipalName ?? '';
let server: SimulatorServer;

beforeAll(async () => {
  server = await startSimulatorServer({ port: 0, cloud });
});
afterAll(() => server.close());

function networkClient(): INetworkModule {
  const upstream = simulatorOverHttp(server.url);
  async function send<T>(url: string, init: RequestInit): Promise<NetworkResponse<T>> {
    const response = await upstream.fetch(new Request(url, init));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: (await response.json()) as T,
    };
  }
  return {
    sendGetRequestAsync: (url, options) => send(url, { headers: options?.headers ?? {} }),
    sendPostRequestAsync: (url, options) =>
      send(url, { method: 'POST', headers: options?.headers ?? {}, body: options?.body ?? '' }),
  };
}

function configuration(auth: Partial<Configuration['auth']>, login: string): Configuration {
  return {
    auth: { clientId: own.clientId, authority: `https://${login}/${weakProfile.id}`, ...auth },
    system: { networkClient: networkClient() },
  };
}

const clouds = [
  ['login.microsoftonline.com', 'graph.microsoft.com'],
  ['login.microsoftonline.us', 'graph.microsoft.us'],
  ['login.partner.microsoftonline.cn', 'microsoftgraph.chinacloudapi.cn'],
] as const;

async function readOrganization(graph: string, accessToken: string | undefined): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const request = new Request(`https://${graph}/v1.0/organization`, { headers });
  return (await simulatorOverHttp(server.url).fetch(request)).status;
}

describe.each(clouds)('MSAL at %s, for %s', (login, graph) => {
  const scopes = [`https://${graph}/.default`];

  test('signs in with a certificate', async () => {
    const { privateKey, sha256: thumbprintSha256 } = certificate;
    const client = { clientCertificate: { privateKey, thumbprintSha256 } };
    const app = new ConfidentialClientApplication(configuration(client, login));
    const result = await app.acquireTokenByClientCredential({ scopes });
    expect(await readOrganization(graph, result?.accessToken)).toBe(200);
  });

  test('signs in with a workflow’s identity token', async () => {
    const clientAssertion = async () => {
      const url = `${server.url}/issuers/github/idtoken?api-version=2.0&audience=api://AzureADTokenExchange`;
      const reply = await fetch(url, { headers: { authorization: 'bearer runner' } });
      return String(Object(await reply.json()).value);
    };
    const app = new ConfidentialClientApplication(configuration({ clientAssertion }, login));
    const result = await app.acquireTokenByClientCredential({ scopes });
    expect(await readOrganization(graph, result?.accessToken)).toBe(200);
  });

  test('signs in with a code that a person enters meanwhile', async () => {
    const app = new PublicClientApplication(configuration(people, login));
    const driver = createSignInDriver(`${server.url}/login`);
    const result = await app.acquireTokenByDeviceCode({
      scopes: [`https://${graph}/User.Read`],
      deviceCodeCallback: ({ userCode }) => void driver.enterDeviceCode(userCode, { username }),
    });
    expect(result?.account?.username.toLowerCase()).toBe(username.toLowerCase());
    expect(await readOrganization(graph, result?.accessToken)).toBe(200);
  });
});

test('MSAL tells that a certificate is not registered', async () => {
  const { privateKey, sha256: thumbprintSha256 } = selfSignedCertificate(new Date(), new Date(Date.now() + dayMs));
  const client = { clientCertificate: { privateKey, thumbprintSha256 } };
  const app = new ConfidentialClientApplication(configuration(client, 'login.microsoftonline.com'));
  const scopes = ['https://graph.microsoft.com/.default'];
  await expect(app.acquireTokenByClientCredential({ scopes })).rejects.toMatchObject({
    errorMessage: expect.stringContaining('AADSTS700027'),
  });
});
