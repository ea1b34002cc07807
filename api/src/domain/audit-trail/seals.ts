import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { TrailValue } from '../../ports/trail.ts';
import type { BlockRecord, EntryRecord } from '../../store/audit-log.ts';

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** The value with the fields of its objects in one order, however a store gave them back. */
function inOneOrder(value: TrailValue): TrailValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOneOrder);
  const fields = Object.entries(value).sort(byName);
  return Object.fromEntries(fields.map(([name, inner]) => [name, inOneOrder(inner)]));
}

function entryContent(entry: Omit<EntryRecord, 'mac' | 'kind'>): string {
  const { id, eventType, user, target, tenantId, details, timestamp } = entry;
  const sorted = Object.entries(details)
    .sort(byName)
    .map(([name, value]) => [name, inOneOrder(value)]);
  return JSON.stringify([id, eventType, user, target, tenantId, sorted, timestamp]);
}

export function entryHash(entry: Omit<EntryRecord, 'mac' | 'kind'>): string {
  return createHash('sha256').update(entryContent(entry)).digest('hex');
}

const keyed = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

export function entryMac(key: string, entry: Omit<EntryRecord, 'mac' | 'kind'>): string {
  return keyed(key, `entry ${entryContent(entry)}`);
}

export function blockMac(key: string, block: Omit<BlockRecord, 'mac'>): string {
  const { sequence, previous, entryHashes, entryIds, count, timestamp } = block;
  return keyed(key, `block ${JSON.stringify([sequence, previous, entryIds, entryHashes, count, timestamp])}`);
}

/** A seal over something else than entries and blocks. `kind` keeps one kind's seal from being another's. */
export function sealOf(key: string, kind: 'anchor' | 'verification', content: readonly unknown[]): string {
  return keyed(key, `${kind} ${JSON.stringify(content)}`);
}

/** Compares in the same time wherever they differ. */
export function isSameSeal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export const blockId = (sequence: number) => `block-${String(sequence).padStart(12, '0')}`;
export const firstPrevious = 'genesis';
