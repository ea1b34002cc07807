import type { AskedPermission } from './asked-permissions.ts';

/**
 * Ids of Microsoft Graph's permissions, the same in every directory: as an application's and as a delegated one (Microsoft Graph
 * permissions reference; microsoft-graph-devx-content, permissions-descriptions.json, 2026-08-07). They are for whoever registers by
 * hand: --apply asks the directory. One that is not listed, or has "none", has to be looked up there.
 */
const known = `
AccessReview.Read.All d07a8cc0-3d51-4b77-b3b0-32704d1f69fa ebfcd32b-babb-40f4-a14b-42706e83bd28
Application.Read.All 9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30 c79f8feb-a9db-4090-85f9-90d820caa0eb
AuditLog.Read.All b0afded3-3588-46d8-8b3d-9842eff778da e4c9e354-4dc5-45b8-9e7c-e1393b0b1a20
Directory.Read.All 7ab1d382-f21e-4acd-a863-ba3e13f7da61 06da0dbc-49e2-44d2-8312-53f166ab848a
Domain.Read.All dbb9058a-0e50-45d7-ae91-66909b5d4664 2f9ee017-59c1-4f1d-9472-bd5529a7b311
GroupMember.Read.All 98830695-27a2-44f7-8c18-0c3ebc9698f6 bc024368-1153-4739-b217-4326f2e966d0
IdentityRiskEvent.Read.All 6e472fd1-ad78-48da-a0f0-97ab2c6b769e 8f6a01e7-0391-4ee5-aa22-a3af122cef27
IdentityRiskyUser.Read.All dc5007c0-2d7d-4c42-879c-2dab87571379 d04bb851-cb7c-4146-97c7-ca3e71baf56c
OnPremDirectorySynchronization.Read.All bb70e231-92dc-4729-aff5-697b3f04be95 f6609722-4100-44eb-b747-e6ca0536989d
Organization.Read.All 498476ce-e0fe-48b0-b801-37ba7e2685c6 4908d5b9-3fb2-4b1e-9336-1888b7937185
OrganizationalBranding.Read.All eb76ac34-0d62-4454-b97c-185e4250dc20 9082f138-6f02-4f3a-9f4d-5f3c2ce5c688
Policy.Read.All 246dd0d5-5bd0-4def-940b-0421030a5b68 572fea84-0151-49b2-9301-11cb16974376
Policy.Read.AuthenticationMethod 8e3bc81b-d2f3-4b7b-838c-32c88218d2f0 none
Policy.Read.DeviceConfiguration bdba4817-6ba1-4a7c-8a01-be9bc7c242dd 3616a4b0-6746-49c4-a678-4c237599074d
RoleAssignmentSchedule.Read.Directory d5fe8ce8-684c-4c83-a52c-46e882ce4be1 344a729c-0285-42c6-9014-f12b9b8d6129
RoleManagement.Read.Directory 483bed4a-2ad3-4361-a73b-c83ccdbdc53c 741c54c3-0c1e-44a1-818b-3f97ab4e8c83
SecurityAlert.Read.All 472e4a4d-bb4a-4026-98d1-0b0d74cb74a5 bc257fb8-46b4-4b15-8713-01e91bfbe4ea
SecurityEvents.Read.All bf394140-e372-4bf9-a898-299cfc7564e5 64733abd-851e-478a-bffb-e47a14b18235
SecurityIdentitiesHealth.Read.All f8dcd971-5d83-4e1e-aa95-ef44611ad351 none
SecurityIdentitiesSensors.Read.All 5f0ffea2-f474-4cf2-9834-61cda2bcea5c none
SharePointTenantSettings.Read.All 83d4163d-a2d8-4d3b-9695-4ae3ca98f888 2ef70e10-5bfd-4ede-a5f6-67720500b258
ThreatHunting.Read.All dd98c7f5-2d42-42d3-a0e4-633161547251 b152eca8-ea73-4a48-8c98-1a6742673d99
User.Read.All df021288-bdef-4463-88db-98f22de89214 a154be20-db9c-4678-8ab7-66f6cc099a59
`;

/** The id, where it is known without asking a directory. */
export function knownPermissionId({ name, kind }: Pick<AskedPermission, 'name' | 'kind'>): string | null {
  const row = known.split('\n').find((one) => one.startsWith(`${name} `));
  const id = row?.split(' ')[kind === 'Role' ? 1 : 2];
  return id === undefined || id === 'none' ? null : id;
}
