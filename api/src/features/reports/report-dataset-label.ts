const labels: Record<string, string> = {
  organization: 'Organization profile',
  subscribedSkus: 'Licenses',
  domains: 'Domains',
  authorizationPolicies: 'Authorization policy',
  securityDefaults: 'Security defaults',
  authenticationMethodsPolicy: 'Authentication methods policy',
  adminConsentRequestPolicy: 'Admin consent request policy',
  crossTenantAccessPolicy: 'Cross-tenant access defaults',
  deviceRegistrationPolicy: 'Device registration policy',
  defaultAppManagementPolicy: 'App management policy',
  activityBasedTimeoutPolicies: 'Idle time-out policies',
  groupSettings: 'Directory settings',
  branding: 'Sign-in branding',
  sharepointSettings: 'SharePoint settings',
  secureScores: 'Microsoft Secure Score',
  secureScoreControlProfiles: 'Secure Score controls',
  roles: 'Directory role assignments',
  privilegedApplications: 'Applications with privileged roles',
  roleSchedules: 'Role assignment schedules',
  roleRules: 'Role activation rules',
  conditionalAccessPolicies: 'Conditional Access policies',
  namedLocations: 'Named locations',
  riskyUsers: 'Risky users',
  riskDetections: 'Risk detections',
  users: 'Users',
  signInActivity: 'Last sign-in of the users',
  registration: 'MFA registration details',
  legacySignIns: 'Sign-in log',
  groups: 'Groups',
  alerts: 'Security alerts',
  onPremisesSynchronization: 'Directory synchronization settings',
  dkimSigningConfig: 'Exchange DKIM signing configuration',
  dns: 'DNS records',
};

/** What a reader calls a dataset; a dataset without an entry becomes words: `mailboxRules` is "Mailbox rules". */
export function datasetLabel(dataset: string): string {
  const known = Object.hasOwn(labels, dataset) ? labels[dataset] : undefined;
  if (known !== undefined) return known;
  const words = dataset
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
