import type { Domain, OnPremisesDirectorySynchronization, Organization } from '@microsoft/microsoft-graph-types';
import { graphTime } from '../graph-time.ts';
import { hasSharePoint, subscribedSku } from '../posture/licenses.ts';
import type { TenantSettings } from '../posture/tenant-settings.ts';
import { answerList, answerObject } from './collection-answer.ts';
import { licensedUsers } from './directory-routes.ts';
import { badRequest, type GraphAnswer, licenseErrors, notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

function organization(call: GraphCall): Organization {
  const { profile, initialDomain } = call.directory;
  const domain = (name: string, isDefault: boolean, isInitial: boolean) => ({
    name,
    isDefault,
    isInitial,
    type: 'Managed',
    capabilities: 'Email, OfficeCommunicationsOnline',
  });
  return {
    id: profile.id,
    displayName: profile.displayName,
    countryLetterCode: profile.countryCode,
    createdDateTime: '2019-05-14T07:21:09Z',
    defaultUsageLocation: profile.countryCode,
    preferredLanguage: 'en',
    tenantType: 'AAD',
    onPremisesSyncEnabled: profile.hybridSync ? true : null,
    onPremisesLastSyncDateTime: profile.hybridSync ? graphTime(call.anchorMs) : null,
    technicalNotificationMails: [`it@${profile.domain}`],
    businessPhones: [],
    assignedPlans: [],
    verifiedDomains: [
      domain(profile.domain, true, false),
      ...profile.parkedDomains.map((name) => domain(name, false, false)),
      domain(initialDomain, false, true),
    ],
  };
}

/** The verified domains of the tenant. */
export function domains(call: GraphCall): Domain[] {
  const { profile, initialDomain } = call.directory;
  const domain = (id: string, supportedServices: string[], isDefault: boolean): Domain => ({
    id,
    authenticationType: 'Managed',
    availabilityStatus: null,
    isAdminManaged: true,
    isDefault,
    isInitial: id === initialDomain,
    isRoot: true,
    isVerified: true,
    supportedServices,
    passwordValidityPeriodInDays: profile.settings.passwordValidityOf?.[id] ?? profile.settings.passwordValidityDays,
    passwordNotificationWindowInDays: 14,
    state: null,
    manufacturer: null,
    model: null,
  });
  return [
    domain(profile.domain, ['Email', 'OfficeCommunicationsOnline', 'Intune'], true),
    ...profile.parkedDomains.map((name) => domain(name, [], false)),
    domain(initialDomain, ['Email', 'OfficeCommunicationsOnline'], false),
  ];
}

function subscribedSkus(call: GraphCall): GraphAnswer {
  const { profile, tenantId } = call.directory;
  const used = licensedUsers(call.directory);
  const seats = Math.ceil((used + 5) / 10) * 10;
  return answerList(
    call,
    'subscribedSkus',
    profile.skus.map((name) => subscribedSku(tenantId, name, seats, used)),
  );
}

/**
 * The branding for every language, which has the id `0` (Microsoft Graph, "Get organizationalBranding"); no tenant has one for
 * a language of its own. The language is required: where none or `*` is named, it is refused.
 */
function branding(call: GraphCall, language: string | null): GraphAnswer {
  const { tenantId, profile } = call.directory;
  if (call.ids.id !== tenantId) throw notFound(`Resource '${call.ids.id}' does not exist.`);
  const isDefault = language === '0' || language === 'default';
  if (!isDefault && !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language ?? '')) {
    throw badRequest(`Invalid locale id value ${language ?? ''}. It must be a valid ISO-639 locale.`);
  }
  if (!isDefault || !profile.branding) throw notFound('Specified resource was not found.');
  return answerObject(call, 'branding', profile.branding);
}

/** What a tenant's synchronization is set to, one object of which the id is the tenant's. */
export function onPremisesSynchronization(call: GraphCall): OnPremisesDirectorySynchronization {
  const { hybridSync, id } = call.directory.profile;
  return {
    id,
    configuration: {
      accidentalDeletionPrevention: { synchronizationPreventionType: 'enabledForCount', alertThreshold: 500 },
    },
    features: {
      passwordSyncEnabled: hybridSync?.passwordSync ?? false,
      blockSoftMatchEnabled: hybridSync?.blockSoftMatch ?? false,
      blockCloudObjectTakeoverThroughHardMatchEnabled: hybridSync?.blockHardMatch ?? false,
      passwordWritebackEnabled: false,
    },
  };
}

function setting(path: string, pick: (settings: TenantSettings) => object): GraphRoute {
  return {
    path,
    answer: (call) => answerObject(call, `${path.slice(1)}/$entity`, pick(call.directory.profile.settings)),
  };
}

export const settingsRoutes: GraphRoute[] = [
  { path: '/organization', answer: (call) => answerList(call, 'organization', [organization(call)]) },
  {
    path: '/organization/{id}',
    answer: (call) => {
      if (call.ids.id !== call.directory.tenantId) throw notFound(`Resource '${call.ids.id}' does not exist.`);
      return answerObject(call, 'organization/$entity', organization(call));
    },
  },
  { path: '/organization/{id}/branding', answer: (call) => branding(call, call.acceptLanguage) },
  {
    path: '/organization/{id}/branding/localizations/{language}',
    answer: (call) => branding(call, call.ids.language ?? null),
  },
  { path: '/subscribedSkus', answer: subscribedSkus },
  { path: '/domains', answer: (call) => answerList(call, 'domains', domains(call)) },
  {
    path: '/directory/onPremisesSynchronization',
    answer: (call) => answerList(call, 'directory/onPremisesSynchronization', [onPremisesSynchronization(call)]),
  },
  {
    path: '/identity/conditionalAccess/policies',
    answer: (call) =>
      answerList(call, 'identity/conditionalAccess/policies', call.directory.profile.conditionalAccess(call.directory)),
  },
  {
    path: '/identity/conditionalAccess/namedLocations',
    answer: (call) =>
      answerList(call, 'identity/conditionalAccess/namedLocations', call.directory.profile.namedLocations),
  },
  setting('/policies/identitySecurityDefaultsEnforcementPolicy', (settings) => settings.securityDefaults),
  setting('/policies/authenticationMethodsPolicy', (settings) => settings.authenticationMethods),
  setting('/policies/authorizationPolicy', (settings) => settings.authorization),
  setting('/policies/adminConsentRequestPolicy', (settings) => settings.adminConsentRequest),
  setting('/policies/crossTenantAccessPolicy/default', (settings) => settings.crossTenantDefault),
  setting('/policies/deviceRegistrationPolicy', (settings) => settings.deviceRegistration),
  setting('/policies/defaultAppManagementPolicy', (settings) => settings.appManagement),
  {
    path: '/admin/sharepoint/settings',
    answer: (call) => {
      const { skus, settings } = call.directory.profile;
      if (!hasSharePoint(skus)) throw licenseErrors.sharePoint();
      return answerObject(call, 'admin/sharepoint/settings/$entity', settings.sharepoint);
    },
  },
  {
    path: '/policies/activityBasedTimeoutPolicies',
    answer: (call) =>
      answerList(call, 'policies/activityBasedTimeoutPolicies', call.directory.profile.settings.activityTimeouts),
  },
  {
    path: '/groupSettings',
    answer: (call) => answerList(call, 'groupSettings', call.directory.profile.settings.groupSettings),
  },
];
