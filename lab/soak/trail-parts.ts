import { join } from 'node:path';
import { openBlobFiles } from '../../api/src/adapters/azure-storage/blob-files.ts';
import { openSqliteRecordStore } from '../../api/src/adapters/sqlite/sqlite-record-store.ts';
import { openFileVault } from '../../api/src/adapters/vault/file-vault.ts';
import { createTrail } from '../../api/src/domain/audit-trail/trail-service.ts';
import type { Clock } from '../../api/src/ports/clock.ts';
import { openAuditLogStore } from '../../api/src/store/audit-log.ts';
import { containers, globalPartition } from '../../api/src/store/containers.ts';
import { type Outboxed, openOutboxStore } from '../../api/src/store/outbox.ts';
import { shapedRecords } from '../../api/src/store/shaped-records.ts';

/** Something that is changed again and again: `changes` counts how often. */
export type Item = Outboxed & { changes: number; startedAt: string };

export const itemId = (writer: number): string => `item-${writer}`;

/** The trail and what it is about, as a process of the product opens them: one data folder, and Azurite. */
export function openTrailParts(folder: string, connectionString: string, clock: Clock, log: (line: string) => void) {
  const unshaped = openSqliteRecordStore(join(folder, 'tenantry.db'));
  const records = shapedRecords(unshaped);
  const vault = openFileVault({ folder: join(folder, 'vault'), keyFile: join(folder, 'vault-key') });
  const blobs = openBlobFiles({ kind: 'connectionString', value: connectionString }, 'tenantry');
  const trail = createTrail({ auditLog: openAuditLogStore(records), vault, blobs, clock, log });
  return {
    ...{ records, vault, blobs, trail },
    items: records.partition<Item>(containers.scanRuns, globalPartition),
    outboxes: openOutboxStore(records),
    /** As it lies in the store, for its verification. */
    auditLog: openAuditLogStore(unshaped),
  };
}
