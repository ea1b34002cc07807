import { rowsOf } from '@tenantry/contract/text-table';
import type { GraphCaller } from './graph-call.ts';

/**
 * The permissions of which one is enough to read a path: of an application and, below it where it is another list, of whoever
 * signed in; `-`: none is (github.com/microsoftgraph/microsoft-graph-devx-content, permissions.json, 2026-08-07). Left out are
 * those that by their description show a part (ReadBasic, OwnedBy, User.Read.All of an organization), and those for agents and
 * devices at paths of the directory, of which nobody says what they show.
 */
const table = `
/admin/sharepoint/settings: SharePointTenantSettings.Read.All SharePointTenantSettings.ReadWrite.All
/applications: Application.Read.All Application.ReadWrite.All Directory.Read.All
  Application.Read.All Application.ReadWrite.All Directory.Read.All Directory.ReadWrite.All
/applications/{id}: Application.Read.All Application.ReadWrite.All Directory.Read.All Directory.ReadWrite.All
/applications/{id}/federatedIdentityCredentials: Application.Read.All Application.ReadWrite.All
/applications/{id}/federatedIdentityCredentials/{id}: Application.Read.All Application.ReadWrite.All
/applications/{id}/owners: Application.Read.All Application.ReadWrite.All Directory.Read.All Directory.ReadWrite.All
/auditLogs/directoryAudits: AuditLog.Read.All Directory.Read.All
/auditLogs/signIns: AuditLog.Read.All
/contracts: Directory.Read.All Directory.ReadWrite.All
/deviceManagement: DeviceManagementApps.Read.All DeviceManagementApps.ReadWrite.All DeviceManagementConfiguration.Read.All DeviceManagementConfiguration.ReadWrite.All DeviceManagementManagedDevices.Read.All DeviceManagementManagedDevices.ReadWrite.All DeviceManagementRBAC.Read.All DeviceManagementRBAC.ReadWrite.All DeviceManagementServiceConfig.Read.All DeviceManagementServiceConfig.ReadWrite.All
/deviceManagement/deviceCompliancePolicies: DeviceManagementConfiguration.Read.All DeviceManagementConfiguration.ReadWrite.All
/deviceManagement/deviceCompliancePolicyDeviceStateSummary: DeviceManagementConfiguration.Read.All DeviceManagementConfiguration.ReadWrite.All
/deviceManagement/deviceEnrollmentConfigurations: DeviceManagementConfiguration.Read.All DeviceManagementConfiguration.ReadWrite.All DeviceManagementServiceConfig.Read.All DeviceManagementServiceConfig.ReadWrite.All
/deviceManagement/deviceEnrollmentConfigurations/{id}: DeviceManagementConfiguration.Read.All DeviceManagementConfiguration.ReadWrite.All DeviceManagementServiceConfig.Read.All DeviceManagementServiceConfig.ReadWrite.All
/directory/onPremisesSynchronization: -
  OnPremDirectorySynchronization.Read.All OnPremDirectorySynchronization.ReadWrite.All
/directory/onPremisesSynchronization/{id}: -
  OnPremDirectorySynchronization.Read.All OnPremDirectorySynchronization.ReadWrite.All
/directoryObjects/getByIds: Directory.Read.All
/directoryRoles: Directory.Read.All Directory.ReadWrite.All RoleManagement.Read.Directory RoleManagement.ReadWrite.Directory
/directoryRoles/{id}/members: Directory.Read.All Directory.ReadWrite.All RoleManagement.Read.Directory RoleManagement.ReadWrite.Directory
/domains: Directory.Read.All Domain.Read.All Domain.ReadWrite.All
/domains/{id}: Directory.Read.All Domain.Read.All Domain.ReadWrite.All
/domains/{id}/serviceConfigurationRecords: Domain.Read.All Domain.ReadWrite.All
/groups: Directory.Read.All Directory.ReadWrite.All Group.Read.All Group.ReadWrite.All GroupMember.Read.All
/groups/{id}: Directory.Read.All Directory.ReadWrite.All Group.Read.All Group.ReadWrite.All GroupMember.Read.All
/groups/{id}/members: Directory.Read.All Group.Read.All Group.ReadWrite.All GroupMember.Read.All GroupMember.ReadWrite.All
/groups/{id}/transitiveMembers: Directory.Read.All Group.Read.All Group.ReadWrite.All GroupMember.Read.All GroupMember.ReadWrite.All
/groupSettings: Directory.Read.All Directory.ReadWrite.All Group.Read.All Group.ReadWrite.All GroupSettings.Read.All GroupSettings.ReadWrite.All
/identity/conditionalAccess/evaluate: Policy.Read.All Policy.Read.ConditionalAccess Policy.ReadWrite.ConditionalAccess
/groupSettings/{id}: Directory.Read.All Directory.ReadWrite.All Group.Read.All Group.ReadWrite.All GroupSettings.Read.All GroupSettings.ReadWrite.All
/identity/conditionalAccess/namedLocations: Policy.Read.All
/identity/conditionalAccess/policies: Policy.Read.All
/identity/conditionalAccess/policies/{id}: Policy.Read.All
/identityGovernance/accessReviews/definitions: AccessReview.Read.All AccessReview.ReadWrite.All
/identityGovernance/accessReviews/definitions/{id}: AccessReview.Read.All AccessReview.ReadWrite.All
/identityProtection/riskDetections: IdentityRiskEvent.Read.All
/identityProtection/riskyUsers: IdentityRiskyUser.Read.All
/me: -
  Directory.Read.All Directory.ReadWrite.All User.Read User.Read.All User.ReadWrite User.ReadWrite.All
/me/memberOf: -
  Directory.Read.All Directory.ReadWrite.All GroupMember.Read.All User.Read
/me/transitiveMemberOf: -
  Directory.Read.All Directory.ReadWrite.All Group.Read.All GroupMember.Read.All User.Read User.Read.All
/organization: Directory.Read.All Directory.ReadWrite.All Organization.Read.All Organization.ReadWrite.All
  Directory.Read.All Directory.ReadWrite.All Organization.Read.All Organization.ReadWrite.All User.Read User.Read.All
/organization/{id}: Directory.Read.All Directory.ReadWrite.All Organization.Read.All Organization.ReadWrite.All
  Directory.Read.All Directory.ReadWrite.All Organization.Read.All Organization.ReadWrite.All User.Read User.Read.All
/organization/{id}/branding: Organization.Read.All Organization.ReadWrite.All OrganizationalBranding.Read.All OrganizationalBranding.ReadWrite.All
  Organization.Read.All Organization.ReadWrite.All OrganizationalBranding.Read.All OrganizationalBranding.ReadWrite.All User.Read User.Read.All
/organization/{id}/branding/localizations/{id}: Organization.Read.All Organization.ReadWrite.All OrganizationalBranding.Read.All OrganizationalBranding.ReadWrite.All
  Organization.Read.All Organization.ReadWrite.All OrganizationalBranding.Read.All OrganizationalBranding.ReadWrite.All User.Read User.Read.All
/policies/activityBasedTimeoutPolicies: Policy.Read.All Policy.ReadWrite.ApplicationConfiguration
/policies/activityBasedTimeoutPolicies/{id}: Policy.Read.All Policy.ReadWrite.ApplicationConfiguration
/policies/adminConsentRequestPolicy: Directory.Read.All Directory.ReadWrite.All Policy.Read.All Policy.ReadWrite.ConsentRequest
/policies/authenticationMethodsPolicy: Policy.Read.All Policy.Read.AuthenticationMethod Policy.ReadWrite.AuthenticationMethod
/policies/authenticationMethodsPolicy/authenticationMethodConfigurations/{id}: Policy.Read.All Policy.Read.AuthenticationMethod Policy.ReadWrite.AuthenticationMethod
/policies/authorizationPolicy: Policy.Read.All Policy.ReadWrite.Authorization
/policies/crossTenantAccessPolicy/default: Policy.Read.All Policy.ReadWrite.CrossTenantAccess
/policies/crossTenantAccessPolicy/partners: Policy.Read.All Policy.ReadWrite.CrossTenantAccess
/policies/defaultAppManagementPolicy: Policy.Read.All Policy.ReadWrite.ApplicationConfiguration
/policies/deviceRegistrationPolicy: Policy.Read.DeviceConfiguration Policy.ReadWrite.DeviceConfiguration
  Policy.Read.All Policy.Read.DeviceConfiguration Policy.ReadWrite.DeviceConfiguration
/policies/identitySecurityDefaultsEnforcementPolicy: Policy.Read.All Policy.ReadWrite.SecurityDefaults
/policies/roleManagementPolicyAssignments: RoleManagement.Read.All RoleManagement.Read.Directory RoleManagement.ReadWrite.Directory
  RoleManagement.Read.All RoleManagement.Read.Directory RoleManagement.ReadWrite.Directory RoleManagementPolicy.Read.Directory RoleManagementPolicy.ReadWrite.Directory
/reports/authenticationMethods/userRegistrationDetails: AuditLog.Read.All
/roleManagement/directory/roleAssignments: Directory.Read.All Directory.ReadWrite.All RoleManagement.Read.Directory RoleManagement.ReadWrite.Directory
  Directory.Read.All Directory.ReadWrite.All RoleManagement.Read.All RoleManagement.Read.Directory RoleManagement.ReadWrite.Directory
/roleManagement/directory/roleAssignmentScheduleInstances: RoleAssignmentSchedule.Read.Directory RoleAssignmentSchedule.ReadWrite.Directory RoleManagement.Read.All RoleManagement.Read.Directory RoleManagement.ReadWrite.Directory
/roleManagement/directory/roleDefinitions: Directory.Read.All Directory.ReadWrite.All RoleManagement.Read.All RoleManagement.Read.Directory RoleManagement.ReadWrite.Directory
/roleManagement/directory/roleEligibilityScheduleInstances: RoleEligibilitySchedule.Read.Directory RoleEligibilitySchedule.ReadWrite.Directory RoleManagement.Read.All RoleManagement.Read.Directory RoleManagement.ReadWrite.Directory
/security/alerts_v2: SecurityAlert.Read.All SecurityAlert.ReadWrite.All
/security/identities/healthIssues: SecurityIdentitiesHealth.Read.All SecurityIdentitiesHealth.ReadWrite.All
/security/identities/sensors: SecurityIdentitiesSensors.Read.All
/security/runHuntingQuery: ThreatHunting.Read.All
/security/secureScoreControlProfiles: SecurityEvents.Read.All SecurityEvents.ReadWrite.All
/security/secureScores: SecurityEvents.Read.All SecurityEvents.ReadWrite.All
/servicePrincipals: Application.Read.All Application.ReadWrite.All Directory.Read.All
  Application.Read.All Application.ReadWrite.All Directory.Read.All Directory.ReadWrite.All
/servicePrincipals/{id}: Application.Read.All Application.ReadWrite.All Directory.Read.All Directory.ReadWrite.All
/servicePrincipals/{id}/appRoleAssignments: Application.Read.All Application.ReadWrite.All Directory.Read.All Directory.ReadWrite.All
/servicePrincipals/{id}/owners: Application.Read.All Application.ReadWrite.All Directory.Read.All Directory.ReadWrite.All
/subscribedSkus: Directory.Read.All Directory.ReadWrite.All LicenseAssignment.Read.All Organization.Read.All Organization.ReadWrite.All
/tenantRelationships/delegatedAdminCustomers: DelegatedAdminRelationship.Read.All DelegatedAdminRelationship.ReadWrite.All
/tenantRelationships/delegatedAdminCustomers/{id}: DelegatedAdminRelationship.Read.All DelegatedAdminRelationship.ReadWrite.All
/users: Directory.Read.All Directory.ReadWrite.All User.Read.All User.ReadWrite.All
/users/{id}: Directory.Read.All Directory.ReadWrite.All User.Read.All User.ReadWrite.All
  Directory.Read.All Directory.ReadWrite.All User.Read User.Read.All User.ReadWrite User.ReadWrite.All
/users/{id}/memberOf: Directory.Read.All Directory.ReadWrite.All
  Directory.Read.All Directory.ReadWrite.All GroupMember.Read.All User.Read
/users/{id}/transitiveMemberOf: Directory.Read.All Directory.ReadWrite.All Group.Read.All GroupMember.Read.All User.Read.All
  Directory.Read.All Directory.ReadWrite.All Group.Read.All GroupMember.Read.All User.Read User.Read.All
`;

interface Accepted {
  application: readonly string[];
  user: readonly string[];
}

const listOf = (text: string): string[] => (text === '-' ? [] : text.split(' '));

const accepted: ReadonlyMap<string, Accepted> = new Map(
  rowsOf(table, /^(\/[^:]+): (.+)(?:\n {2}(.+))?$/gm).map(([, path = '', application = '', user = application]) => [
    path,
    { application: listOf(application), user: listOf(user) },
  ]),
);

/** The path as the table has it: counts and casts need what the list needs, and a key of another name is one. */
const pathInTable = (path: string): string =>
  path
    .replace(/\/(\$count|microsoft\.graph\.\w+)$/, '')
    .replace(/\(\w+='\{\w+\}'\)/g, '/{id}')
    .replace(/\{\w+\}/g, '{id}');

/** What is enough for this caller to read a route; null where the table does not have it: what changes something asks for itself. */
export function acceptedPermissions(routePath: string, kind: GraphCaller['kind']): readonly string[] | null {
  return accepted.get(pathInTable(routePath))?.[kind] ?? null;
}
