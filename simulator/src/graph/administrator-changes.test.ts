import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mixedProfile } from '../profiles/mixed-profile.ts';
import { createSignInCloud } from '../sign-in/sign-in-cloud.ts';
import { type SimulatorServer, startSimulatorServer } from '../simulator-server.ts';
import { authorizePath, createSignInDriver, redirectValues, type SignInDriver } from '../testing/sign-in-driver.ts';

const tenant = mixedProfile.id;
const cloud = createSignInCloud({ now: () => new Date('2026-06-01T12:00:00Z') });
const client = { client_id: 'app', redirect_uri: 'http://localhost:4280/callback' };
const scopes = [
  'User.EnableDisableAccount.All',
  'User.Read.All',
  'Group.ReadWrite.All',
  'Application.ReadWrite.All',
  'OnPremDirectorySynchronization.ReadWrite.All',
  'AccessReview.ReadWrite.All',
  'DeviceManagementConfiguration.ReadWrite.All',
  'DeviceManagementServiceConfig.ReadWrite.All',
];
let server: SimulatorServer;
let driver: SignInDriver;
let administrator: string;
let narrow: string;

async function userToken(scope: string): Promise<string> {
  const user = cloud.usersOf(tenant).find(({ roles }) => roles.includes('Global Administrator'));
  const username = user?.userPrincipalName ?? '';
  const path = authorizePath(tenant, { ...client, response_type: 'code', scope });
  const { code = '' } = redirectValues(await driver.submit(path, { username, consent: 'accept' }));
  const fields = { ...client, grant_type: 'authorization_code', client_secret: 'x', code };
  return String((await driver.token(tenant, fields)).body.access_token);
}

beforeAll(async () => {
  server = await startSimulatorServer({ port: 0, cloud });
  driver = createSignInDriver(`${server.url}/login`);
  administrator = await userToken(`openid ${scopes.join(' ')}`);
  narrow = await userToken('openid Directory.Read.All');
});
afterAll(() => server.close());

async function send(token: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const reply = await fetch(`${server.url}/graph/v1.0${path}`, init);
  const text = await reply.text();
  return { status: reply.status, body: Object(text === '' ? {} : JSON.parse(text)) };
}

/** The first object of a list that is so. */
async function firstId(path: string, fits: (item: Record<string, unknown>) => boolean = () => true): Promise<string> {
  const { body } = await send(administrator, 'GET', path);
  return String([body.value].flat().map(Object).find(fits)?.id);
}

const storage = 'c1f33bc0-bdb4-4248-ba9b-096807ddb43e';
const definitions = '/identityGovernance/accessReviews/definitions';
const restrictions = '/deviceManagement/deviceEnrollmentConfigurations';
const dynamic = { displayName: 'g', mailEnabled: false, mailNickname: 'g', securityEnabled: true };

/** A change that is taken, and one that is malformed. */
const changes = [
  ['PATCH', () => `/users/${tenantUser}`, { accountEnabled: false }, { accountEnabled: 'no' }],
  ['PATCH', () => `/users/${tenantUser}`, { accountEnabled: true }, { displayName: 'x' }],
  ['PATCH', () => `/groups/${publicGroup}`, { visibility: 'Private' }, { visibility: 'HiddenMembership' }],
  [
    'POST',
    () => '/groups',
    { ...dynamic, groupTypes: ['DynamicMembership'], membershipRule: '(user.userType -eq "Guest")' },
    { ...dynamic, groupTypes: ['DynamicMembership'] },
  ],
  ['PATCH', () => `/servicePrincipals(appId='${storage}')`, { accountEnabled: true }, { tags: [] }],
  [
    'PATCH',
    () => `/directory/onPremisesSynchronization/${tenant}`,
    { features: { blockSoftMatchEnabled: true } },
    { features: { passwordSyncEnabled: true } },
  ],
  [
    'POST',
    () => definitions,
    { displayName: 'r', scope: {}, reviewers: [], settings: { recurrence: { range: { startDate: '2026-06-01' } } } },
    { displayName: 'r', scope: {}, reviewers: [] },
  ],
  ['PATCH', () => '/deviceManagement', { settings: { secureByDefault: true } }, { settings: { strange: true } }],
  [
    'PATCH',
    () => `${restrictions}/${tenant}_DefaultPlatformRestrictions`,
    {
      '@odata.type': '#microsoft.graph.deviceEnrollmentPlatformRestrictionsConfiguration',
      iosRestriction: { personalDeviceEnrollmentBlocked: true },
    },
    { iosRestriction: {} },
  ],
] as const;
let tenantUser = '';
let publicGroup = '';

describe('what an administrator changes', () => {
  beforeAll(async () => {
    tenantUser = await firstId('/users?$select=id,userType', ({ userType }) => userType === 'Guest');
    publicGroup = await firstId('/groups', ({ visibility }) => visibility === 'Public');
  });

  test.each(changes)('%s %s is taken with the scope alone, and in its form alone', async (method, path, good, bad) => {
    expect((await send(narrow, method, path(), good)).status).toBe(403);
    expect((await send(administrator, method, path(), bad)).status).toBe(400);
    expect((await send(administrator, method, path(), good)).status).toBeLessThan(300);
  });

  test.each([
    '/users/',
    '/groups/',
    '/servicePrincipals/',
    `/directory/onPremisesSynchronization/`,
    `${restrictions}/`,
  ])('nothing is changed of what is not there: %s', async (path) => {
    const body = { accountEnabled: false, visibility: 'Private' };
    expect((await send(administrator, 'PATCH', `${path}00000000-0000-4000-8000-000000000000`, body)).status).toBe(404);
  });

  test.each(['/groups', definitions])('%s: what was made is deleted', async (path) => {
    const made = await firstId(path, ({ displayName }) => displayName === 'g' || displayName === 'r');
    expect((await send(administrator, 'GET', `${path}/${made}`)).body.id).toBe(made);
    expect((await send(narrow, 'DELETE', `${path}/${made}`)).status).toBe(403);
    expect((await send(administrator, 'DELETE', `${path}/${made}`)).status).toBe(204);
    expect((await send(administrator, 'GET', `${path}/${made}`)).status).toBe(404);
  });

  test('the service principal of third-party storage is deleted, and made again once', async () => {
    const body = { appId: storage, accountEnabled: false };
    expect((await send(administrator, 'POST', '/servicePrincipals', body)).status).toBe(409);
    expect((await send(administrator, 'DELETE', `/servicePrincipals(appId='${storage}')`)).status).toBe(204);
    expect((await send(administrator, 'POST', '/servicePrincipals', body)).body).toMatchObject(body);
  });
});
