import { fieldWords } from './field-words.ts';

/** What people read for a dataset, as it stands within a sentence. */
export const datasetTerms = {
  organization: 'organization profile',
  subscribedSkus: 'licenses',
  domains: 'domains',
  authorizationPolicies: 'authorization policy',
  securityDefaults: 'security defaults',
  authenticationMethodsPolicy: 'authentication methods policy',
  adminConsentRequestPolicy: 'admin consent request policy',
  crossTenantAccessPolicy: 'cross-tenant access defaults',
  deviceRegistrationPolicy: 'device registration policy',
  defaultAppManagementPolicy: 'app management policy',
  activityBasedTimeoutPolicies: 'idle timeout policies',
  groupSettings: 'directory settings',
  branding: 'sign-in branding',
  sharepointSettings: 'SharePoint settings',
  secureScores: 'Microsoft Secure Score',
  secureScoreControlProfiles: 'Secure Score controls',
  roles: 'directory role assignments',
  privilegedApplications: 'applications with privileged roles',
  roleSchedules: 'role assignment schedules',
  roleRules: 'role activation rules',
  conditionalAccessPolicies: 'Conditional Access policies',
  namedLocations: 'named locations',
  riskyUsers: 'risky users',
  riskDetections: 'risk detections',
  users: 'users',
  signInActivity: 'sign-in activity',
  registration: 'MFA registration details',
  legacySignIns: 'legacy sign-ins',
  groups: 'groups',
  alerts: 'security alerts',
  onPremisesSynchronization: 'directory synchronization settings',
  dkimSigningConfig: 'Exchange DKIM signing configuration',
  exchangeTransportConfig: 'Exchange transport configuration',
  exchangeOrganizationConfig: 'Exchange organization configuration',
  accessReviews: 'access reviews',
  excludedGroups: 'members of excluded groups',
  dns: 'DNS records',
  directoryAudits: 'directory audit log',
} as const;

const terms = new Map<string, string>(Object.entries(datasetTerms));

/** `conditionalAccessPolicies` as a label: 'Conditional Access policies'. A name without a term becomes words. */
export function datasetLabel(name: string): string {
  const words = terms.get(name) ?? fieldWords(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
