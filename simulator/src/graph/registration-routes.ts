import { randomUUID } from 'node:crypto';
import { firstPartyApps } from '../directory/configuration-state.ts';
import {
  asGraphApplication,
  type RegisteredApplication,
  type RegisteredPrincipal,
} from '../directory/registrations.ts';
import type { RoleName } from '../directory/role-templates.ts';
import { activeRolesOf } from '../directory/user-memberships.ts';
import { asRecord, parseApplication, requestError } from './application-body.ts';
import { registeredPrincipal, servicePrincipalOf, webStorage, webStorageApp } from './application-routes.ts';
import { type GraphAnswer, GraphError, notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

/** Roles that may register applications (learn.microsoft.com/entra, "permissions-reference"). */
const registeringRoles: ReadonlySet<RoleName> = new Set([
  'Global Administrator',
  'Application Administrator',
  'Cloud Application Administrator',
]);

/** Throws for whoever is no administrator of applications, or whose application was not given the permission. */
export function checkMayRegister({ caller, directory }: GraphCall): void {
  const may =
    caller.kind === 'user' &&
    caller.scopes.includes('Application.ReadWrite.All') &&
    activeRolesOf(directory, caller.userIndex, true).some((role) => registeringRoles.has(role));
  if (!may)
    throw new GraphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.');
}

type Key = 'id' | 'appId';

export function missing(id: string | undefined): GraphError {
  return notFound(`Resource '${id}' does not exist or one of its queried reference-property objects are not present.`);
}

/** The one that the call names; those that the profiles made are not to be changed. */
export function named<T extends { id: string; appId: string }>(call: GraphCall, all: T[], key: Key): T {
  const wanted = call.ids[key]?.toLowerCase();
  const found = all.find((item) => item[key].toLowerCase() === wanted);
  if (!found) throw missing(call.ids[key]);
  return found;
}

const secondsOf = (now: Date) => `${now.toISOString().slice(0, 19)}Z`;

export function created(call: GraphCall, kind: string, item: object): GraphAnswer {
  return { status: 201, body: { '@odata.context': `${call.baseUrl}/v1.0/$metadata#${kind}/$entity`, ...item } };
}

function createApplication(call: GraphCall): GraphAnswer {
  checkMayRegister(call);
  const { displayName, ...settings } = parseApplication(call.body, []);
  if (displayName === undefined)
    throw requestError("A value is required for property 'displayName' of resource 'Application'.");
  const application: RegisteredApplication = {
    id: randomUUID(),
    appId: randomUUID(),
    createdDateTime: secondsOf(call.now),
    displayName,
    description: null,
    notes: null,
    tags: [],
    signInAudience: 'AzureADMyOrg',
    isFallbackPublicClient: null,
    keyCredentials: [],
    requiredResourceAccess: [],
    web: { redirectUris: [] },
    publicClient: { redirectUris: [] },
    spa: { redirectUris: [] },
    federatedCredentials: [],
    ...settings,
  };
  call.directory.registrations.applications.push(application);
  return created(call, 'applications', asGraphApplication(application, false));
}

const changeApplication = (key: Key) => (call: GraphCall) => {
  checkMayRegister(call);
  const application = named(call, call.directory.registrations.applications, key);
  Object.assign(application, parseApplication(call.body, application.keyCredentials));
  return { status: 204 };
};

/** With its service principal in this tenant; those elsewhere stay, for an application that is no more. */
const deleteApplication = (key: Key) => (call: GraphCall) => {
  checkMayRegister(call);
  const { registrations } = call.directory;
  const { appId } = named(call, registrations.applications, key);
  registrations.applications = registrations.applications.filter((application) => application.appId !== appId);
  registrations.principals = registrations.principals.filter((principal) => principal.appId !== appId);
  return { status: 204 };
};

function createPrincipal(call: GraphCall): GraphAnswer {
  checkMayRegister(call);
  const { appId, tags = [], accountEnabled = true } = asRecord(call.body, 'body');
  if (typeof appId !== 'string' || appId === '')
    throw requestError("A value is required for property 'appId' of resource 'ServicePrincipal'.");
  const { registrations } = call.directory;
  const application = registrations.applications.find((one) => one.appId === appId.toLowerCase());
  const isStorage = appId.toLowerCase() === webStorageApp;
  if (registeredPrincipal(call, appId) || (isStorage && webStorage(call)))
    throw new GraphError(
      409,
      'Request_MultipleObjectsWithSameKeyValue',
      `The service principal cannot be created, updated, or restored because the service principal name ${appId} is already in use.`,
    );
  if (isStorage) {
    registrations.webStorage = { accountEnabled: accountEnabled === true };
    return created(call, 'servicePrincipals', { ...webStorage(call) });
  }
  const firstParty = Object.values(firstPartyApps).find((one) => one.appId === appId.toLowerCase());
  if (!application && !firstParty)
    throw requestError(`The appId '${appId}' of the service principal does not reference a valid application object.`);
  const principal: RegisteredPrincipal = {
    id: randomUUID(),
    appId: appId.toLowerCase(),
    createdDateTime: secondsOf(call.now),
    tags: Array.isArray(tags) ? tags.map(String) : [],
  };
  const { configuration } = call.directory;
  (firstParty ? configuration : registrations).principals.push(principal);
  return created(call, 'servicePrincipals', servicePrincipalOf(call, principal));
}

const isWebStorage = (key: Key, call: GraphCall): boolean => {
  const storage = webStorage(call);
  return storage !== null && storage[key] === call.ids[key]?.toLowerCase();
};

/** Whether third-party storage is on; other service principals are not to be changed. */
const changePrincipal = (key: Key) => (call: GraphCall) => {
  checkMayRegister(call);
  if (!isWebStorage(key, call)) throw missing(call.ids[key]);
  const { accountEnabled, ...others } = asRecord(call.body, 'body');
  const [strange] = Object.keys(others);
  if (strange !== undefined || typeof accountEnabled !== 'boolean')
    throw requestError(`Invalid property '${strange ?? 'accountEnabled'}'.`);
  call.directory.registrations.webStorage = { accountEnabled };
  return { status: 204 };
};

const deletePrincipal = (key: Key) => (call: GraphCall) => {
  checkMayRegister(call);
  const { registrations } = call.directory;
  if (isWebStorage(key, call)) {
    registrations.webStorage = null;
    return { status: 204 };
  }
  const { id } = named(call, registrations.principals, key);
  registrations.principals = registrations.principals.filter((principal) => principal.id !== id);
  return { status: 204 };
};

/** Writing calls: what a simulated tenant lets an administrator do through an application. */
export const registrationRoutes: readonly GraphRoute[] = [
  { path: '/applications', method: 'POST', answer: createApplication },
  { path: '/servicePrincipals', method: 'POST', answer: createPrincipal },
  ...(['id', 'appId'] as const).flatMap((key): GraphRoute[] => {
    const at = key === 'id' ? '/{id}' : "(appId='{appId}')";
    return [
      { path: `/applications${at}`, method: 'PATCH', answer: changeApplication(key) },
      { path: `/applications${at}`, method: 'DELETE', answer: deleteApplication(key) },
      { path: `/servicePrincipals${at}`, method: 'PATCH', answer: changePrincipal(key) },
      { path: `/servicePrincipals${at}`, method: 'DELETE', answer: deletePrincipal(key) },
    ];
  }),
];
