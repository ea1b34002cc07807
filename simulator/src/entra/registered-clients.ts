import { randomUUID } from 'node:crypto';
import { namesOfPermissions } from '../directory/graph-permissions.ts';
import type { RegisteredApplication } from '../directory/registrations.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import type { RegisteredClient } from './app-registrations.ts';
import { entraErrors, graphResourceId } from './entra-errors.ts';
import { anyTenant } from './entra-parts.ts';

function idsOf({ requiredResourceAccess }: RegisteredApplication, type: 'Role' | 'Scope'): Set<string> {
  const ofGraph = requiredResourceAccess.filter(({ resourceAppId }) => resourceAppId === graphResourceId);
  const accesses = ofGraph.flatMap(({ resourceAccess = [] }) => resourceAccess);
  return new Set(accesses.flatMap(({ id, type: kind }) => (id && kind === type ? [id] : [])));
}

export interface RegisteredClientParts {
  directories: TenantDirectory[];
  findTenant(nameOrId: string): TenantDirectory | null;
  now: () => Date;
}

/** Finds what was registered through Graph, in whichever tenant: it signs in as it stands there at the moment. */
export function registeredClients({ directories, findTenant, now }: RegisteredClientParts) {
  const principalIn = (directory: TenantDirectory | null, appId: string) =>
    directory?.registrations.principals.find((principal) => principal.appId === appId) ?? null;
  return (clientId: string): RegisteredClient | null => {
    const appId = clientId.toLowerCase();
    const home = directories.find(({ registrations }) => registrations.applications.some((app) => app.appId === appId));
    const application = home?.registrations.applications.find((app) => app.appId === appId);
    if (!home || !application) return null;
    const { displayName, keyCredentials, isFallbackPublicClient, web, publicClient, spa } = application;
    const federatedCredentials = application.federatedCredentials.flatMap(({ issuer, subject, audiences }) =>
      issuer && subject ? [{ issuer, subject, audience: audiences?.[0] }] : [],
    );
    const isMultiTenant = application.signInAudience === 'AzureADMultipleOrgs';
    return {
      registration: {
        clientId: appId,
        name: displayName,
        secrets: [],
        certificates: keyCredentials.flatMap(({ key }) => (typeof key === 'string' ? [key] : [])),
        federatedCredentials,
        isPublic: isFallbackPublicClient === true || publicClient.redirectUris.length > 0,
        redirectUris: [web, publicClient, spa].flatMap(({ redirectUris }) => redirectUris),
      },
      asksFor: {
        roles: namesOfPermissions(idsOf(application, 'Role'), 'role'),
        scopes: namesOfPermissions(idsOf(application, 'Scope'), 'scope'),
      },
      refusalIn(tenant) {
        if (isMultiTenant) return null;
        if (anyTenant.has(tenant)) return entraErrors.notMultitenant(appId, displayName);
        return findTenant(tenant) === home ? null : entraErrors.unknownApp(clientId, tenant);
      },
      principalIn: (tenant) => principalIn(findTenant(tenant), appId)?.id ?? null,
      install(tenant) {
        const directory = findTenant(tenant);
        if (!directory || principalIn(directory, appId)) return;
        const createdDateTime = `${now().toISOString().slice(0, 19)}Z`;
        directory.registrations.principals.push({ id: randomUUID(), appId, createdDateTime, tags: [] });
      },
    };
  };
}
