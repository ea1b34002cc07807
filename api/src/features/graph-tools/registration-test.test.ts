import { getGraphSettings, saveGraphSettings, testGraph } from '@tenantry/contract/graph-tools';
import { finishMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import type { TenantPermission } from '@tenantry/contract/tenant-permissions';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../testing/certificates.ts';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import { type MicrosoftCloud, startMicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { requiredPermissions } from '../../audit/checks/permissions.ts';
import { readGraphApp } from '../../domain/connection/app-registration.ts';
import { organizationConsentState } from '../../domain/connection/organization-consent.ts';
import { containers } from '../../store/containers.ts';

describe('the test of the app registration', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ microsoft, app, cookie } = opened);
    return opened.close;
  });
  const test = async () => (await app.call(testGraph, { cookie })).json;
  const staff = () => microsoft.staffTenantId;

  it('tells the directory, and of each permission that an audit needs whether it is granted', async () => {
    const told = await test();
    expect(told).toMatchObject({
      ...{ status: 'mock', message: 'Microsoft Graph answered.', explanation: null },
      directory: { id: staff(), name: expect.stringMatching(/\w/), domain: expect.stringMatching(/\./) },
    });
    const permissions = told.permissions as TenantPermission[];
    expect(permissions.map(({ permission }) => permission)).toEqual(
      requiredPermissions().map(({ permission }) => permission),
    );
    for (const { kind, state } of permissions) expect(state).toBe(kind === 'delegated' ? 'unknown' : 'granted');
    expect(permissions.every(({ usedFor }) => usedFor.length > 0)).toBe(true);
  });

  it('asks with a new token each time: what changed at Microsoft counts at once', async () => {
    expect(await test()).toMatchObject({ status: 'mock' });
    microsoft.cloud.entra.change({ tenantId: staff(), consent: 'removed' });
    expect(await test()).toMatchObject({
      ...{ status: 'failed', data: null, directory: null, permissions: null },
      explanation: { code: 'AADSTS700016', whatToDo: expect.stringMatching(/admin consent in step 4/) },
    });
    microsoft.cloud.entra.change({ tenantId: staff(), consent: 'granted' });
    expect(await test()).toMatchObject({ status: 'mock' });
  });

  it('tells what is granted also where Graph refuses to read the directory', async () => {
    const body = { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges' } };
    microsoft.cloud.faults.set({ pathPrefix: '/organization', kind: 'status', status: 403, body });
    const told = await test();
    expect(told).toMatchObject({
      status: 'failed',
      explanation: { code: 'Authorization_RequestDenied', whatToDo: expect.stringMatching(/consent/) },
    });
    expect(told.permissions).toHaveLength(requiredPermissions().length);
  });

  it.each([
    ['AADSTS7000215: Invalid client secret provided. Trace ID: 1', 'AADSTS7000215', /secret value/],
    ['AADSTS700027: Client assertion contains an invalid signature.', 'AADSTS700027', /Upload the certificate/],
    ["AADSTS90002: Tenant 'x' not found.", 'AADSTS90002', /directory \(tenant\) ID/],
    ['AADSTS99999: Something new. Trace ID: 2', 'AADSTS99999', /app registration/],
  ])('says what to do where Entra ID answers %s', async (description, code, whatToDo) => {
    const body = { error: 'invalid_client', error_description: description };
    microsoft.cloud.faults.set({ pathPrefix: '/oauth2/v2.0/token', kind: 'status', status: 401, body });
    const { explanation } = await test();
    expect(explanation).toMatchObject({ code, whatToDo: expect.stringMatching(whatToDo) });
    expect(JSON.stringify(explanation)).not.toContain('Trace ID');
  });

  it('says that Microsoft is out of order, and not that the registration is wrong', async () => {
    microsoft.cloud.faults.set({ pathPrefix: '/oauth2/v2.0/token', kind: 'status', status: 501 });
    expect(await test()).toMatchObject({
      status: 'failed',
      explanation: { whatToDo: expect.stringMatching(/few minutes/) },
    });
  });

  it('says that the vault has lost the credential', async () => {
    const { vault, stores } = app.app;
    const lost = (await readGraphApp(stores.systemConfig))?.secretName;
    const get = vault.get.bind(vault);
    vault.get = async (name) => (name === lost ? null : get(name));
    expect(await test()).toMatchObject({ status: 'failed', message: expect.stringMatching(/vault no longer/) });
  });
});

