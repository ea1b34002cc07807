import type { Scalar } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { monthOf } from './month.ts';

export type EntryRecord = {
  kind: 'entry';
  id: string;
  eventType: string;
  user: string;
  target: string;
  tenantId: string | null;
  details: Record<string, Scalar>;
  timestamp: string;
  /** Says that this product wrote the entry: an entry slipped into the store is never sealed. */
  mac: string;
};

/** A block seals entries: it names their hashes and the block before, under a key that only the vault has. */
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

/** Names the secret that holds the trail's key. The first process to create this record decided which one it is. */
type TrailKeyRecord = { id: string; kind: 'key'; secretName: string; timestamp: string };

export function openAuditLogStore(records: RecordStore) {
  return {
    /** The entries and blocks of the month of an instant (or of a month, `2026-11`). */
    ofMonth: (instant: string) => records.partition<TrailRecord>(containers.auditLogs, monthOf(instant)),

    keys: records.partition<TrailKeyRecord>(containers.auditLogs, 'keys'),
  };
}

export type AuditLogStore = ReturnType<typeof openAuditLogStore>;
