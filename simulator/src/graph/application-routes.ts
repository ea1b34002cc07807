import type { Application, DomainDnsRecord, ServicePrincipal } from '@microsoft/microsoft-graph-types';
import { guidOf, hash32 } from '../counter-hash.ts';
import { agentIdentities, blueprintPrincipals, blueprints, ownersOfAgent } from '../directory/agents.ts';
import { exchangeRole, firstPartyApps, graphPrincipalId } from '../directory/configuration-state.ts';
import { graphAppRoles, graphScopes } from '../directory/graph-permissions.ts';
import { asGraphApplication, type RegisteredPrincipal } from '../directory/registrations.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { graphResourceId } from '../entra/entra-errors.ts';
import { dayMs, graphTime } from '../graph-time.ts';
import { answerList, answerObject } from './collection-answer.ts';
import { oneUser, requireEventual } from './directory-routes.ts';
import { badRequest, type GraphAnswer, notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

const salt = { application: 121, servicePrincipal: 122, credential: 123, webStorage: 125 };

const microsoftTenant = 'f8cdef31-a31e-4b4a-93e4-5f571e91255a';

const appNames = ['Backup connector', 'Payroll export', 'Intranet search'];

function secret(directory: TenantDirectory, ordinal: number, anchorMs: number) {
  const endsInDays = 30 + (hash32(directory.key, ordinal, salt.credential) % 600);
  return {
    keyId: guidOf(directory.key, ordinal, salt.credential),
    displayName: 'secret',
    startDateTime: graphTime(anchorMs - 200 * dayMs),
    endDateTime: graphTime(anchorMs + endsInDays * dayMs),
    hint: 'abc',
    secretText: null,
    customKeyIdentifier: null,
  };
}

/** Tenants that restrict secrets use certificates held elsewhere: their applications have none. */
function secrets(call: GraphCall, ordinal: number) {
  const restricted = call.directory.profile.settings.appManagement.isEnabled === true;
  return restricted ? [] : [secret(call.directory, ordinal, call.anchorMs)];
}

function generatedApplications(call: GraphCall): Application[] {
  return appNames.map((displayName, ordinal) => ({
    id: guidOf(call.directory.key, ordinal, salt.application),
    appId: guidOf(call.directory.key, ordinal, salt.application + 20),
    displayName,
    createdDateTime: graphTime(call.anchorMs - (300 + ordinal) * dayMs),
    signInAudience: 'AzureADMyOrg',
    publisherDomain: call.directory.profile.domain,
    tags: [],
    passwordCredentials: secrets(call, ordinal),
    keyCredentials: [],
  }));
}

/** `one`: a single application was asked for, which alone shows its keys. */
function applications(call: GraphCall, one = false): Application[] {
  const withKeys = one && call.query.select?.includes('keyCredentials') === true;
  const { applications: registered } = call.directory.registrations;
  return [
    ...generatedApplications(call),
    ...blueprints(call.directory, call.anchorMs),
    ...registered.map((application) => asGraphApplication(application, withKeys)),
  ];
}

export function registeredPrincipal({ directory }: GraphCall, appId: string): RegisteredPrincipal | null {
  const principals = [...directory.registrations.principals, ...directory.configuration.principals];
  return principals.find((principal) => principal.appId === appId.toLowerCase()) ?? null;
}

/** The service principal of a registered application as Graph sends it. */
export function servicePrincipalOf({ directory }: GraphCall, principal: RegisteredPrincipal): ServicePrincipal {
  const firstParty = Object.values(firstPartyApps).find(({ appId }) => appId === principal.appId);
  if (firstParty) return firstPartyPrincipal(principal, firstParty.displayName);
  const home = directory.registrations.applications.find(({ appId }) => appId === principal.appId);
  return {
    ...principal,
    displayName: home?.displayName ?? 'Application of another tenant',
    accountEnabled: true,
    appOwnerOrganizationId: home ? directory.tenantId : null,
    servicePrincipalType: 'Application',
    signInAudience: home?.signInAudience ?? 'AzureADMultipleOrgs',
    passwordCredentials: [],
    keyCredentials: [],
    appRoles: [],
    oauth2PermissionScopes: [],
  };
}

/** One of Microsoft's own applications. */
function firstPartyPrincipal(principal: RegisteredPrincipal, displayName: string): ServicePrincipal {
  const isExchange = principal.appId === firstPartyApps.exchange.appId;
  return {
    id: principal.id,
    appId: principal.appId,
    tags: principal.tags,
    displayName,
    accountEnabled: true,
    appOwnerOrganizationId: microsoftTenant,
    servicePrincipalType: 'Application',
    signInAudience: 'AzureADMultipleOrgs',
    passwordCredentials: [],
    keyCredentials: [],
    appRoles: isExchange ? [{ ...exchangeRole, displayName: 'Manage Exchange As Application', isEnabled: true }] : [],
    oauth2PermissionScopes: [],
  };
}

/** Microsoft Graph itself, where its permissions have their ids. */
function graphPrincipal({ directory }: GraphCall): ServicePrincipal {
  return {
    id: graphPrincipalId(directory.key),
    appId: graphResourceId,
    displayName: 'Microsoft Graph',
    accountEnabled: true,
    appOwnerOrganizationId: microsoftTenant,
    servicePrincipalType: 'Application',
    signInAudience: 'AzureADMultipleOrgs',
    servicePrincipalNames: [graphResourceId, 'https://graph.microsoft.com'],
    passwordCredentials: [],
    keyCredentials: [],
    tags: [],
    appRoles: graphAppRoles,
    oauth2PermissionScopes: graphScopes,
  };
}

export const webStorageApp = 'c1f33bc0-bdb4-4248-ba9b-096807ddb43e';

/** Third-party storage in Microsoft 365 on the web: off where an administrator has disabled it. Null: it has no service principal. */
export function webStorage({ directory }: GraphCall): ServicePrincipal | null {
  const { profile, registrations, key } = directory;
  const byProfile = profile.settings.appManagement.isEnabled === true ? { accountEnabled: false } : null;
  const state = registrations.webStorage === undefined ? byProfile : registrations.webStorage;
  const principal = { id: guidOf(key, 0, salt.webStorage), appId: webStorageApp, createdDateTime: '', tags: [] };
  return state && { ...firstPartyPrincipal(principal, 'Microsoft 365 on the web'), ...state };
}

/** Every service principal of the tenant. */
export function allPrincipals(call: GraphCall): ServicePrincipal[] {
  const { registrations, configuration } = call.directory;
  const registered = [...registrations.principals, ...configuration.principals].map((principal) =>
    servicePrincipalOf(call, principal),
  );
  const storage = webStorage(call);
  return [
    ...generatedPrincipals(call),
    ...blueprintPrincipals(call.directory),
    ...agentIdentities(call.directory, call.anchorMs),
    graphPrincipal(call),
    ...(storage === null ? [] : [storage]),
    ...registered,
  ];
}

function generatedPrincipals(call: GraphCall): ServicePrincipal[] {
  return generatedApplications(call).map((application, ordinal) => ({
    id: guidOf(call.directory.key, ordinal, salt.servicePrincipal),
    appId: application.appId,
    displayName: application.displayName,
    accountEnabled: true,
    appOwnerOrganizationId: call.directory.tenantId,
    servicePrincipalType: 'Application',
    signInAudience: 'AzureADMyOrg',
    passwordCredentials: [],
    keyCredentials: [],
    tags: ['WindowsAzureActiveDirectoryIntegratedApp'],
    appRoles: [],
    oauth2PermissionScopes: [],
  }));
}

/** The DNS records that Microsoft expects for a domain with mail. */
function serviceConfigurationRecords(call: GraphCall): GraphAnswer {
  const { profile, initialDomain } = call.directory;
  const id = call.ids.id?.toLowerCase() ?? '';
  if (![profile.domain, initialDomain, ...profile.parkedDomains].includes(id))
    throw notFound(`Resource '${id}' does not exist.`);
  const record = (recordType: string, label: string, more: object): DomainDnsRecord => ({
    ...{ '@odata.type': `#microsoft.graph.domainDns${recordType}Record` },
    id: guidOf(call.directory.key, hash32(call.directory.key, recordType.length, label.length), salt.application),
    label,
    recordType,
    supportedService: 'Email',
    isOptional: false,
    ttl: 3600,
    ...more,
  });
  const records =
    id === profile.domain
      ? [
          record('Mx', id, { mailExchange: `${id.replaceAll('.', '-')}.mail.protection.outlook.com`, preference: 0 }),
          record('Txt', id, { text: 'v=spf1 include:spf.protection.outlook.com -all' }),
          record('Cname', `autodiscover.${id}`, { canonicalName: 'autodiscover.outlook.com' }),
        ]
      : [];
  return answerList(call, `domains('${id}')/serviceConfigurationRecords`, records);
}

type Registered = { id?: string; appId?: string | null };

/** One by its object id, or by the id of the application, as Graph's two ways of naming them. */
function one<T extends Registered>(
  kind: string,
  all: (call: GraphCall, one?: boolean) => T[],
  list = (call: GraphCall): GraphAnswer => answerList(call, kind, all(call)),
): GraphRoute[] {
  const answer = (key: 'id' | 'appId') => (call: GraphCall) => {
    const found = all(call, true).find((item) => item[key]?.toLowerCase() === call.ids[key]?.toLowerCase());
    if (!found) {
      const message = `Resource '${call.ids[key]}' does not exist or one of its queried reference-property objects are not present.`;
      throw notFound(message);
    }
    return answerObject(call, `${kind}/$entity`, found);
  };
  return [
    { path: `/${kind}`, answer: list },
    { path: `/${kind}/{id}`, answer: answer('id') },
    { path: `/${kind}(appId='{appId}')`, answer: answer('appId') },
  ];
}

/** Whoever registered an application owns it, but where registering is left to administrators; indices of users. */
function ownerIndices({ directory }: GraphCall, id: string | undefined): number[] {
  const isOpen = directory.profile.settings.authorization.defaultUserRolePermissions?.allowedToCreateApps === true;
  return ownersOfAgent(directory, id ?? '') ?? (isOpen ? [0] : []);
}

function owners(call: GraphCall): GraphAnswer {
  const list = ownerIndices(call, call.ids.id).map((index) => {
    const { body } = oneUser({ ...call, ids: { id: call.directory.userId(index) } });
    return { '@odata.type': '#microsoft.graph.user', ...(typeof body === 'object' ? body : null) };
  });
  return answerList(call, 'directoryObjects', list);
}

/** The list. Owners can be counted in a filter, and are sent to nobody who does not expand them. */
function listPrincipals(call: GraphCall): GraphAnswer {
  requireEventual(call);
  const principals = allPrincipals(call);
  if (call.query.filter?.includes('owners/$count') !== true) return answerList(call, 'servicePrincipals', principals);
  if (call.query.select === null) throw badRequest('The simulator counts owners only where $select says what to send.');
  const counted = principals.map((one) => ({ ...one, owners: ownerIndices(call, one.id) }));
  return answerList(call, 'servicePrincipals', counted);
}

export const applicationRoutes: GraphRoute[] = [
  ...one('applications', applications),
  ...one('servicePrincipals', allPrincipals, listPrincipals),
  { path: "/applications(appId='{appId}')/owners", answer: owners },
  { path: '/servicePrincipals/{id}/owners', answer: owners },
  { path: '/domains/{id}/serviceConfigurationRecords', answer: serviceConfigurationRecords },
  {
    path: '/policies/crossTenantAccessPolicy/partners',
    answer: (call) => answerList(call, 'policies/crossTenantAccessPolicy/partners', []),
  },
];
