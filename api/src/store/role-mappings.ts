import type { Role } from '@tenantry/contract/auth';
import { type Collection, every } from '../ports/collection.ts';
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

export type RoleMappingStore = Pick<Collection<RoleMappingRecord>, 'get' | 'create' | 'replace' | 'delete'> & {
  /** All mappings in the order in which they are tried: the oldest first. */
  ordered(): Promise<RoleMappingRecord[]>;
};

export function openRoleMappingStore(records: RecordStore): RoleMappingStore {
  const mappings = records.partition<RoleMappingRecord>(containers.roleMappings, globalPartition);
  return {
    get: (id) => mappings.get(id),
    create: (mapping) => mappings.create(mapping),
    replace: (mapping, etag) => mappings.replace(mapping, etag),
    delete: (id) => mappings.delete(id),
    ordered: () => every(mappings, { orderBy: { field: 'createdAt', direction: 'asc' } }),
  };
}
