/**
 * Directory roles that administer identities or the tenant, by template id
 * (learn.microsoft.com/entra/identity/role-based-access-control/permissions-reference).
 * `cis`: named by CIS Microsoft 365 Foundations 5.2.2.1; `cisa`: highly privileged in CISA SCuBA MS.AAD.7.
 */
export const globalAdministratorId = '62e90394-69f5-4237-9190-012177145e10';
export const globalReaderId = 'f2ef992c-3afb-46b9-b7cf-a126ee74c451';

/**
 * Held by the accounts of Microsoft Entra Connect and of cloud sync alone; no administrators, and to be left out of
 * policies (Microsoft Learn, "Conditional Access: User exclusions").
 */
export const directorySyncRoles: readonly string[] = [
  'd29b2b05-8046-44ba-8758-1e26182fcf32',
  'a92aed5d-d78a-4d16-b381-09adb37eb3b0',
];

type PrivilegedRole = { id: string; name: string; cis: boolean; cisa: boolean };
const role = (id: string, name: string, cis: boolean, cisa: boolean): PrivilegedRole => ({ id, name, cis, cisa });

export const privilegedRoles: readonly PrivilegedRole[] = [
  role(globalAdministratorId, 'Global Administrator', true, true),
  role('e8611ab8-c189-46e8-94e1-60213ab1f814', 'Privileged Role Administrator', true, true),
  role('7be44c8a-adaf-4e2a-84d6-ab2649e08a13', 'Privileged Authentication Administrator', true, false),
  role('fe930be7-5e62-47db-91af-98c3a49a38b1', 'User Administrator', true, true),
  role('f28a1f50-f6e7-4571-818b-6a12f2af6b6c', 'SharePoint Administrator', true, true),
  role('29232cdf-9323-42fd-ade2-1d097af3e4de', 'Exchange Administrator', true, true),
  role('8ac3fc64-6eca-42ea-9e69-59f4c7b60eb2', 'Hybrid Identity Administrator', false, true),
  role('9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3', 'Application Administrator', true, true),
  role('158c047a-c907-4556-b7ef-446551a6b5f7', 'Cloud Application Administrator', true, true),
  role('194ae4cb-b126-40b2-bd5b-6091b380977d', 'Security Administrator', true, false),
  role('b1be1c3e-b65d-4f19-8427-f6fa0d97feb9', 'Conditional Access Administrator', true, false),
  role('c4e39bd9-1100-46d3-8c65-fb160da0071f', 'Authentication Administrator', true, false),
  role('729827e3-9c14-49f7-bb1b-9608f156bbb8', 'Helpdesk Administrator', true, false),
  role('966707d0-3269-4727-9be2-8c3a10f19b9d', 'Password Administrator', true, false),
  role('b0f54661-2d74-4c50-afa3-1ec803f12efe', 'Billing Administrator', true, false),
  role(globalReaderId, 'Global Reader', true, false),
  role('3a2c62db-5318-420d-8d74-23affee5d9d5', 'Intune Administrator', false, false),
  role('8329153b-31d0-4727-b945-745eb3bc5f31', 'Domain Name Administrator', false, false),
  role('be2f45a1-457d-42af-a067-6ec1fa63bc45', 'External Identity Provider Administrator', false, false),
  role('4ba39ca4-527c-499a-b93d-d9b492c50246', 'Partner Tier1 Support', false, false),
  role('e00e864a-17c5-4a4b-9c06-f5b95a8d5bd8', 'Partner Tier2 Support', false, false),
];

const byId = new Map(privilegedRoles.map((item) => [item.id, item]));
const byName = new Map(privilegedRoles.map((item) => [item.name.toLowerCase(), item]));
byName.set('company administrator', role(globalAdministratorId, 'Global Administrator', true, true));

export function isPrivilegedRole(templateId: string): boolean {
  return byId.has(templateId.toLowerCase());
}

const otherNames = new Map([
  ['d29b2b05-8046-44ba-8758-1e26182fcf32', 'Directory Synchronization Accounts'],
  ['a92aed5d-d78a-4d16-b381-09adb37eb3b0', 'On Premises Directory Sync Account'],
]);

export function roleName(templateId: string): string {
  const id = templateId.toLowerCase();
  return byId.get(id)?.name ?? otherNames.get(id) ?? templateId;
}

/** The template id of a role known by name, or null. */
export function roleIdByName(name: string): string | null {
  return byName.get(name.trim().toLowerCase())?.id ?? null;
}
