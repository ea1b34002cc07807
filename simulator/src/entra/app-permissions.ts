/** Application permissions that the simulated consent to the product grants: those that it asks for, and partner sync's. */
const appPermissions: readonly string[] = [
  'AccessReview.Read.All',
  'Application.Read.All',
  'AuditLog.Read.All',
  'ConfigurationMonitoring.ReadWrite.All',
  'DelegatedAdminRelationship.Read.All',
  'DeviceManagementConfiguration.Read.All',
  'DeviceManagementServiceConfig.Read.All',
  'Directory.Read.All',
  'Domain.Read.All',
  'GroupMember.Read.All',
  'GroupSettings.Read.All',
  'IdentityRiskEvent.Read.All',
  'IdentityRiskyUser.Read.All',
  'LicenseAssignment.Read.All',
  'Member.Read.Hidden',
  'Organization.Read.All',
  'OrganizationalBranding.Read.All',
  'Policy.Read.All',
  'Policy.Read.AuthenticationMethod',
  'Policy.Read.DeviceConfiguration',
  'RoleManagement.Read.Directory',
  'SecurityAlert.Read.All',
  'SecurityEvents.Read.All',
  'SecurityIdentitiesHealth.Read.All',
  'SecurityIdentitiesSensors.Read.All',
  'SharePointTenantSettings.Read.All',
  'ThreatHunting.Read.All',
  'User.Read.All',
];

/** Permissions for a tenant that refused some of them to every application. */
export const grantedPermissions = (refused: readonly string[]): string[] =>
  appPermissions.filter((permission) => !refused.includes(permission));
