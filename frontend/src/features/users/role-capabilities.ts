import type { Role } from '@tenantry/contract/auth';

/** What each role may do and may not (specification, section 6). */
export const roleCapabilities: Record<Role, readonly string[]> = {
  admin: ['Full system access', 'Manages users, tenants and security settings', 'Runs scans and resets passwords'],
  technician: [
    'Reads user information and views audits',
    'Works on tasks and findings',
    'Cannot create or delete users, change roles or tenants, configure security or manage passwords',
  ],
  viewer: ['Read-only', 'Views audit results and reports'],
};
