import type { Role } from '@tenantry/contract/auth';
import type { DirectoryRole } from '../../ports/identity-provider.ts';
import type { RoleMappingRecord } from '../../store/role-mappings.ts';

/**
 * The role that somebody's directory roles give: that of the first active mapping whose role is one of them, by name or
 * template id, without regard to case. Null where none fits.
 */
export function mappedRole(mappings: readonly RoleMappingRecord[], held: readonly DirectoryRole[]): Role | null {
  const names = new Set(held.flatMap(({ name, templateId }) => [name.toLowerCase(), templateId.toLowerCase()]));
  names.delete('');
  return mappings.find((mapping) => mapping.isActive && names.has(mapping.m365RoleKey))?.localRole ?? null;
}
