import { datasetTerms } from '@tenantry/contract/dataset-labels';
import type { OptionalFeature } from '@tenantry/contract/verdicts';
import { huntingProducts } from '../microsoft/hunting-tables.ts';
import type { DatasetName } from './facts.ts';
import { type ConfigurationDataset, configurationDatasets } from './tenant-configuration.ts';

export type DatasetInfo = {
  /** What people call it, as it stands within a sentence. */
  label: string;
  /** Least application permission of Microsoft Graph; null where none is needed. */
  permission: string | null;
  /** The license that the customer's tenant needs for it, where it needs one. */
  license: string | null;
  /** Given to people alone: asked for as whoever connected the tenant, and the permission is a delegated one. */
  asAccount?: true;
  /** Read by a feature that a tenant may go without: until it is set up, what needs it is neither asked for nor counted. */
  feature?: OptionalFeature;
};

const p1 = 'Microsoft Entra ID P1';
const p2 = 'Microsoft Entra ID P2';
const intune = 'Microsoft Intune';
export const defenderForIdentity = 'Microsoft Defender for Identity';
const info = (name: DatasetName, permission: string | null, license: string | null = null): DatasetInfo => ({
  label: datasetTerms[name],
  permission,
  license,
});

/** To run a query is to read, though it is posted. */
const huntingPermission = 'ThreatHunting.Read.All';

/** To create a snapshot job is to write, for which Microsoft has no lesser permission. */
export const configurationPermission = 'ConfigurationMonitoring.ReadWrite.All';

const configurationInfos = Object.fromEntries(
  configurationDatasets.map((name) => [
    name,
    { ...info(name, configurationPermission), feature: 'tenantConfiguration' as const },
  ]),
) as Record<ConfigurationDataset, DatasetInfo>;

export const datasets: Record<DatasetName, DatasetInfo> = {
  organization: info('organization', 'Organization.Read.All'),
  subscribedSkus: info('subscribedSkus', 'LicenseAssignment.Read.All'),
  domains: info('domains', 'Domain.Read.All'),
  authorizationPolicies: info('authorizationPolicies', 'Policy.Read.All'),
  securityDefaults: info('securityDefaults', 'Policy.Read.All'),
  authenticationMethodsPolicy: info('authenticationMethodsPolicy', 'Policy.Read.AuthenticationMethod'),
  adminConsentRequestPolicy: info('adminConsentRequestPolicy', 'Policy.Read.All'),
  crossTenantAccessPolicy: info('crossTenantAccessPolicy', 'Policy.Read.All'),
  deviceRegistrationPolicy: info('deviceRegistrationPolicy', 'Policy.Read.DeviceConfiguration'),
  defaultAppManagementPolicy: info('defaultAppManagementPolicy', 'Policy.Read.All'),
  activityBasedTimeoutPolicies: info('activityBasedTimeoutPolicies', 'Policy.Read.All'),
  groupSettings: info('groupSettings', 'GroupSettings.Read.All'),
  branding: info('branding', 'OrganizationalBranding.Read.All'),
  sharepointSettings: info('sharepointSettings', 'SharePointTenantSettings.Read.All'),
  deviceManagementSettings: info('deviceManagementSettings', 'DeviceManagementConfiguration.Read.All'),
  deviceEnrollmentConfigurations: info('deviceEnrollmentConfigurations', 'DeviceManagementServiceConfig.Read.All'),
  deviceCompliancePolicies: info('deviceCompliancePolicies', 'DeviceManagementConfiguration.Read.All', intune),
  deviceComplianceSummary: info('deviceComplianceSummary', 'DeviceManagementConfiguration.Read.All', intune),
  webStoragePrincipals: info('webStoragePrincipals', 'Application.Read.All'),
  sharedMailboxAccounts: { ...info('sharedMailboxAccounts', 'User.Read.All'), feature: 'tenantConfiguration' },
  secureScores: info('secureScores', 'SecurityEvents.Read.All'),
  secureScoreControlProfiles: info('secureScoreControlProfiles', 'SecurityEvents.Read.All'),
  roles: info('roles', 'RoleManagement.Read.Directory'),
  privilegedApplications: info('privilegedApplications', 'Application.Read.All'),
  appRegistrations: info('appRegistrations', 'Application.Read.All'),
  roleSchedules: info('roleSchedules', 'RoleAssignmentSchedule.Read.Directory', p2),
  roleRules: info('roleRules', 'RoleManagement.Read.Directory', p2),
  conditionalAccessPolicies: info('conditionalAccessPolicies', 'Policy.Read.All', p1),
  namedLocations: info('namedLocations', 'Policy.Read.All', p1),
  riskyUsers: info('riskyUsers', 'IdentityRiskyUser.Read.All', p2),
  riskDetections: info('riskDetections', 'IdentityRiskEvent.Read.All', p1),
  users: info('users', 'User.Read.All'),
  signInActivity: info('signInActivity', 'AuditLog.Read.All and User.Read.All', p1),
  registration: info('registration', 'AuditLog.Read.All', p1),
  legacySignIns: info('legacySignIns', 'AuditLog.Read.All', p1),
  groups: info('groups', 'GroupMember.Read.All'),
  alerts: info('alerts', 'SecurityAlert.Read.All'),
  identityHealthIssues: info('identityHealthIssues', 'SecurityIdentitiesHealth.Read.All', defenderForIdentity),
  identitySensors: info('identitySensors', 'SecurityIdentitiesSensors.Read.All', defenderForIdentity),
  appPermissions: info('appPermissions', huntingPermission, huntingProducts.OAuthAppInfo),
  assetApprovals: info('assetApprovals', huntingPermission, huntingProducts.ExposureGraphNodes),
  exposedCredentials: info('exposedCredentials', huntingPermission, huntingProducts.DeviceInfo),
  onPremisesSynchronization: {
    ...info('onPremisesSynchronization', 'OnPremDirectorySynchronization.Read.All'),
    asAccount: true,
  },
  accessReviews: info('accessReviews', 'AccessReview.Read.All', p2),
  excludedGroups: info('excludedGroups', 'GroupMember.Read.All'),
  dns: info('dns', null),
  directoryAudits: info('directoryAudits', 'AuditLog.Read.All and Directory.Read.All'),
  ...configurationInfos,
};

/** Asked for only where something changed since the scan before; no check reads it. */
export const askedOnChange: readonly DatasetName[] = ['directoryAudits'];

/** What every scan collects, for progress ("n of m"). */
export const datasetNames = (Object.keys(datasets) as DatasetName[]).filter((name) => !askedOnChange.includes(name));

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