it('works with a certificate that stands in the app registration, and says so of one that does not', async () => {
  const clientId = '5c1d2f6e-7a90-4b3c-8e15-0f4a6b9d2c71';
  const [ours, other] = await Promise.all([makeCertificate(), makeCertificate()]);
  const microsoft = await startMicrosoftCloud([], [{ clientId, secrets: [], certificates: [ours.certificate] }]);
  const app = await createTestApp(microsoft.settings);
  const cookie = await app.registerAdmin();
  const testWith = async (certificate: string) => {
    const body = { clientId, tenantId: microsoft.staffTenantId, certificate };
    expect((await app.call(saveGraphSettings, { body, cookie })).status).toBe(200);
    return (await app.call(testGraph, { cookie })).json;
  };
  const credentials = { clientSecret: 'not configured', certificate: 'configured' };
  expect(await testWith(ours.pem)).toMatchObject({ status: 'mock', explanation: null, credentials });
  expect(await testWith(other.pem)).toMatchObject({
    status: 'failed',
    explanation: { code: 'AADSTS700027', whatToDo: expect.stringMatching(/thumbprints/) },
  });
  // A token from before proves nothing, and the next one is made with what was saved last.
  expect(await testWith(ours.pem)).toMatchObject({ status: 'mock' });
  await app.close();
  await microsoft.close();
});

it('comes back to the settings from the consent in our own directory, and nothing is changed by that way', async () => {
  const { microsoft, app, cookie, close } = await openMicrosoftApp();
  const { adminConsentUrl } = (await app.call(getGraphSettings, { cookie })).json;
  expect(String(adminConsentUrl)).toContain(`/${microsoft.staffTenantId}/v2.0/adminconsent?`);
  const admin = microsoft.cloud
    .usersOf(microsoft.staffTenantId)
    .find(({ roles }) => roles.includes('Global Administrator'));
  const back = await microsoft.visit(String(adminConsentUrl), {
    username: admin?.userPrincipalName ?? '',
    consent: 'accept',
  });
  expect(back.state).toBe('graph-settings');
  const before = await app.app.records.across(containers.auditLogs).count();
  const returned = await app.call(finishMicrosoftSignIn, { query: back, cookie });
  expect(returned.json).toEqual({ next: 'redirect', redirectTo: '/admin/graph-settings?consent=given' });
  expect(await app.app.records.across(containers.auditLogs).count()).toBe(before);
  // A code is never redeemed by it.
  const forged = await app.call(finishMicrosoftSignIn, { query: { state: 'graph-settings', code: 'x' }, cookie });
  expect(forged.status).toBe(400);
  await close();
});

it('says of a registration that is not there what is to be saved', async () => {
  const app = await createTestApp();
  const cookie = await app.registerAdmin();
  const test = async () => (await app.call(testGraph, { cookie })).json;
  const missing = {
    status: 'failed',
    explanation: { whatToDo: expect.stringMatching(/certificate or a client secret/) },
  };
  const credentials = { clientSecret: 'not configured', certificate: 'not configured' };
  expect(await test()).toMatchObject({ ...missing, credentials });
  const id = crypto.randomUUID();
  await app.call(saveGraphSettings, { body: { clientId: id, tenantId: id }, cookie });
  expect(await test()).toMatchObject(missing);
  await app.close();
});

it('tells whoever declines the consent in our own directory that it was declined', async () => {
  const { microsoft, app, cookie, close } = await openMicrosoftApp();
  const { adminConsentUrl } = (await app.call(getGraphSettings, { cookie })).json;
  const people = microsoft.cloud.usersOf(microsoft.staffTenantId);
  const nameOf = (kind: string) => people.find((one) => one.kind === kind)?.userPrincipalName ?? '';
  const answered = async (fields: Record<string, string>) => {
    const back = await microsoft.visit(String(adminConsentUrl), fields);
    return (await app.call(finishMicrosoftSignIn, { query: back, cookie })).json.redirectTo;
  };
  expect(await answered({ username: nameOf('administrator'), consent: 'cancel' })).toBe(
    '/admin/graph-settings?consent=consent-declined',
  );
  expect(await answered({ username: nameOf('member'), consent: 'request' })).toBe(
    '/admin/graph-settings?consent=consent-needs-administrator',
  );
  await close();
});

it('tells an administrator of a tenant who came by a link of a report what came of the consent', async () => {
  const { app, close } = await openMicrosoftApp();
  const back = async (answer: Record<string, string>) =>
    (await app.call(finishMicrosoftSignIn, { query: { state: organizationConsentState, ...answer } })).json.redirectTo;
  expect(await back({ admin_consent: 'True', tenant: 'x' })).toBe('/auth/consented?consent=given');
  const declined = {
    error: 'consent_required',
    error_description: 'AADSTS65004: The resource owner denied the request.',
  };
  expect(await back(declined)).toBe('/auth/consented?consent=consent-declined');
  await close();
});
