/**
 * The calls of Microsoft Graph that the script makes, and no others; `{0}` and `{1}` are filled in by it (Microsoft Graph v1.0,
 * "Create servicePrincipal", "Grant an appRoleAssignment to a service principal", "Create unifiedRoleAssignment" and their
 * opposites). What is written is written by whoever runs the script, never by the product.
 */
export const setUpCalls = {
  findPrincipal: { method: 'GET', path: "/v1.0/servicePrincipals?$filter=appId eq '{0}'" },
  createPrincipal: { method: 'POST', path: '/v1.0/servicePrincipals' },
  listAppRoles: { method: 'GET', path: '/v1.0/servicePrincipals/{0}/appRoleAssignments?$top=999' },
  grantAppRole: { method: 'POST', path: '/v1.0/servicePrincipals/{0}/appRoleAssignments' },
  removeAppRole: { method: 'DELETE', path: '/v1.0/servicePrincipals/{0}/appRoleAssignments/{1}' },
  findRole: { method: 'GET', path: "/v1.0/roleManagement/directory/roleDefinitions?$filter=displayName eq '{0}'" },
  listRoles: { method: 'GET', path: "/v1.0/roleManagement/directory/roleAssignments?$filter=principalId eq '{0}'" },
  assignRole: { method: 'POST', path: '/v1.0/roleManagement/directory/roleAssignments' },
  removeRole: { method: 'DELETE', path: '/v1.0/roleManagement/directory/roleAssignments/{0}' },
} as const;
export type SetUpCall = keyof typeof setUpCalls;

/** Delegated permissions of whoever runs the script. */
export const scriptScopes = [
  'Application.ReadWrite.All',
  'AppRoleAssignment.ReadWrite.All',
  'RoleManagement.ReadWrite.Directory',
] as const;
