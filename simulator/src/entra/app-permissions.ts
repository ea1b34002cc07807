/** Application permissions that the simulated consent granted: the `roles` of every token. */
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
  'Organization.Read.All',
  'OrganizationalBranding.Read.All',
  'Policy.Read.All',
  'Policy.Read.AuthenticationMethod',
  'Policy.Read.DeviceConfiguration',
  'RoleAssignmentSchedule.Read.Directory',
  'RoleEligibilitySchedule.Read.Directory',
  'RoleManagement.Read.Directory',
  'SecurityAlert.Read.All',
  'SecurityEvents.Read.All',
  'SecurityIdentitiesHealth.Read.All',
  'SecurityIdentitiesSensors.Read.All',
  'ThreatHunting.Read.All',
  'User.Read.All',
];

const permissionOfPath: Record<string, string> = {
  '/admin/sharepoint/settings': 'SharePointTenantSettings.Read.All',
};

/** What the tenant refuses to every application. */
export function refusedPermissions(refusedPaths: string[]): ReadonlySet<string | undefined> {
  return new Set(refusedPaths.map((path) => permissionOfPath[path]));
}

/** Permissions for a tenant in which the app was refused what these paths ask for. */
export function grantedPermissions(refusedPaths: string[]): string[] {
  const refused = refusedPermissions(refusedPaths);
  return [...appPermissions, ...Object.values(permissionOfPath)]
    .filter((permission) => !refused.has(permission))
    .sort();
}
