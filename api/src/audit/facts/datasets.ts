import { datasetTerms } from '@tenantry/contract/dataset-labels';
import type { OptionalFeature } from '@tenantry/contract/verdicts';
import * as z from 'zod/mini';
import { huntingProducts } from '../microsoft/hunting-tables.ts';
import { RegistrationFacts, SignInActivityFacts, UserFacts } from './account-facts.ts';
import { AgentIdentityFacts, AppRegistrationFacts } from './application-facts.ts';
import { DirectoryAuditFacts } from './directory-audit-facts.ts';
import { ExcludedGroup, GroupFacts } from './group-facts.ts';
import { hiddenMembership } from './hidden-membership.ts';
import { AppPermissionFacts, AssetApprovalFacts, ExposedCredentialFacts } from './hunting-facts.ts';
import type { JsonObject } from './json-reader.ts';
import { domainDnsSchema } from './mail-fact-schemas.ts';
import { AlertFacts, LegacySignInFacts, RiskFacts } from './risk-facts.ts';
import { PrivilegedApplication, RoleFacts, RoleRules, RoleSchedule } from './role-facts.ts';
import { rawList, rawObject, type SchemaOf } from './schema-parts.ts';
import { type ConfigurationDataset, configurationDatasets } from './tenant-configuration.ts';

/** One part of Microsoft's answers, which is there, refused or missing as a whole. */
type Dataset<T> = {
  /** What it holds once it was collected, in plain JSON; its texts carry what redaction makes of them. */
  value: SchemaOf<T>;
  /** Least application permission of Microsoft Graph; null where none is needed. */
  permission: string | null;
  /** The license that the customer's tenant needs for it, where it needs one. */
  license: string | null;
  /** Given to people alone: asked for as whoever connected the tenant, and the permission is a delegated one. */
  asAccount?: true;
  /** Read by a feature that a tenant may go without: until it is set up, what needs it is neither asked for nor counted. */
  feature?: OptionalFeature;
};
export type DatasetInfo = Dataset<unknown> & {
  /** What people call it, as it stands within a sentence. */
  label: string;
};

const p1 = 'Microsoft Entra ID P1';
const p2 = 'Microsoft Entra ID P2';
const intune = 'Microsoft Intune';
const sharePoint = 'SharePoint Online';
export const defenderForIdentity = 'Microsoft Defender for Identity';

/** To run a query is to read, though it is posted. */
const huntingPermission = 'ThreatHunting.Read.All';

/** To create a snapshot job is to write, for which Microsoft has no lesser permission. */
export const configurationPermission = 'ConfigurationMonitoring.ReadWrite.All';

function dataset<T>(
  value: SchemaOf<T>,
  permission: string | null,
  license: string | null = null,
  more: Pick<Dataset<T>, 'asAccount' | 'feature'> = {},
): Dataset<T> {
  return { value, permission, license, ...more };
}

