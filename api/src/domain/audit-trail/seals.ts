import { createHash, createHmac } from 'node:crypto';
import type { BlockRecord, EntryRecord } from '../../store/audit-log.ts';

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
