import type { AppRole, PermissionScope } from '@microsoft/microsoft-graph-types';
import { guidOf, keyOfText } from '../counter-hash.ts';

/** A permission of Microsoft Graph: its id as an application permission and as a delegated one; null: there is none. */
interface GraphPermission {
  value: string;
  role: string | null;
  scope: string | null;
  display: string;
}

/**
 * For those whose id could not be read from Microsoft's list the simulator makes one: clients have to look ids up in the
 * tenant, as `register-app` does, and never have them by heart.
 */
const ownId = (value: string, kind: 'role' | 'scope') => guidOf(keyOfText(`permission/${value}/${kind}`), 0, 0);

/** Ids: github.com/microsoftgraph/microsoft-graph-devx-content, permissions-descriptions.json, 2026-08-07. */
const permissions: readonly GraphPermission[] = [
  {
    value: 'AccessReview.Read.All',
    role: 'd07a8cc0-3d51-4b77-b3b0-32704d1f69fa',
    scope: 'ebfcd32b-babb-40f4-a14b-42706e83bd28',
    display: 'Read all access reviews',
  },
  {
    value: 'Application.Read.All',
    role: '9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30',
    scope: 'c79f8feb-a9db-4090-85f9-90d820caa0eb',
    display: 'Read all applications',
  },
  {
    value: 'Application.ReadWrite.All',
    role: '1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9',
    scope: 'bdfbf15f-ee85-4955-8675-146e8e5296b5',
    display: 'Read and write all applications',
  },
  {
    value: 'AuditLog.Read.All',
    role: 'b0afded3-3588-46d8-8b3d-9842eff778da',
    scope: 'e4c9e354-4dc5-45b8-9e7c-e1393b0b1a20',
    display: 'Read all audit log data',
  },
  {
    value: 'ConfigurationMonitoring.ReadWrite.All',
    role: ownId('ConfigurationMonitoring.ReadWrite.All', 'role'),
    scope: '54505ce9-e719-41f7-a7cc-dbe114e1d811',
    display: 'Read and write all Configuration Monitoring entities',
  },
  {
    value: 'DelegatedAdminRelationship.Read.All',
    role: 'f6e9e124-4586-492f-adc0-c6f96e4823fd',
    scope: '0c0064ea-477b-4130-82a5-4c2cc4ff68aa',
    display: 'Read Delegated Admin relationships with customers',
  },
  {
    value: 'DeviceManagementConfiguration.Read.All',
    role: 'dc377aa6-52d8-4e23-b271-2a7ae04cedf3',
    scope: 'f1493658-876a-4c87-8fa7-edb559b3476a',
    display: 'Read Microsoft Intune device configuration and policies',
  },
  {
    value: 'DeviceManagementServiceConfig.Read.All',
    role: '06a5fe6d-c49d-46a7-b082-56b1b14103c7',
    scope: '8696daa5-bce5-4b2e-83f9-51b6defc4e1e',
    display: 'Read Microsoft Intune configuration',
  },
  {
    value: 'Directory.Read.All',
    role: '7ab1d382-f21e-4acd-a863-ba3e13f7da61',
    scope: '06da0dbc-49e2-44d2-8312-53f166ab848a',
    display: 'Read directory data',
  },
  {
    value: 'Domain.Read.All',
    role: 'dbb9058a-0e50-45d7-ae91-66909b5d4664',
    scope: '2f9ee017-59c1-4f1d-9472-bd5529a7b311',
    display: 'Read domains',
  },
  {
    value: 'GroupMember.Read.All',
    role: '98830695-27a2-44f7-8c18-0c3ebc9698f6',
    scope: 'bc024368-1153-4739-b217-4326f2e966d0',
    display: 'Read all group memberships',
  },
  {
    value: 'GroupSettings.Read.All',
    role: ownId('GroupSettings.Read.All', 'role'),
    scope: ownId('GroupSettings.Read.All', 'scope'),
    display: 'Read group settings',
  },
  {
    value: 'IdentityRiskEvent.Read.All',
    role: '6e472fd1-ad78-48da-a0f0-97ab2c6b769e',
    scope: '8f6a01e7-0391-4ee5-aa22-a3af122cef27',
    display: 'Read all identity risk event information',
  },
  {
    value: 'IdentityRiskyUser.Read.All',
    role: 'dc5007c0-2d7d-4c42-879c-2dab87571379',
    scope: 'd04bb851-cb7c-4146-97c7-ca3e71baf56c',
    display: 'Read all identity risky user information',
  },
  {
    value: 'LicenseAssignment.Read.All',
    role: ownId('LicenseAssignment.Read.All', 'role'),
    scope: ownId('LicenseAssignment.Read.All', 'scope'),
    display: 'Read license assignments',
  },
  {
    value: 'OnPremDirectorySynchronization.Read.All',
    role: 'bb70e231-92dc-4729-aff5-697b3f04be95',
    scope: 'f6609722-4100-44eb-b747-e6ca0536989d',
    display: 'Read all on-premises directory synchronization information',
  },
  {
    value: 'Organization.Read.All',
    role: '498476ce-e0fe-48b0-b801-37ba7e2685c6',
    scope: '4908d5b9-3fb2-4b1e-9336-1888b7937185',
    display: 'Read organization information',
  },
  {
    value: 'OrganizationalBranding.Read.All',
    role: 'eb76ac34-0d62-4454-b97c-185e4250dc20',
    scope: '9082f138-6f02-4f3a-9f4d-5f3c2ce5c688',
    display: 'Read organizational branding information',
  },
  {
    value: 'Policy.Read.All',
    role: '246dd0d5-5bd0-4def-940b-0421030a5b68',
    scope: '572fea84-0151-49b2-9301-11cb16974376',
    display: "Read your organization's policies",
  },
  {
    value: 'Policy.Read.AuthenticationMethod',
    role: '8e3bc81b-d2f3-4b7b-838c-32c88218d2f0',
    scope: null,
    display: 'Read all authentication method policies',
  },
  {
    value: 'Policy.Read.DeviceConfiguration',
    role: 'bdba4817-6ba1-4a7c-8a01-be9bc7c242dd',
    scope: '3616a4b0-6746-49c4-a678-4c237599074d',
    display: "Read your organization's device configuration policies",
  },
  {
    value: 'RoleAssignmentSchedule.Read.Directory',
    role: 'd5fe8ce8-684c-4c83-a52c-46e882ce4be1',
    scope: '344a729c-0285-42c6-9014-f12b9b8d6129',
    display: "Read all active role assignments and role schedules for your company's directory",
  },
  {
    value: 'RoleEligibilitySchedule.Read.Directory',
    role: 'ff278e11-4a33-4d0c-83d2-d01dc58929a5',
    scope: 'eb0788c2-6d4e-4658-8c9e-c0fb8053f03d',
    display: "Read all eligible role assignments and role schedules for your company's directory",
  },
  {
    value: 'RoleManagement.Read.Directory',
    role: '483bed4a-2ad3-4361-a73b-c83ccdbdc53c',
    scope: '741c54c3-0c1e-44a1-818b-3f97ab4e8c83',
    display: 'Read all directory RBAC settings',
  },
  {
    value: 'SecurityAlert.Read.All',
    role: '472e4a4d-bb4a-4026-98d1-0b0d74cb74a5',
    scope: 'bc257fb8-46b4-4b15-8713-01e91bfbe4ea',
    display: 'Read all security alerts',
  },
  {
    value: 'SecurityEvents.Read.All',
    role: 'bf394140-e372-4bf9-a898-299cfc7564e5',
    scope: '64733abd-851e-478a-bffb-e47a14b18235',
    display: "Read your organization's security events",
  },
  {
    value: 'SecurityIdentitiesHealth.Read.All',
    role: 'f8dcd971-5d83-4e1e-aa95-ef44611ad351',
    scope: ownId('SecurityIdentitiesHealth.Read.All', 'scope'),
    display: 'Read all identity security health issues',
  },
  {
    value: 'SecurityIdentitiesSensors.Read.All',
    role: '5f0ffea2-f474-4cf2-9834-61cda2bcea5c',
    scope: ownId('SecurityIdentitiesSensors.Read.All', 'scope'),
    display: 'Read all identity security sensors',
  },
  {
    value: 'SharePointTenantSettings.Read.All',
    role: '83d4163d-a2d8-4d3b-9695-4ae3ca98f888',
    scope: '2ef70e10-5bfd-4ede-a5f6-67720500b258',
    display: 'Read SharePoint and OneDrive tenant settings',
  },
  {
    value: 'ThreatHunting.Read.All',
    role: 'dd98c7f5-2d42-42d3-a0e4-633161547251',
    scope: 'b152eca8-ea73-4a48-8c98-1a6742673d99',
    display: 'Run hunting queries',
  },
  {
    value: 'User.Read',
    role: null,
    scope: 'e1fe6dd8-ba31-4d61-89e7-88639da4683d',
    display: 'Sign in and read user profile',
  },
  {
    value: 'User.Read.All',
    role: 'df021288-bdef-4463-88db-98f22de89214',
    scope: 'a154be20-db9c-4678-8ab7-66f6cc099a59',
    display: "Read all users' full profiles and company properties",
  },
  { value: 'email', role: null, scope: '64a6cdd6-aab1-4aaf-94b8-3cc8405e90d0', display: "View users' email address" },
  {
    value: 'offline_access',
    role: null,
    scope: '7427e0e9-2fba-42fe-b0c0-848c9e6a8182',
    display: 'Maintain access to data you have given it access to',
  },
  { value: 'openid', role: null, scope: '37f7f235-527c-4136-accd-4a02d197296e', display: 'Sign users in' },
  { value: 'profile', role: null, scope: '14dad69e-099b-42c9-810b-d002981feec1', display: "View users' basic profile" },
];

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
