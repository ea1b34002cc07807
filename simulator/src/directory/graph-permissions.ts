import type { AppRole, PermissionScope } from '@microsoft/microsoft-graph-types';
import { rowsOf } from '@tenantry/contract/text-table';
import { guidOf, keyOfText } from '../counter-hash.ts';

/** A permission of Microsoft Graph: its id as an application permission and as a delegated one; null: there is none. */
interface GraphPermission {
  value: string;
  role: string | null;
  scope: string | null;
  display: string;
}

/**
 * For those whose id could not be read from Microsoft's list ("new") the simulator makes one: clients have to look ids up in the
 * tenant, as `register-app` does, and never have them by heart. "none": there is no such permission of this kind.
 */
function idOf(value: string, kind: 'role' | 'scope', listed: string): string | null {
  if (listed === 'none') return null;
  return listed === 'new' ? guidOf(keyOfText(`permission/${value}/${kind}`), 0, 0) : listed;
}

/** Name, id as an application permission, id as a delegated one, what it is for. Ids: github.com/microsoftgraph/microsoft-graph-devx-content, permissions-descriptions.json, 2026-08-07. */
const table = `
AccessReview.Read.All d07a8cc0-3d51-4b77-b3b0-32704d1f69fa ebfcd32b-babb-40f4-a14b-42706e83bd28 Read all access reviews
Application.Read.All 9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30 c79f8feb-a9db-4090-85f9-90d820caa0eb Read all applications
Application.ReadWrite.All 1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9 bdfbf15f-ee85-4955-8675-146e8e5296b5 Read and write all applications
AuditLog.Read.All b0afded3-3588-46d8-8b3d-9842eff778da e4c9e354-4dc5-45b8-9e7c-e1393b0b1a20 Read all audit log data
ConfigurationMonitoring.ReadWrite.All new 54505ce9-e719-41f7-a7cc-dbe114e1d811 Read and write all Configuration Monitoring entities
DelegatedAdminRelationship.Read.All f6e9e124-4586-492f-adc0-c6f96e4823fd 0c0064ea-477b-4130-82a5-4c2cc4ff68aa Read Delegated Admin relationships with customers
DeviceManagementConfiguration.Read.All dc377aa6-52d8-4e23-b271-2a7ae04cedf3 f1493658-876a-4c87-8fa7-edb559b3476a Read Microsoft Intune device configuration and policies
DeviceManagementServiceConfig.Read.All 06a5fe6d-c49d-46a7-b082-56b1b14103c7 8696daa5-bce5-4b2e-83f9-51b6defc4e1e Read Microsoft Intune configuration
Directory.Read.All 7ab1d382-f21e-4acd-a863-ba3e13f7da61 06da0dbc-49e2-44d2-8312-53f166ab848a Read directory data
Domain.Read.All dbb9058a-0e50-45d7-ae91-66909b5d4664 2f9ee017-59c1-4f1d-9472-bd5529a7b311 Read domains
GroupMember.Read.All 98830695-27a2-44f7-8c18-0c3ebc9698f6 bc024368-1153-4739-b217-4326f2e966d0 Read all group memberships
GroupSettings.Read.All new new Read group settings
IdentityRiskEvent.Read.All 6e472fd1-ad78-48da-a0f0-97ab2c6b769e 8f6a01e7-0391-4ee5-aa22-a3af122cef27 Read all identity risk event information
IdentityRiskyUser.Read.All dc5007c0-2d7d-4c42-879c-2dab87571379 d04bb851-cb7c-4146-97c7-ca3e71baf56c Read all identity risky user information
LicenseAssignment.Read.All new new Read license assignments
Member.Read.Hidden 658aa5d8-239f-45c4-aa12-864f4fc7e490 f6a3db3e-f7e8-4ed2-a414-557c8c9830be Read all hidden memberships
OnPremDirectorySynchronization.Read.All bb70e231-92dc-4729-aff5-697b3f04be95 f6609722-4100-44eb-b747-e6ca0536989d Read all on-premises directory synchronization information
Organization.Read.All 498476ce-e0fe-48b0-b801-37ba7e2685c6 4908d5b9-3fb2-4b1e-9336-1888b7937185 Read organization information
OrganizationalBranding.Read.All eb76ac34-0d62-4454-b97c-185e4250dc20 9082f138-6f02-4f3a-9f4d-5f3c2ce5c688 Read organizational branding information
Policy.Read.All 246dd0d5-5bd0-4def-940b-0421030a5b68 572fea84-0151-49b2-9301-11cb16974376 Read your organization's policies
Policy.Read.AuthenticationMethod 8e3bc81b-d2f3-4b7b-838c-32c88218d2f0 none Read all authentication method policies
Policy.Read.DeviceConfiguration bdba4817-6ba1-4a7c-8a01-be9bc7c242dd 3616a4b0-6746-49c4-a678-4c237599074d Read your organization's device configuration policies
RoleManagement.Read.Directory 483bed4a-2ad3-4361-a73b-c83ccdbdc53c 741c54c3-0c1e-44a1-818b-3f97ab4e8c83 Read all directory RBAC settings
SecurityAlert.Read.All 472e4a4d-bb4a-4026-98d1-0b0d74cb74a5 bc257fb8-46b4-4b15-8713-01e91bfbe4ea Read all security alerts
SecurityEvents.Read.All bf394140-e372-4bf9-a898-299cfc7564e5 64733abd-851e-478a-bffb-e47a14b18235 Read your organization's security events
SecurityIdentitiesHealth.Read.All f8dcd971-5d83-4e1e-aa95-ef44611ad351 new Read all identity security health issues
SecurityIdentitiesSensors.Read.All 5f0ffea2-f474-4cf2-9834-61cda2bcea5c new Read all identity security sensors
SharePointTenantSettings.Read.All 83d4163d-a2d8-4d3b-9695-4ae3ca98f888 2ef70e10-5bfd-4ede-a5f6-67720500b258 Read SharePoint and OneDrive tenant settings
ThreatHunting.Read.All dd98c7f5-2d42-42d3-a0e4-633161547251 b152eca8-ea73-4a48-8c98-1a6742673d99 Run hunting queries
User.Read none e1fe6dd8-ba31-4d61-89e7-88639da4683d Sign in and read user profile
User.Read.All df021288-bdef-4463-88db-98f22de89214 a154be20-db9c-4678-8ab7-66f6cc099a59 Read all users' full profiles and company properties
email none 64a6cdd6-aab1-4aaf-94b8-3cc8405e90d0 View users' email address
offline_access none 7427e0e9-2fba-42fe-b0c0-848c9e6a8182 Maintain access to data you have given it access to
openid none 37f7f235-527c-4136-accd-4a02d197296e Sign users in
profile none 14dad69e-099b-42c9-810b-d002981feec1 View users' basic profile
`;

