import type { DatasetName } from './facts.ts';

export type DatasetInfo = {
  /** What a reader of a report calls it. */
  label: string;
  /** Least application permission of Microsoft Graph; null where none is needed. */
  permission: string | null;
  /** The license that the customer's tenant needs for it, where it needs one. */
  license: string | null;
  /** Given to people alone: asked for as whoever connected the tenant, and the permission is a delegated one. */
  asAccount?: true;
};

const p1 = 'Microsoft Entra ID P1';
const p2 = 'Microsoft Entra ID P2';
const info = (label: string, permission: string | null, license: string | null = null): DatasetInfo => ({
  label,
  permission,
  license,
});

export const datasets: Record<DatasetName, DatasetInfo> = {
  organization: info('organization profile', 'Organization.Read.All'),
  subscribedSkus: info('licenses', 'LicenseAssignment.Read.All'),
  domains: info('domains', 'Domain.Read.All'),
  authorizationPolicies: info('authorization policy', 'Policy.Read.All'),
  securityDefaults: info('security defaults', 'Policy.Read.All'),
  authenticationMethodsPolicy: info('authentication methods policy', 'Policy.Read.AuthenticationMethod'),
  adminConsentRequestPolicy: info('admin consent request policy', 'Policy.Read.All'),
  crossTenantAccessPolicy: info('cross-tenant access defaults', 'Policy.Read.All'),
  deviceRegistrationPolicy: info('device registration policy', 'Policy.Read.DeviceConfiguration'),
  defaultAppManagementPolicy: info('app management policy', 'Policy.Read.All'),
  activityBasedTimeoutPolicies: info('idle time-out policies', 'Policy.Read.All'),
  groupSettings: info('directory settings', 'GroupSettings.Read.All'),
  branding: info('sign-in branding', 'OrganizationalBranding.Read.All'),
  sharepointSettings: info('SharePoint settings', 'SharePointTenantSettings.Read.All'),
  secureScores: info('Microsoft Secure Score', 'SecurityEvents.Read.All'),
  secureScoreControlProfiles: info('Secure Score controls', 'SecurityEvents.Read.All'),
  roles: info('directory role assignments', 'RoleManagement.Read.Directory'),
  privilegedApplications: info('applications with privileged roles', 'Application.Read.All'),
  roleSchedules: info('role assignment schedules', 'RoleAssignmentSchedule.Read.Directory', p2),
  roleRules: info('role activation rules', 'RoleManagement.Read.Directory', p2),
  conditionalAccessPolicies: info('Conditional Access policies', 'Policy.Read.All', p1),
  namedLocations: info('named locations', 'Policy.Read.All', p1),
  riskyUsers: info('risky users', 'IdentityRiskyUser.Read.All', p2),
  riskDetections: info('risk detections', 'IdentityRiskEvent.Read.All', p1),
  users: info('users', 'User.Read.All'),
  signInActivity: info('last sign-in of the users', 'AuditLog.Read.All and User.Read.All', p1),
  registration: info('MFA registration details', 'AuditLog.Read.All', p1),
  legacySignIns: info('sign-in log', 'AuditLog.Read.All', p1),
  groups: info('groups', 'GroupMember.Read.All'),
  alerts: info('security alerts', 'SecurityAlert.Read.All'),
  onPremisesSynchronization: {
    ...info('directory synchronization settings', 'OnPremDirectorySynchronization.Read.All'),
    asAccount: true,
  },
  dkimSigningConfig: info('Exchange DKIM signing configuration', null),
  exchangeTransportConfig: info('Exchange transport configuration', null),
  exchangeOrganizationConfig: info('Exchange organization configuration', null),
  accessReviews: info('access reviews', 'AccessReview.Read.All', p2),
  excludedGroups: info('members of excluded groups', 'GroupMember.Read.All'),
  dns: info('DNS records', null),
  directoryAudits: info('directory audit log', 'AuditLog.Read.All and Directory.Read.All'),
};

/** Datasets that Graph does not give: they come with a snapshot only. */
export const snapshotOnly: readonly string[] = [
  'dkimSigningConfig',
  'exchangeTransportConfig',
  'exchangeOrganizationConfig',
] satisfies DatasetName[];

/** Asked for only where something changed since the scan before; no check reads it. */
export const askedOnChange: readonly DatasetName[] = ['directoryAudits'];

/** What every scan collects, for progress ("n of m"). */
export const datasetNames = (Object.keys(datasets) as DatasetName[]).filter(
  (name) => !snapshotOnly.includes(name) && !askedOnChange.includes(name),
);

/** The permission that a dataset needs, as it is told to people; null where none is needed. */
export function permissionText(name: DatasetName): string | null {
  const { permission, asAccount } = datasets[name];
  return permission !== null && asAccount ? `${permission} (delegated)` : permission;
}

/** Permissions of Microsoft Graph that the datasets need, each once. */
export function permissionsFor(names: readonly DatasetName[]): string[] {
  const permissions = names.flatMap((name) => permissionText(name)?.split(' and ') ?? []);
  return [...new Set(permissions)].sort();
}
