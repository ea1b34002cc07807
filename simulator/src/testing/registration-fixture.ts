import { beforeEach } from 'vitest';
import { graphCommandLineTools } from '../entra/app-registrations.ts';
import { graphResourceId } from '../entra/entra-errors.ts';
import { staffProfile } from '../profiles/staff-profile.ts';
import { assertionType, clientAssertion } from './client-assertion.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';
import { authorizePath, redirectValues } from './sign-in-driver.ts';
import { driver, globalAdmin, params, redirectUri, server, startMs } from './sign-in-fixture.ts';

/** Registers applications in the staff's tenant, for the tests of a file that calls `useSimulator` and `useRegistrar`. */
export const { id } = staffProfile;
export const dayMs = 86_400_000;
export const certificate = selfSignedCertificate(new Date(startMs - dayMs), new Date(startMs + 365 * dayMs));
export const redirect_uri = 'http://localhost:51234';

export async function delegatedToken(username: string, scopes: string, tenant: string = id): Promise<string> {
  const client = { client_id: graphCommandLineTools, redirect_uri };
  const path = authorizePath(tenant, params({ ...client, scope: `openid ${scopes}` }));
  const admin = { username: globalAdmin(tenant), consent: 'accept' };
  await driver.submit(path, admin);
  const { code = '' } = redirectValues(await driver.submit(path, { username }));
  const { body } = await driver.token(tenant, { grant_type: 'authorization_code', ...client, code });
  return String(body.access_token);
}

let token = '';

/** Gives each test of the file that calls this the token of an administrator who may register. */
export function useRegistrar(): void {
  beforeEach(async () => {
    token = await delegatedToken(globalAdmin(id), 'Application.ReadWrite.All');
  });
}

export async function graph(method: string, path: string, body?: unknown, by = token) {
  const init = { method, headers: { authorization: `Bearer ${by}` } };
  const sent = body === undefined ? init : { ...init, body: JSON.stringify(body) };
  const reply = await fetch(`${server.url}/graph/v1.0${path}`, sent);
  const text = await reply.text();
  return { status: reply.status, body: { ...Object(text === '' ? {} : JSON.parse(text)) } };
}

export async function permissionIds(names: string[], list: 'appRoles' | 'oauth2PermissionScopes') {
  const { body } = await graph('GET', `/servicePrincipals?$filter=appId eq '${graphResourceId}'&$select=${list}`);
  const known: Record<string, string>[] = body.value[0][list];
  return names.map((name) => known.find(({ value }) => value === name)?.id ?? name);
}

export async function register(more: Record<string, unknown> = {}) {
  const roles = await permissionIds(['Organization.Read.All', 'User.Read.All'], 'appRoles');
  const { status, body } = await graph('POST', '/applications', {
    displayName: 'Tenantry audit',
    tags: ['tenantry'],
    web: { redirectUris: [redirectUri] },
    requiredResourceAccess: [
      { resourceAppId: graphResourceId, resourceAccess: roles.map((role) => ({ id: role, type: 'Role' })) },
    ],
    ...more,
  });
  return { status, objectId: String(body.id), appId: String(body.appId), body };
}

export const keyOf = (der: string) => ({
  type: 'AsymmetricX509Cert',
  usage: 'Verify',
  key: der,
  displayName: 'CN=Tenantry',
});

export const signInAs = (client_id: string, tenant: string = id) =>
  driver.token(tenant, {
    grant_type: 'client_credentials',
    client_id,
    client_assertion_type: assertionType,
    client_assertion: clientAssertion(certificate, {
      clientId: client_id,
      audience: `${server.url}/login/${tenant}/oauth2/v2.0/token`,
      now: new Date(startMs),
    }),
    scope: 'https://graph.microsoft.com/.default',
  });

export const consentPath = (appId: string, tenant: string = id) =>
  `/${tenant}/adminconsent?${new URLSearchParams({ client_id: appId, redirect_uri: redirectUri, state: 's' })}`;

export const consent = async (appId: string) =>
  redirectValues(await driver.submit(consentPath(appId), { username: globalAdmin(id), consent: 'accept' }));
