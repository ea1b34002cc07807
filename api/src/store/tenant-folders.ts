/**
 * The folders in which each tenant has one of its own, named by its id. A file of a tenant lies in one of these: whatever is
 * deleted with the tenant is deleted by this list.
 */
export const tenantFolders = [
  'scans',
  'directory-sync',
  'last-sign-in',
  'simulated-last-sign-in',
  'tenant-configuration',
  'simulated-tenant-configuration',
  'sign-ins',
  'simulated-sign-ins',
  'settings',
  'audited-facts',
  'reports',
  'evidence',
] as const;

export type TenantFolder = (typeof tenantFolders)[number];

/** The folder of one tenant. */
export const tenantFolder = (folder: TenantFolder, tenantId: string): string => `${folder}/${tenantId}/`;
