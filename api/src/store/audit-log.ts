import type { RecordStore } from '../ports/record-store.ts';
import type { TrailDetails } from '../ports/trail.ts';
import { containers } from './containers.ts';
import { monthOf } from './month.ts';

export type EntryRecord = {
  kind: 'entry';
  id: string;
  eventType: string;
  user: string;
  target: string;
  tenantId: string | null;
  details: TrailDetails;
  timestamp: string;
  /** Says that this product wrote the entry: an entry slipped into the store is never sealed. */
  mac: string;
};

/**
 * A block seals entries: it names their hashes and the block before, under a key that only the vault has. One without
 * entries closes its month: no block of that month comes after it.
 */
export type BlockRecord = {
  kind: 'block';
  id: string;
  sequence: number;
  previous: string;
  entryHashes: string[];
  entryIds: string[];
  count: number;
  mac: string;
  timestamp: string;
};

export type TrailRecord = EntryRecord | BlockRecord;

/**
 * Names the secret that holds the trail's key. The first process to create this record decided which one it is; since then
 * the vault itself names it too.
 */
export type TrailKeyRecord = { id: string; kind: 'key'; secretName: string; timestamp: string };

/** The partition of the record that names the key. */
export const keyPartition = 'keys';

export function openAuditLogStore(records: RecordStore) {
  return {
    /** The entries and blocks of the month of an instant (or of a month, `2026-11`). */
    ofMonth: (instant: string) => records.partition<TrailRecord>(containers.auditLogs, monthOf(instant)),

    keys: records.partition<TrailKeyRecord>(containers.auditLogs, keyPartition),

    /** Whatever lies under a key, in whatever form, and to the byte as it was written: for those who check it. */
    anythingIn: (key: string) => records.asWritten<{ id: string }>(containers.auditLogs, key),

    /** Every key under which anything lies: the months, `keys`, and what somebody else may have made. */
    partitionKeys: () => records.partitionKeys(containers.auditLogs),
  };
}

export type AuditLogStore = ReturnType<typeof openAuditLogStore>;
