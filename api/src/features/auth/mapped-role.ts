import type { Role } from '@tenantry/contract/auth';
import { all, type Collection, type RecordStore } from '../../ports/collection.ts';
import type { DirectoryRole } from '../../ports/identity-provider.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { RoleMappingRecord } from '../../store/role-mappings.ts';

export function roleMappings(store: RecordStore): Collection<RoleMappingRecord> {
  return store.partition(containers.roleMappings, globalPartition);
}

/** All mappings in the order in which they are tried: the oldest first. */
export async function orderedMappings(store: RecordStore): Promise<RoleMappingRecord[]> {
  const mappings: RoleMappingRecord[] = [];
  const order = { orderBy: { field: 'createdAt', direction: 'asc' } } as const;
  for await (const mapping of all(roleMappings(store), order)) mappings.push(mapping);
  return mappings;
}

/**
 * The role that somebody's directory roles give: that of the first active mapping whose role is one of them, by name or
 * template id, without regard to case. Null where none fits.
 */
export function mappedRole(mappings: readonly RoleMappingRecord[], held: readonly DirectoryRole[]): Role | null {
  const names = new Set(held.flatMap(({ name, templateId }) => [name.toLowerCase(), templateId.toLowerCase()]));
  names.delete('');
  return mappings.find((mapping) => mapping.isActive && names.has(mapping.m365RoleKey))?.localRole ?? null;
}