const ofGraph = {
  organization: dataset(rawList('Organization', 'organization'), 'Organization.Read.All'),
  subscribedSkus: dataset(rawList('Product'), 'LicenseAssignment.Read.All'),
  domains: dataset(rawList('Domain', 'domains'), 'Domain.Read.All'),
  authorizationPolicies: dataset(rawList('Policy'), 'Policy.Read.All'),
  securityDefaults: dataset(rawObject('Policy'), 'Policy.Read.All'),
  authenticationMethodsPolicy: dataset(rawObject('Policy'), 'Policy.Read.AuthenticationMethod'),
  adminConsentRequestPolicy: dataset(rawObject('Policy'), 'Policy.Read.All'),
  crossTenantAccessPolicy: dataset(rawObject('Policy'), 'Policy.Read.All'),
  deviceRegistrationPolicy: dataset(rawObject('Policy'), 'Policy.Read.DeviceConfiguration'),
  defaultAppManagementPolicy: dataset(rawObject('Policy'), 'Policy.Read.All'),
  activityBasedTimeoutPolicies: dataset(rawList('Policy'), 'Policy.Read.All'),
  groupSettings: dataset(rawList('Settings', 'settings'), 'GroupSettings.Read.All'),
  branding: dataset(rawObject('Branding'), 'OrganizationalBranding.Read.All'),
  sharepointSettings: dataset(rawObject('Site'), 'SharePointTenantSettings.Read.All', sharePoint),
  deviceManagementSettings: dataset(rawObject('Settings'), 'DeviceManagementServiceConfig.Read.All'),
  deviceEnrollmentConfigurations: dataset(rawList('Restriction'), 'DeviceManagementServiceConfig.Read.All'),
  deviceCompliancePolicies: dataset(rawList('Policy'), 'DeviceManagementConfiguration.Read.All', intune),
  deviceComplianceSummary: dataset(rawObject('Figures'), 'DeviceManagementConfiguration.Read.All', intune),
  webStoragePrincipals: dataset(rawList('Application'), 'Application.Read.All'),
  sharedMailboxAccounts: dataset(rawList('User', 'accounts'), 'User.Read.All', null, {
    feature: 'tenantConfiguration',
  }),
  secureScores: dataset(rawList('Control', 'scores'), 'SecurityEvents.Read.All'),
  secureScoreControlProfiles: dataset(rawList('Control', 'scores'), 'SecurityEvents.Read.All'),
  roles: dataset(RoleFacts, 'RoleManagement.Read.Directory and GroupMember.Read.All'),
  privilegedApplications: dataset(z.array(PrivilegedApplication), 'Application.Read.All'),
  appRegistrations: dataset(AppRegistrationFacts, 'Application.Read.All'),
  agentIdentities: dataset(AgentIdentityFacts, 'Application.Read.All'),
  roleSchedules: dataset(z.array(RoleSchedule), 'RoleManagement.Read.Directory', p2),
  roleRules: dataset(z.array(RoleRules), 'RoleManagement.Read.Directory', p2),
  conditionalAccessPolicies: dataset(rawList('Policy'), 'Policy.Read.All', p1),
  namedLocations: dataset(rawList('Location'), 'Policy.Read.All', p1),
  riskyUsers: dataset(RiskFacts, 'IdentityRiskyUser.Read.All', p2),
  riskDetections: dataset(RiskFacts, 'IdentityRiskEvent.Read.All', p1),
  users: dataset(UserFacts, 'User.Read.All'),
  signInActivity: dataset(SignInActivityFacts, 'AuditLog.Read.All and User.Read.All', p1),
  // Microsoft looks at the tenant's license by the caller's own permissions (missing-data.ts).
  registration: dataset(RegistrationFacts, 'AuditLog.Read.All and Directory.Read.All', p1),
  legacySignIns: dataset(LegacySignInFacts, 'AuditLog.Read.All and Directory.Read.All', p1),
  groups: dataset(GroupFacts, 'GroupMember.Read.All'),
  alerts: dataset(AlertFacts, 'SecurityAlert.Read.All'),
  identityHealthIssues: dataset(
    rawList('Issue', 'healthIssues'),
    'SecurityIdentitiesHealth.Read.All',
    defenderForIdentity,
  ),
  identitySensors: dataset(rawList('Sensor', 'sensors'), 'SecurityIdentitiesSensors.Read.All', defenderForIdentity),
  appPermissions: dataset(AppPermissionFacts, huntingPermission, huntingProducts.OAuthAppInfo),
  assetApprovals: dataset(AssetApprovalFacts, huntingPermission, huntingProducts.ExposureGraphNodes),
  exposedCredentials: dataset(ExposedCredentialFacts, huntingPermission, huntingProducts.DeviceInfo),
  onPremisesSynchronization: dataset(rawList('Name'), 'OnPremDirectorySynchronization.Read.All', null, {
    asAccount: true,
  }),
  accessReviews: dataset(rawList('Review'), 'AccessReview.Read.All', p2),
  excludedGroups: dataset(z.array(ExcludedGroup), `GroupMember.Read.All and ${hiddenMembership}`),
  dns: dataset(z.array(domainDnsSchema), null),
  directoryAudits: dataset(DirectoryAuditFacts, 'AuditLog.Read.All'),
};

const ofConfiguration = Object.fromEntries(
  configurationDatasets.map((name) => [
    name,
    dataset(rawList('Policy', 'configuration'), configurationPermission, null, { feature: 'tenantConfiguration' }),
  ]),
) as Record<ConfigurationDataset, Dataset<JsonObject[]>>;

const declared = { ...ofGraph, ...ofConfiguration };
export type DatasetName = keyof typeof declared;
/** What each dataset holds once it was collected. */
export type FactValues = { [K in DatasetName]: (typeof declared)[K] extends Dataset<infer T> ? T : never };

/** Every dataset, declared once: what it holds, what it needs, and what it is called. */
export const datasets = Object.fromEntries(
  Object.entries(declared).map(([name, one]) => [name, { ...one, label: datasetTerms[name as DatasetName] }]),
) as Record<DatasetName, DatasetInfo>;

/** Asked for only where something changed since the scan before; no check reads it. */
export const askedOnChange: readonly DatasetName[] = ['directoryAudits'];

/** What every scan collects, for progress ("n of m"). */
export const datasetNames = (Object.keys(datasets) as DatasetName[]).filter((name) => !askedOnChange.includes(name));

/** What is asked for only once another dataset is there. */
export const readAfter: Readonly<Partial<Record<DatasetName, DatasetName>>> = {
  branding: 'organization',
  onPremisesSynchronization: 'organization',
  privilegedApplications: 'roles',
  excludedGroups: 'conditionalAccessPolicies',
  dns: 'domains',
};

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
