/** Where settings stand in Microsoft's admin centers, as their menus are named since 2025 (learn.microsoft.com/entra). */
const entra = 'Microsoft Entra admin center';
const entraId = `${entra} > Entra ID`;

export const portal = {
  conditionalAccess: `${entraId} > Conditional Access > Policies`,
  namedLocations: `${entraId} > Conditional Access > Named locations`,
  authenticationMethods: `${entraId} > Authentication methods > Policies`,
  registrationCampaign: `${entraId} > Authentication methods > Registration campaign`,
  passwordProtection: `${entraId} > Authentication methods > Password protection`,
  roles: `${entraId} > Roles & admins`,
  devices: `${entraId} > Devices > Device settings`,
  appRegistrations: `${entraId} > App registrations`,
  agents: `${entraId} > Agents`,
  securityDefaults: `${entraId} > Overview > Properties > Manage security defaults`,
  externalCollaboration: `${entraId} > External Identities > External collaboration settings`,
  crossTenantAccess: `${entraId} > External Identities > Cross-tenant access settings`,
  pim: `${entra} > ID Governance > Privileged Identity Management > Microsoft Entra roles`,
  accessReviews: `${entra} > ID Governance > Access reviews`,
} as const;
