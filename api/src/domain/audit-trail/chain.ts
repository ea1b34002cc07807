import type { Clock } from '../../ports/clock.ts';
import { createOnce } from '../../ports/collection.ts';
import type { AuditLogStore, BlockRecord, EntryRecord } from '../../store/audit-log.ts';
import { isMonth, monthOf, startOfMonth } from '../../store/month.ts';
import { blockId, blockMac, entryHash, firstPrevious } from './seals.ts';

/** The newest block of the chain; `timestamp` null before the first. `closes`: no other block of its month comes after it. */
type Head = { sequence: number; mac: string; timestamp: string | null; closes: boolean };

const genesis: Head = { sequence: 0, mac: firstPrevious, timestamp: null, closes: false };

const headOf = ({ sequence, mac, timestamp, count }: BlockRecord): Head => ({
  sequence,
  mac,
  timestamp,
  closes: count === 0,
});

/** The newest block of a month; null where it has none. */
export async function newestBlock(auditLog: AuditLogStore, month: string): Promise<BlockRecord | null> {
  const { items } = await auditLog.ofMonth(month).query({
    // Their ids are a range, so that no entry is read.
    where: [
      { field: 'kind', op: 'eq', value: 'block' },
      { field: 'id', op: 'gte', value: 'block-' },
      { field: 'id', op: 'lt', value: 'block.' },
    ],
    orderBy: { field: 'id', direction: 'desc' },
    limit: 1,
  });
  return items[0]?.kind === 'block' ? items[0] : null;
}

/** The months in which anything lies, in order. */
export async function monthsOfTrail(auditLog: AuditLogStore): Promise<string[]> {
  const months: string[] = [];
  for await (const key of auditLog.partitionKeys()) if (isMonth(key)) months.push(key);
  return months;
}

/** Reads the newest block, month by month back from the next one: another host's clock may be ahead of ours. */
export async function readHead(auditLog: AuditLogStore, clock: Clock): Promise<Head> {
  const near = [1, 0, -1].map((offset) => monthOf(startOfMonth(clock.now(), offset).toISOString()));
  for (const month of near) {
    const block = await newestBlock(auditLog, month);
    if (block) return headOf(block);
  }
  const earlier = (await monthsOfTrail(auditLog)).filter((month) => month < (near.at(-1) ?? ''));
  for (const month of earlier.toReversed()) {
    const block = await newestBlock(auditLog, month);
    if (block) return headOf(block);
  }
  return genesis;
}

/**
 * The writing end of the chain in this process: it remembers the head, and reads it again where another process was first.
 * Of several processes the one that creates the next block has appended it; the others try again on top of it. That holds
 * within a month: so an empty block closes each, before the first of a later one, and two processes with clocks on either
 * side of midnight append to one chain.
 */
export function createChain(auditLog: AuditLogStore, clock: Clock) {
  let head: Head | undefined;

  /** @returns false where another process was first */
  async function append(
    before: Head,
    entries: readonly EntryRecord[],
    timestamp: string,
    key: string,
  ): Promise<boolean> {
    // Where the block is not created, or nobody knows whether it was, the head is read again.
    head = undefined;
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
    if (!(await createOnce(auditLog.ofMonth(timestamp), block))) return false;
    head = headOf(block);
    return true;
  }

  /** Closes the month of the head where it is over. @returns the head on which the next block stands */
  async function closed(key: string): Promise<Head> {
    for (;;) {
      const before = head ?? (await readHead(auditLog, clock));
      const { timestamp, closes } = before;
      if (timestamp === null || closes || monthOf(timestamp) >= monthOf(clock.now().toISOString())) return before;
      const lastInstant = new Date(startOfMonth(timestamp, 1).getTime() - 1).toISOString();
      await append(before, [], lastInstant, key);
    }
  }

  return {
    /** Closes the month of the newest block where it is over, so that its end can be anchored. */
    closeMonth: async (key: string): Promise<void> => void (await closed(key)),

    /** Appends a block that seals the entries under the key. */
    async seal(entries: readonly EntryRecord[], key: string): Promise<void> {
      for (;;) {
        const before = await closed(key);
        const { timestamp, closes } = before;
        const earliest = timestamp !== null && closes ? startOfMonth(timestamp, 1).toISOString() : (timestamp ?? '');
        const now = clock.now().toISOString();
        if (await append(before, entries, now > earliest ? now : earliest, key)) return;
      }
    },
  };
}