const permissions: readonly GraphPermission[] = rowsOf(table, /^(\S+) (\S+) (\S+) (.+)$/gm).map(
  ([, value = '', role = '', scope = '', display = '']) => ({
    value,
    role: idOf(value, 'role', role),
    scope: idOf(value, 'scope', scope),
    display,
  }),
);

const openToUsers: ReadonlySet<string> = new Set(['User.Read', 'openid', 'profile', 'email', 'offline_access']);

/** `appRoles` of Microsoft Graph's service principal, as far as the product asks for them. */
export const graphAppRoles: AppRole[] = permissions.flatMap(({ value, role, display }) =>
  role === null
    ? []
    : [
        {
          id: role,
          value,
          displayName: display,
          description: display,
          allowedMemberTypes: ['Application'],
          isEnabled: true,
          origin: 'Application',
        },
      ],
);

/** `oauth2PermissionScopes` of the same. */
export const graphScopes: PermissionScope[] = permissions.flatMap(({ value, scope, display }) =>
  scope === null
    ? []
    : [
        {
          id: scope,
          value,
          type: openToUsers.has(value) ? 'User' : 'Admin',
          adminConsentDisplayName: display,
          adminConsentDescription: display,
          userConsentDisplayName: display,
          userConsentDescription: display,
          isEnabled: true,
        },
      ],
);

/** The names behind ids in an application's `requiredResourceAccess`; what the simulator does not know grants nothing. */
export function namesOfPermissions(ids: ReadonlySet<string>, kind: 'role' | 'scope'): string[] {
  return permissions.filter((permission) => ids.has(permission[kind] ?? '')).map(({ value }) => value);
}
