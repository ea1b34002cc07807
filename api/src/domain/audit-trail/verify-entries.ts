import type { AuditLogStore, BlockRecord, EntryRecord } from '../../store/audit-log.ts';
import { isMonth, monthOf } from '../../store/month.ts';
import { readAnything } from './read-anything.ts';
import { entryHash, entryMac, isSameSeal } from './seals.ts';
import { entryIn, isNewer } from './trail-forms.ts';
import type { TrailProblems } from './trail-problems.ts';

type Parts = { auditLog: AuditLogStore; key: string; problems: TrailProblems };

/** Entries that no block seals so far: a backlog that waited for hours is sealed in another order than it was written. */
const unsealedAtMost = 200_000;
const askedAtOnce = 100;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The month of an entry, by its id; where that tells none, the one that is likely. */
const monthOfEntry = (id: string, likely: string) => {
  const month = id.slice('entry-'.length, 'entry-2026-11'.length);
  return isMonth(month) ? month : likely;
};

/**
 * Holds entries and the blocks that seal them against each other while both are read in order. What it keeps is what one side
 * has shown and the other not yet.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: Its steps share what was read so far; to be flattened.
export function createEntryCheck({ auditLog, key, problems }: Parts) {
  /** Entries that were read, and that no block has sealed so far, in the order of their writing. */
  const unsealed = new Map<string, { hash: string; timestamp: string; month: string }>();
  /** Entries that a newer version may have written: unless a block that this one can read seals them. */
  const newer = new Map<string, { at: string | null; month: string }>();
  let entries = 0;

  function reportNewer(id: string): void {
    const waiting = newer.get(id);
    newer.delete(id);
    if (!waiting) return;
    const message = 'This entry says that a newer version of Tenantry wrote it, which alone can check it.';
    problems.add({ kind: 'newer', record: id, ...waiting, message });
  }

  function altered(id: string, at: string | null, month: string): void {
    const message = 'This entry was changed, or Tenantry did not write it.';
    problems.add({ kind: 'altered', record: id, at, month, message });
  }

  function keepNewer(id: string, waiting: { at: string | null; month: string }): void {
    newer.set(id, waiting);
    if (newer.size <= unsealedAtMost) return;
    const [oldest] = newer.keys();
    if (oldest !== undefined) reportNewer(oldest);
  }

  /**
   * The entry in a record; null where it is not as the product wrote it, which is told then.
   * @param isSealed whether a block that this version can read seals it: then no newer one wrote it
   */
  function authentic(record: { id: string }, month: string, isSealed: boolean): EntryRecord | null {
    const entry = entryIn(record);
    const at = textOf((record as Partial<EntryRecord>).timestamp);
    if (entry && isSameSeal(entry.mac, entryMac(key, entry))) {
      if (monthOf(entry.timestamp) === month) return entry;
      const message = `This entry was written in ${monthOf(entry.timestamp)} and lies in ${month}: it was copied or moved.`;
      problems.add({ kind: 'misplaced', record: `${entry.id} in ${month}`, at: entry.timestamp, month, message });
      return null;
    }
    if (isNewer(record) && !isSealed) keepNewer(record.id, { at, month });
    else altered(record.id, at, month);
    return null;
  }

  function keep(id: string, waiting: { hash: string; timestamp: string; month: string }): void {
    unsealed.set(id, waiting);
    if (unsealed.size <= unsealedAtMost) return;
    const [oldest] = unsealed.keys();
    if (oldest !== undefined) reportUnsealed(oldest);
  }

  function reportUnsealed(id: string): void {
    const waiting = unsealed.get(id);
    unsealed.delete(id);
    if (!waiting) return;
    const message = 'Tenantry wrote this entry, and no block seals it: the block that did is gone or was changed.';
    problems.add({ kind: 'unsealed', record: id, at: waiting.timestamp, month: waiting.month, message });
  }

  /** A sealed entry that did not pass by: it was sealed twice or late, or it is gone. */
  async function lookUp(month: string, sealed: ReadonlyMap<string, string>, block: BlockRecord): Promise<void> {
    const ids = [...sealed.keys()];
    for (let from = 0; from < ids.length; from += askedAtOnce) {
      const value = ids.slice(from, from + askedAtOnce);
      const found = new Map<string, { id: string }>();
      const asked = [{ field: 'id', op: 'in', value }] as const;
      for await (const record of readAnything(auditLog.anythingIn(month), month, asked, problems)) {
        found.set(record.id, record);
      }
      for (const id of value) {
        const record = found.get(id);
        const entry = record && authentic(record, month, true);
        if (entry && entryHash(entry) !== sealed.get(id)) changed(entry, month);
        if (record) continue;
        const message = `Block ${block.sequence} seals this entry, and it is gone.`;
        problems.add({ kind: 'removed', record: id, at: id.slice('entry-'.length, 30), month, message });
      }
    }
  }

  function changed(entry: EntryRecord, month: string): void {
    const message = 'This entry is not the one that its block seals.';
    problems.add({ kind: 'altered', record: entry.id, at: entry.timestamp, month, message });
  }

  return {
    /** Takes the next entry of a month; `expected`: what the block that was just read seals. */
    take(record: { id: string }, month: string, expected: Map<string, string>): void {
      entries += 1;
      const sealed = expected.get(record.id);
      const entry = authentic(record, month, sealed !== undefined);
      expected.delete(record.id);
      if (!entry) return;
      const hash = entryHash(entry);
      if (sealed === undefined) keep(entry.id, { hash, timestamp: entry.timestamp, month });
      else if (sealed !== hash) changed(entry, month);
    },

    /** What a block seals, less the entries that passed by before it. */
    expectedOf(block: BlockRecord): Map<string, string> {
      const expected = new Map<string, string>();
      for (const [index, id] of block.entryIds.entries()) {
        const hash = block.entryHashes[index] ?? '';
        const seen = unsealed.get(id);
        const changed = newer.get(id);
        newer.delete(id);
        if (changed) altered(id, changed.at, changed.month);
        else if (seen?.hash === hash) unsealed.delete(id);
        else expected.set(id, hash);
      }
      return expected;
    },

    /** Looks for entries of a block that have not passed by, though their place has. */
    async resolve(expected: ReadonlyMap<string, string>, block: BlockRecord): Promise<void> {
      const ofMonths = Map.groupBy(expected, ([id]) => monthOfEntry(id, monthOf(block.timestamp)));
      for (const [month, some] of ofMonths) await lookUp(month, new Map(some), block);
    },

    unsealed: (): ReadonlyMap<string, { timestamp: string }> => unsealed,
    /** Takes what later blocks seal out of those that wait. */
    sealedLater(block: BlockRecord): void {
      for (const [index, id] of block.entryIds.entries()) {
        if (unsealed.get(id)?.hash === block.entryHashes[index]) unsealed.delete(id);
      }
    },
    reportUnsealed,
    /** Tells of those that no block of this version seals. */
    reportNewer(): void {
      for (const id of [...newer.keys()]) reportNewer(id);
    },
    count: (): number => entries,
  };
}

export type EntryCheck = ReturnType<typeof createEntryCheck>;
