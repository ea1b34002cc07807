import type { Application, ServicePrincipal } from '@microsoft/microsoft-graph-types';
import { guidOf } from '../counter-hash.ts';
import { dayMs, graphTime } from '../graph-time.ts';
import type { AgentPosture } from '../tenant-profile.ts';
import type { TenantDirectory } from './tenant-directory.ts';

const salt = { identity: 151, blueprintPrincipal: 152, blueprint: 153, blueprintApp: 154, secret: 155 };

/** The types that derive from those of the package, which does not have them yet (Graph v1.0, "agentIdentity resource type" and on). */
type Derived<T> = T & { '@odata.type': string };
type AgentIdentity = Derived<ServicePrincipal> & {
  agentIdentityBlueprintId: string;
  createdByAppId: string;
  createdDateTime: string;
};

const agentsOf = (directory: TenantDirectory): readonly AgentPosture[] => directory.profile.agents ?? [];

export const agentIdentityId = (directory: TenantDirectory, ordinal: number): string =>
  guidOf(directory.key, ordinal, salt.identity);

const blueprintAppId = (directory: TenantDirectory, ordinal: number): string =>
  guidOf(directory.key, ordinal, salt.blueprintApp);

/** An agent identity as Graph sends it: no credential is in it, and no application of its own behind it. */
export function agentIdentities(directory: TenantDirectory, anchorMs: number): AgentIdentity[] {
  return agentsOf(directory).map(({ displayName }, ordinal) => ({
    '@odata.type': '#microsoft.graph.agentIdentity',
    id: agentIdentityId(directory, ordinal),
    accountEnabled: true,
    agentIdentityBlueprintId: blueprintAppId(directory, ordinal),
    createdByAppId: blueprintAppId(directory, ordinal),
    createdDateTime: graphTime(anchorMs - (40 + ordinal) * dayMs),
    disabledByMicrosoftStatus: null,
    displayName,
    servicePrincipalType: 'ServiceIdentity',
    tags: [],
  }));
}

/** What a blueprint is in the tenant: it makes agent identities, and signs in for them. */
export function blueprintPrincipals(directory: TenantDirectory): Derived<ServicePrincipal>[] {
  return agentsOf(directory).map(({ displayName }, ordinal) => ({
    '@odata.type': '#microsoft.graph.agentIdentityBlueprintPrincipal',
    id: guidOf(directory.key, ordinal, salt.blueprintPrincipal),
    appId: blueprintAppId(directory, ordinal),
    displayName: `${displayName} blueprint`,
    accountEnabled: true,
    appOwnerOrganizationId: directory.tenantId,
    servicePrincipalType: 'Application',
    signInAudience: 'AzureADMyOrg',
    passwordCredentials: [],
    keyCredentials: [],
    tags: [],
    appRoles: [],
    oauth2PermissionScopes: [],
  }));
}

/** The blueprints, which are registered as applications are. */
export function blueprints(directory: TenantDirectory, anchorMs: number): Derived<Application>[] {
  return agentsOf(directory).map(({ displayName, blueprintSecret }, ordinal) => ({
    '@odata.type': '#microsoft.graph.agentIdentityBlueprint',
    id: guidOf(directory.key, ordinal, salt.blueprint),
    appId: blueprintAppId(directory, ordinal),
    displayName: `${displayName} blueprint`,
    createdDateTime: graphTime(anchorMs - (45 + ordinal) * dayMs),
    signInAudience: 'AzureADMyOrg',
    publisherDomain: directory.profile.domain,
    tags: [],
    passwordCredentials: blueprintSecret
      ? [
          {
            keyId: guidOf(directory.key, ordinal, salt.secret),
            displayName: 'secret',
            startDateTime: graphTime(anchorMs - 45 * dayMs),
            endDateTime: graphTime(anchorMs + 320 * dayMs),
            hint: 'abc',
            secretText: null,
            customKeyIdentifier: null,
          },
        ]
      : [],
    keyCredentials: [],
  }));
}

/** The indices of the users who own the agent identity; null where it is none. */
export function ownersOfAgent(directory: TenantDirectory, id: string): number[] | null {
  const found = agentsOf(directory).find((_, ordinal) => agentIdentityId(directory, ordinal) === id.toLowerCase());
  return found?.owners ?? null;
}

/** The agent identity whose account the user at this index is; null for people. */
export function agentOfUser(directory: TenantDirectory, index: number): string | null {
  const ordinal = agentsOf(directory).findIndex(({ user }) => user === index);
  return ordinal < 0 ? null : agentIdentityId(directory, ordinal);
}
