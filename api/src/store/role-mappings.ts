import type { Role } from '@tenantry/contract/auth';
import { every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import type { Outboxed } from './outbox.ts';

export type RoleMappingRecord = Outboxed & {
  id: string;
  m365Role: string;
  /** Unique without regard to case. */
  m365RoleKey: string;
  localRole: Role;
  description: string;
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
};

export function openRoleMappingStore(records: RecordStore) {
  const mappings = records.partition<RoleMappingRecord>(containers.roleMappings, globalPartition);
  return {
    get: mappings.get,
    create: mappings.create,
    replace: mappings.replace,
    delete: mappings.delete,

    /** All mappings in the order in which they are tried: the oldest first. */
    ordered: () => every(mappings, { orderBy: { field: 'createdAt', direction: 'asc' } }),
  };
}

export type RoleMappingStore = ReturnType<typeof openRoleMappingStore>;
