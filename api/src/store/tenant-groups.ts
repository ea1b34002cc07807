import type { GroupColor, GroupRule } from '@tenantry/contract/tenant-groups';
import { type Collection, every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import type { Outboxed } from './outbox.ts';

/** A group of the tenants that a rule fits. */
export type TenantGroupRecord = Outboxed & {
  id: string;
  name: string;
  /** Unique without regard to case. */
  nameKey: string;
  color: GroupColor;
  rule: GroupRule;
  /**
   * Whom the rule fits, so that a scope and a filter read one record. Derived from rule and tenants, written by
   * domain/tenant-groups alone.
   */
  tenantIds: readonly string[];
  /** Counts the changes that somebody made, so that nobody overwrites one that they have not seen. */
  revision: number;
  createdAt: string;
  updatedAt: string;
  updatedBy: string;
};

/** The groups of tenants: few, in one partition. */
export function openTenantGroupStore(records: RecordStore) {
  const groups: Collection<TenantGroupRecord> = records.partition(containers.tenantGroups, globalPartition);
  return { ...groups, all: () => every(groups, { orderBy: { field: 'nameKey', direction: 'asc' } }) };
}

export type TenantGroupStore = ReturnType<typeof openTenantGroupStore>;
