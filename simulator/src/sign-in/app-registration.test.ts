import { describe, expect, test } from 'vitest';
import { graphResourceId } from '../entra/entra-errors.ts';
import { goodProfile } from '../profiles/good-profile.ts';
import { assertionType } from '../testing/client-assertion.ts';
import {
  certificate,
  consent,
  consentPath,
  delegatedToken,
  graph,
  id,
  keyOf,
  permissionIds,
  redirect_uri,
  register,
  signInAs,
  useRegistrar,
} from '../testing/registration-fixture.ts';
import { authorizePath, redirectValues } from '../testing/sign-in-driver.ts';
import { claimsOf, driver, globalAdmin, params, server, useSimulator } from '../testing/sign-in-fixture.ts';

useSimulator();
useRegistrar();

describe('an application that an administrator registers', () => {
  test('signs in with its certificate and the permissions that were consented to, until it is deleted', async () => {
    const { status, objectId, appId } = await register();
    expect(status).toBe(201);
    expect(
      (await graph('PATCH', `/applications/${objectId}`, { keyCredentials: [keyOf(certificate.der)] })).status,
    ).toBe(204);
    expect((await signInAs(appId)).body.error_codes).toEqual([7000229]);
    expect((await graph('POST', '/servicePrincipals', { appId })).status).toBe(201);
    // Known, and allowed nothing.
    const { body: bare } = await signInAs(appId);
    expect(claimsOf(bare.access_token)).not.toHaveProperty('roles');
    expect((await graph('GET', '/organization', undefined, String(bare.access_token))).status).toBe(403);
    const page = await driver.submit(consentPath(appId), { username: globalAdmin(id) });
    expect(await page.text()).toContain('<li>Organization.Read.All</li>');
    expect(await consent(appId)).toMatchObject({ admin_consent: 'True', tenant: id });
    const { body } = await signInAs(appId);
    expect(claimsOf(body.access_token).roles).toEqual(['Organization.Read.All', 'User.Read.All']);
    expect((await graph('GET', '/organization', undefined, String(body.access_token))).status).toBe(200);
    expect((await graph('DELETE', `/applications/${objectId}`)).status).toBe(204);
    expect((await signInAs(appId)).body.error_codes).toEqual([700016]);
    expect((await graph('GET', `/servicePrincipals?$filter=appId eq '${appId}'`)).body.value).toEqual([]);
  });

  test('is found by its id, its application’s id, its name and its tags', async () => {
    const { objectId, appId } = await register({ displayName: 'Found', tags: ['tenantry', 'found'] });
    for (const filter of [`appId eq '${appId}'`, "displayName eq 'Found'", "tags/any(t:t eq 'found')"]) {
      const { body } = await graph('GET', `/applications?$filter=${encodeURIComponent(filter)}`);
      expect(body.value.map((application: { id: string }) => application.id)).toEqual([objectId]);
    }
    expect((await graph('GET', `/applications/${objectId}`)).body.appId).toBe(appId);
    expect((await graph('GET', `/applications(appId='${appId}')`)).body.id).toBe(objectId);
  });

  test('shows its public keys only where they are asked for', async () => {
    const { objectId } = await register({ keyCredentials: [keyOf(certificate.der)] });
    const plain = (await graph('GET', `/applications/${objectId}`)).body.keyCredentials;
    expect(plain).toMatchObject([{ key: null, customKeyIdentifier: certificate.sha1.toUpperCase() }]);
    const { body } = await graph('GET', `/applications/${objectId}?$select=keyCredentials`);
    expect(body.keyCredentials[0].key).toBe(certificate.der);
    // A key that is named by its id stays; one that is not named goes.
    const { keyId } = body.keyCredentials[0];
    expect((await graph('PATCH', `/applications/${objectId}`, { keyCredentials: [{ keyId }] })).status).toBe(204);
    expect((await graph('GET', `/applications/${objectId}`)).body.keyCredentials).toEqual(plain);
    await graph('PATCH', `/applications/${objectId}`, { keyCredentials: [] });
    expect((await graph('GET', `/applications/${objectId}`)).body.keyCredentials).toEqual([]);
  });

  test('has a permission that an administrator assigned to its service principal, until it is taken back', async () => {
    const { appId } = await register({ keyCredentials: [keyOf(certificate.der)] });
    await consent(appId);
    const by = await delegatedToken(globalAdmin(id), 'AppRoleAssignment.ReadWrite.All');
    const find = async (one: string) =>
      (await graph('GET', `/servicePrincipals?$filter=appId eq '${one}'`)).body.value[0];
    const [principal, resource] = [await find(appId), await find(graphResourceId)];
    const [appRoleId] = await permissionIds(['ConfigurationMonitoring.ReadWrite.All'], 'appRoles');
    const path = `/servicePrincipals/${principal.id}/appRoleAssignments`;
    const body = { principalId: principal.id, resourceId: resource.id, appRoleId };
    const assigned = await graph('POST', path, body, by);
    expect(assigned.status).toBe(201);
    const consented = ['Organization.Read.All', 'User.Read.All'];
    const roles = async () => claimsOf((await signInAs(appId)).body.access_token).roles;
    expect(await roles()).toEqual(['ConfigurationMonitoring.ReadWrite.All', ...consented]);
    expect((await graph('DELETE', `${path}/${assigned.body.id}`, undefined, by)).status).toBe(204);
    expect(await roles()).toEqual(consented);
  });

  test('loses its consent with its service principal', async () => {
    const { appId } = await register({ keyCredentials: [keyOf(certificate.der)] });
    expect(await consent(appId)).toMatchObject({ admin_consent: 'True' });
    expect(claimsOf((await signInAs(appId)).body.access_token).roles).toHaveLength(2);
    const principal = await graph('GET', `/servicePrincipals(appId='${appId}')`);
    expect((await graph('DELETE', `/servicePrincipals/${principal.body.id}`)).status).toBe(204);
    expect((await signInAs(appId)).body.error_codes).toEqual([7000229]);
    await graph('POST', '/servicePrincipals', { appId });
    expect(claimsOf((await signInAs(appId)).body.access_token)).not.toHaveProperty('roles');
  });

  test('is of its own tenant alone', async () => {
    const { appId } = await register({ keyCredentials: [keyOf(certificate.der)] });
    await consent(appId);
    expect((await signInAs(appId, goodProfile.id)).body.error_codes).toEqual([700016]);
    const page = await driver.open(consentPath(appId, goodProfile.id));
    expect([page.status, (await page.text()).includes('AADSTS700016')]).toEqual([400, true]);
    const anywhere = await driver.open(consentPath(appId, 'organizations'));
    expect([anywhere.status, (await anywhere.text()).includes('AADSTS50194')]).toEqual([400, true]);
  });

  test('twice in one tenant is a conflict, of which one service principal stays', async () => {
    const { appId } = await register();
    const replies = await Promise.all([
      graph('POST', '/servicePrincipals', { appId }),
      graph('POST', '/servicePrincipals', { appId }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    const unknown = await graph('POST', '/servicePrincipals', { appId: '11111111-1111-4111-8111-111111111111' });
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'Request_BadRequest']);
  });

  test('signs people in without a secret where it is a public client', async () => {
    const [scope = ''] = await permissionIds(['Directory.Read.All'], 'oauth2PermissionScopes');
    const { appId } = await register({
      isFallbackPublicClient: true,
      publicClient: { redirectUris: ['http://localhost'] },
      requiredResourceAccess: [{ resourceAppId: graphResourceId, resourceAccess: [{ id: scope, type: 'Scope' }] }],
    });
    const path = authorizePath(id, params({ client_id: appId, redirect_uri, scope: 'openid .default' }));
    const username = globalAdmin(id);
    expect(await (await driver.submit(path, { username })).text()).toContain('<li>Directory.Read.All</li>');
    const { code = '' } = redirectValues(await driver.submit(path, { username, consent: 'accept' }));
    const fields = { grant_type: 'authorization_code', client_id: appId, redirect_uri, code };
    const { body } = await driver.token(id, fields);
    expect(claimsOf(body.access_token).scp).toBe('openid Directory.Read.All');
  });
});

describe('a federated credential of a registered application', () => {
  const credential = {
    name: 'main',
    issuer: 'https://token.actions.githubusercontent.com',
    subject: 'repo:lanternmsp/audits:ref:refs/heads/main',
    audiences: ['api://AzureADTokenExchange'],
  };
  const signInAsWorkflow = async (client_id: string) => {
    const url = `${server.url}/issuers/github/idtoken?audience=${credential.audiences[0]}`;
    const reply = await fetch(url, { headers: { authorization: 'bearer runner' } });
    const client_assertion = String(Object(await reply.json()).value);
    const scope = 'https://graph.microsoft.com/.default';
    const fields = { client_assertion_type: assertionType, client_assertion, scope };
    return driver.token(id, { grant_type: 'client_credentials', client_id, ...fields });
  };

  test('lets its workflow sign in until it is taken away', async () => {
    const { objectId, appId } = await register();
    await consent(appId);
    const path = `/applications/${objectId}/federatedIdentityCredentials`;
    expect((await signInAsWorkflow(appId)).body.error_codes).toEqual([70025]);
    expect(await graph('POST', path, credential)).toMatchObject({ status: 201, body: credential });
    expect((await signInAsWorkflow(appId)).status).toBe(200);
    expect((await graph('GET', path)).body.value).toMatchObject([credential]);
    expect((await graph('GET', `${path}/main`)).body).toMatchObject(credential);
    expect((await graph('DELETE', `${path}/main`)).status).toBe(204);
    expect((await signInAsWorkflow(appId)).body.error_codes).toEqual([70025]);
  });

  test('is there once, and only whole', async () => {
    const { objectId } = await register();
    const path = `/applications/${objectId}/federatedIdentityCredentials`;
    const replies = await Promise.all([graph('POST', path, credential), graph('POST', path, credential)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    for (const name of Object.keys(credential)) {
      const other = { ...credential, name: 'other', subject: 'other', [name]: undefined };
      expect((await graph('POST', path, other)).status).toBe(400);
    }
    expect((await graph('DELETE', `${path}/nothing`)).status).toBe(404);
  });
});

test('Microsoft Graph’s own service principal names the permissions by Microsoft’s ids', async () => {
  expect(await permissionIds(['Organization.Read.All', 'Application.Read.All'], 'appRoles')).toEqual([
    '498476ce-e0fe-48b0-b801-37ba7e2685c6',
    '9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30',
  ]);
  expect(await permissionIds(['User.Read'], 'oauth2PermissionScopes')).toEqual([
    'e1fe6dd8-ba31-4d61-89e7-88639da4683d',
  ]);
});
