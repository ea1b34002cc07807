import type { Clock } from '../../ports/clock.ts';
import { createOnce } from '../../ports/collection.ts';
import type { AuditLogStore, BlockRecord, EntryRecord } from '../../store/audit-log.ts';
import { blockId, blockMac, entryHash, firstPrevious } from './seals.ts';

/** The newest block of the chain; `timestamp` null before the first. */
type Head = { sequence: number; mac: string; timestamp: string | null };

const genesis: Head = { sequence: 0, mac: firstPrevious, timestamp: null };
/** The newest block is looked for this far back; an installation that was idle for longer begins a new chain. */
const headWithinMonths = 24;

/** Reads the newest block, month by month back from now. */
export async function readHead(auditLog: AuditLogStore, clock: Clock): Promise<Head> {
  const at = clock.now();
  for (let back = 0; back < headWithinMonths; back += 1) {
    const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 1)).toISOString();
    const { items } = await auditLog.ofMonth(first).query({
      where: [{ field: 'kind', op: 'eq', value: 'block' }],
      orderBy: { field: 'id', direction: 'desc' },
      limit: 1,
    });
    const block = items[0];
    if (block?.kind === 'block') return { sequence: block.sequence, mac: block.mac, timestamp: block.timestamp };
  }
  return genesis;
}

/**
 * The writing end of the chain in this process: it remembers the head, and reads it again where another process was first.
 * Of several processes the one that creates the next block has appended it; the others try again on top of it.
 */
export function createChain(auditLog: AuditLogStore, clock: Clock) {
  let head: Head | undefined;
  return {
    /** Appends a block that seals the entries under the key. */
    async seal(entries: readonly EntryRecord[], key: string): Promise<void> {
      for (;;) {
        const before = head ?? (await readHead(auditLog, clock));
        // Where the block is not created, or nobody knows whether it was, the head is read again.
        head = undefined;
        const timestamp = clock.now().toISOString();
        const sequence = before.sequence + 1;
        const content = {
          kind: 'block' as const,
          id: blockId(sequence),
          sequence,
          previous: before.mac,
          entryIds: entries.map((entry) => entry.id),
          entryHashes: entries.map(entryHash),
          count: entries.length,
          timestamp,
        };
        const block: BlockRecord = { ...content, mac: blockMac(key, content) };
        if (await createOnce(auditLog.ofMonth(timestamp), block)) {
          head = { sequence, mac: block.mac, timestamp };
          return;
        }
      }
    },
  };
}
