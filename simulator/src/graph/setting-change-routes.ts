import { randomUUID } from 'node:crypto';
import { hasSharePoint } from '../posture/licenses.ts';
import type { TenantSettings } from '../posture/tenant-settings.ts';
import { changeTenant, mergedSetting } from '../tenant-changes.ts';
import { asRecord, knownProperties, requestError } from './application-body.ts';
import { actorOf, type ChangeRight, checkMayChange } from './change-rights.ts';
import { answerObject } from './collection-answer.ts';
import { type GraphAnswer, licenseErrors, notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';
import { created } from './registration-routes.ts';
import { domains, onPremisesSynchronization } from './settings-routes.ts';

type SingleSetting = Exclude<
  keyof TenantSettings,
  'activityTimeouts' | 'groupSettings' | 'passwordValidityDays' | 'passwordValidityOf' | 'roleRules'
>;
type ListSetting = 'activityTimeouts' | 'groupSettings';

/** Of the roles, those that the simulator has. */
const right = (scope: string, ...roles: ChangeRight['roles']): ChangeRight => ({ scopes: [scope], roles });
const applicationPolicies = right(
  'Policy.ReadWrite.ApplicationConfiguration',
  'Application Administrator',
  'Cloud Application Administrator',
);
const authenticationMethods = right('Policy.ReadWrite.AuthenticationMethod');

/** One tenant-wide setting, with the delegated permission of permissions.json (microsoft-graph-devx-content, 2026-08-07). */
function single(path: string, method: 'PATCH' | 'PUT', setting: SingleSetting, right: ChangeRight): GraphRoute {
  return {
    path,
    method,
    answer: (call) => {
      checkMayChange(call, right);
      const { profile } = call.directory;
      if (setting === 'sharepoint' && !hasSharePoint(profile.skus)) throw licenseErrors.sharePoint();
      const set = knownProperties(call.body, profile.settings[setting]);
      changeTenant(call.directory, { kind: 'setting', setting, set }, actorOf(call), call.now);
      // SharePoint answers with what is set then; the directory with nothing.
      return setting === 'sharepoint'
        ? answerObject(call, 'admin/sharepoint/settings/$entity', profile.settings.sharepoint)
        : { status: 204 };
    },
  };
}

/** The settings of one authentication method, which stand in a list of the policy. */
function changeMethod(call: GraphCall): GraphAnswer {
  checkMayChange(call, authenticationMethods);
  const { profile } = call.directory;
  const wanted = call.ids.method?.toLowerCase();
  const policy = profile.settings.authenticationMethods;
  const listed = policy.authenticationMethodConfigurations ?? [];
  const found = listed.find(({ id }) => id?.toLowerCase() === wanted);
  if (!found) throw notFound(`Resource '${call.ids.method}' does not exist.`);
  const body = knownProperties(call.body, found);
  if (body['@odata.type'] !== Reflect.get(found, '@odata.type'))
    throw requestError("The property '@odata.type' is missing or names another type.", 'badRequest');
  profile.settings = {
    ...profile.settings,
    authenticationMethods: {
      ...policy,
      authenticationMethodConfigurations: listed.map((one) => (one === found ? mergedSetting(one, body) : one)),
    },
  };
  return { status: 204 };
}

function readMethod(call: GraphCall): GraphAnswer {
  const listed = call.directory.profile.settings.authenticationMethods.authenticationMethodConfigurations ?? [];
  const found = listed.find(({ id }) => id?.toLowerCase() === call.ids.method?.toLowerCase());
  if (!found) throw notFound(`Resource '${call.ids.method}' does not exist.`);
  return answerObject(call, 'authenticationMethodConfigurations/$entity', found);
}

/** Settings that are objects of a list: read by id, added, changed and deleted. */
function listRoutes(path: string, setting: ListSetting, right: ChangeRight): GraphRoute[] {
  const all = (call: GraphCall): { id?: string }[] => [...call.directory.profile.settings[setting]];
  const keep = (call: GraphCall, items: { id?: string }[]) => {
    const { profile } = call.directory;
    profile.settings = { ...profile.settings, [setting]: items };
  };
  const named = (call: GraphCall) => {
    const found = all(call).find(({ id }) => id === call.ids.id);
    if (!found) throw notFound(`Resource '${call.ids.id}' does not exist.`);
    return found;
  };
  return [
    { path: `${path}/{id}`, answer: (call) => answerObject(call, `${path.slice(1)}/$entity`, named(call)) },
    {
      path,
      method: 'POST',
      answer: (call) => {
        checkMayChange(call, right);
        const item = { ...asRecord(call.body, 'body'), id: randomUUID() };
        keep(call, [...all(call), item]);
        return created(call, path.slice(1), item);
      },
    },
    {
      path: `${path}/{id}`,
      method: 'PATCH',
      answer: (call) => {
        checkMayChange(call, right);
        const found = named(call);
        const body = knownProperties(call.body, found);
        keep(
          call,
          all(call).map((one) => (one.id === found.id ? mergedSetting(one, body) : one)),
        );
        return { status: 204 };
      },
    },
    {
      path: `${path}/{id}`,
      method: 'DELETE',
      answer: (call) => {
        checkMayChange(call, right);
        const found = named(call);
        keep(
          call,
          all(call).filter(({ id }) => id !== found.id),
        );
        return { status: 204 };
      },
    },
  ];
}

function domainNamed(call: GraphCall) {
  const found = domains(call).find(({ id }) => id === call.ids.id);
  if (!found) throw notFound(`Resource '${call.ids.id}' does not exist.`);
  return found;
}

/** How long passwords of a domain last. */
function changeDomain(call: GraphCall): GraphAnswer {
  checkMayChange(call, right('Domain.ReadWrite.All'));
  const { profile } = call.directory;
  const { id = '' } = domainNamed(call);
  const { passwordValidityPeriodInDays: days } = asRecord(call.body, 'body');
  if (typeof days !== 'number')
    throw requestError("Invalid value specified for property 'passwordValidityPeriodInDays'.");
  const passwordValidityOf = { ...profile.settings.passwordValidityOf, [id]: days };
  profile.settings = { ...profile.settings, passwordValidityOf };
  return { status: 204 };
}

/** Features by Graph's names, as profiles keep them. Password hash synchronization is not among them: its server sets it. */
const syncFeatures = {
  blockSoftMatchEnabled: 'blockSoftMatch',
  blockCloudObjectTakeoverThroughHardMatchEnabled: 'blockHardMatch',
} as const;
const isSyncFeature = (name: string): name is keyof typeof syncFeatures => name in syncFeatures;

function synchronizationNamed(call: GraphCall) {
  if (call.ids.id !== call.directory.tenantId) throw notFound(`Resource '${call.ids.id}' does not exist.`);
  return onPremisesSynchronization(call);
}

function changeSynchronization(call: GraphCall): GraphAnswer {
  checkMayChange(call, right('OnPremDirectorySynchronization.ReadWrite.All', 'Hybrid Identity Administrator'));
  const { profile } = call.directory;
  const { features } = knownProperties(call.body, synchronizationNamed(call));
  if (!profile.hybridSync) throw requestError('Directory synchronization is not enabled for this company.');
  for (const [name, value] of Object.entries(asRecord(features, 'features'))) {
    if (!isSyncFeature(name) || typeof value !== 'boolean') throw requestError(`Invalid property '${name}'.`);
    profile.hybridSync = { ...profile.hybridSync, [syncFeatures[name]]: value };
  }
  return { status: 204 };
}

/** Tenant-wide settings that an administrator changes; reading them stands in settings-routes.ts. */
export const settingChangeRoutes: readonly GraphRoute[] = [
  single(
    '/policies/authorizationPolicy',
    'PATCH',
    'authorization',
    right('Policy.ReadWrite.Authorization', 'Privileged Role Administrator'),
  ),
  single('/policies/adminConsentRequestPolicy', 'PUT', 'adminConsentRequest', right('Policy.ReadWrite.ConsentRequest')),
  single('/policies/identitySecurityDefaultsEnforcementPolicy', 'PATCH', 'securityDefaults', {
    scopes: ['Policy.Read.All', 'Policy.ReadWrite.SecurityDefaults'],
    roles: ['Security Administrator', 'Conditional Access Administrator'],
  }),
  single(
    '/policies/crossTenantAccessPolicy/default',
    'PATCH',
    'crossTenantDefault',
    right('Policy.ReadWrite.CrossTenantAccess', 'Security Administrator'),
  ),
  single(
    '/policies/deviceRegistrationPolicy',
    'PUT',
    'deviceRegistration',
    right('Policy.ReadWrite.DeviceConfiguration', 'Cloud Device Administrator'),
  ),
  single('/policies/defaultAppManagementPolicy', 'PATCH', 'appManagement', applicationPolicies),
  single('/policies/authenticationMethodsPolicy', 'PATCH', 'authenticationMethods', authenticationMethods),
  single(
    '/admin/sharepoint/settings',
    'PATCH',
    'sharepoint',
    right('SharePointTenantSettings.ReadWrite.All', 'SharePoint Administrator'),
  ),
  {
    path: '/policies/authenticationMethodsPolicy/authenticationMethodConfigurations/{method}',
    answer: readMethod,
  },
  {
    path: '/policies/authenticationMethodsPolicy/authenticationMethodConfigurations/{method}',
    method: 'PATCH',
    answer: changeMethod,
  },
  {
    path: '/directory/onPremisesSynchronization/{id}',
    answer: (call) => answerObject(call, 'directory/onPremisesSynchronization/$entity', synchronizationNamed(call)),
  },
  { path: '/directory/onPremisesSynchronization/{id}', method: 'PATCH', answer: changeSynchronization },
  { path: '/domains/{id}', answer: (call) => answerObject(call, 'domains/$entity', domainNamed(call)) },
  { path: '/domains/{id}', method: 'PATCH', answer: changeDomain },
  ...listRoutes('/policies/activityBasedTimeoutPolicies', 'activityTimeouts', applicationPolicies),
  ...listRoutes('/groupSettings', 'groupSettings', right('GroupSettings.ReadWrite.All', 'Groups Administrator')),
];
