import { createHash, createHmac } from 'node:crypto';
import type { Scalar } from '../../ports/collection.ts';

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

function entryContent(entry: Omit<EntryRecord, 'mac' | 'kind'>): string {
  const { id, eventType, user, target, tenantId, details, timestamp } = entry;
  const sorted = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([id, eventType, user, target, tenantId, sorted, timestamp]);
}

export function entryHash(entry: Omit<EntryRecord, 'mac' | 'kind'>): string {
  return createHash('sha256').update(entryContent(entry)).digest('hex');
}

export function entryMac(key: string, entry: Omit<EntryRecord, 'mac' | 'kind'>): string {
  return createHmac('sha256', key)
    .update(`entry ${entryContent(entry)}`)
    .digest('hex');
}

export function blockMac(key: string, block: Omit<BlockRecord, 'mac'>): string {
  const { sequence, previous, entryHashes, entryIds, count, timestamp } = block;
  return createHmac('sha256', key)
    .update(`block ${JSON.stringify([sequence, previous, entryIds, entryHashes, count, timestamp])}`)
    .digest('hex');
}

export const blockId = (sequence: number) => `block-${String(sequence).padStart(12, '0')}`;
export const firstPrevious = 'genesis';
