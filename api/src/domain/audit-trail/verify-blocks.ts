import type { Condition } from '../../ports/collection.ts';
import type { AuditLogStore, BlockRecord } from '../../store/audit-log.ts';
import { monthOf } from '../../store/month.ts';
import { readAnything } from './read-anything.ts';
import { blockId, blockMac, firstPrevious, isSameSeal } from './seals.ts';
import { blockIn, isNewer } from './trail-forms.ts';
import type { TrailProblems } from './trail-problems.ts';
import type { Anchors } from './verify-anchors.ts';
import type { EntryCheck } from './verify-entries.ts';

type Parts = {
  auditLog: AuditLogStore;
  key: string;
  problems: TrailProblems;
  anchors: Anchors;
  entries: EntryCheck;
  /** Called with the number of entries so far, again and again. */
  onProgress(entries: number): Promise<void>;
};

/** Ids in a range: by id is the one order in which every record comes, whatever is in it. */
const atLeast = (value: string): Condition => ({ field: 'id', op: 'gte', value });
const below = (value: string): Condition => ({ field: 'id', op: 'lt', value });
const blockIds = [atLeast('block-'), below('block.')];
const entryIds = [atLeast('entry-'), below('entry.')];
/** What is neither a block nor an entry by its id. */
const otherIds = [[below('block-')], [atLeast('block.'), below('entry-')], [atLeast('entry.')]];

const changedBlock = 'This block was changed, or Tenantry did not write it.';
const newerAtMost = 10_000;
const newerBlock = 'This block says that a newer version of Tenantry wrote it, which alone can check it.';

/** Reads a stream record by record, with a look at the next one. */
async function peekable<T>(stream: AsyncGenerator<T>) {
  let next = await stream.next();
  return {
    peek: (): T | undefined => (next.done ? undefined : next.value),
    async skip(): Promise<void> {
      next = await stream.next();
    },
  };
}

/** Verifies the trail month by month. Memory holds a page of records and what waits for its other side. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: Its steps share what was read so far; to be flattened.
export function createBlockCheck({ auditLog, key, problems, anchors, entries, onProgress }: Parts) {
  let previous: BlockRecord | undefined;
  let from: string | null = null;
  let until: string | null = null;
  const counted = { blocks: 0, unprovenBlocks: 0, unprovenEntries: 0 };

  /** Blocks of a newer version, as long as none of this one stands on them: it never appends to what it cannot read. */
  let newer: { record: { id: string; timestamp: unknown }; month: string }[] = [];

  const read = (month: string, where: readonly Condition[]) =>
    readAnything(auditLog.anythingIn(month), month, where, problems);

  const tell = (
    kind: 'altered' | 'removed' | 'misplaced' | 'newer',
    block: { id: string },
    month: string,
    message: string,
  ) => {
    const { timestamp } = block as Partial<BlockRecord>;
    const record = kind === 'misplaced' ? `${block.id} in ${month}` : block.id;
    problems.add({ kind, record, at: typeof timestamp === 'string' ? timestamp : null, month, message });
  };

  function settleNewer(kind: 'newer' | 'altered'): void {
    const message = kind === 'newer' ? newerBlock : changedBlock;
    for (const { record, month } of newer) tell(kind, record, month, message);
    newer = [];
  }

  /** The block in a record, where it is in its place; null otherwise, which is told then. */
  function inPlace(record: { id: string }, month: string): { block: BlockRecord; isOurs: boolean } | null {
    const read = blockIn(record);
    const { block } = read ?? {};
    const isOurs = block && isSameSeal(block.mac, blockMac(key, block)) && block.id === blockId(block.sequence);
    if (!block || !isOurs || !read?.isExact) {
      if (!isNewer(record)) tell('altered', record, month, changedBlock);
      else if (newer.length < newerAtMost) {
        newer.push({ record: { id: record.id, timestamp: (record as Partial<BlockRecord>).timestamp }, month });
      } else tell('newer', record, month, newerBlock);
      // What comes after it names it all the same, where it is in its place.
      return block && block.sequence === (previous?.sequence ?? 0) + 1 ? { block, isOurs: isOurs === true } : null;
    }
    if (monthOf(block.timestamp) === month) {
      settleNewer('altered');
      return { block, isOurs: true };
    }
    const written = monthOf(block.timestamp);
    tell(
      'misplaced',
      block,
      month,
      `This block was written in ${written} and lies in ${month}: it was copied or moved.`,
    );
    return null;
  }

  function checkOrder(block: BlockRecord, month: string): void {
    const follows = previous
      ? block.sequence === previous.sequence + 1 && block.previous === previous.mac
      : block.sequence === 1 && block.previous === firstPrevious;
    if (follows) return;
    const gone = previous ? `the one before it does not follow block ${previous.sequence}` : 'there is none before it';
    const at = previous?.timestamp ?? null;
    const expected = (previous?.sequence ?? 0) + 1;
    const message =
      block.sequence > expected
        ? `Blocks ${expected} to ${block.sequence - 1} are gone, with what they sealed.`
        : `Block ${block.sequence} is not where it was written: ${gone}.`;
    const record = block.sequence > expected ? blockId(expected) : `order of ${block.id}`;
    problems.add({ kind: 'removed', record, at, month, message });
  }

  async function takeBlock(record: { id: string }, month: string): Promise<Map<string, string> | null> {
    counted.blocks += 1;
    const placed = inPlace(record, month);
    if (!placed) return null;
    const { block, isOurs } = placed;
    // An anchor knows when a block before this one was written, so it speaks first.
    const isProven = await anchors.pass(block);
    checkOrder(block, month);
    previous = block;
    if (isOurs) {
      from ??= block.timestamp;
      until = block.timestamp;
    }
    counted.unprovenBlocks += 1;
    counted.unprovenEntries += block.count;
    if (isProven) {
      counted.unprovenBlocks = 0;
      counted.unprovenEntries = 0;
    }
    // What a newer version's block says of its entries is for that version to hold against them.
    return isNewer(record) ? null : entries.expectedOf(block);
  }

  async function verifyStrangers(month: string): Promise<void> {
    for (const where of otherIds) {
      for await (const { id } of read(month, where)) {
        problems.add({ kind: 'inserted', record: id, at: null, month, message: 'Tenantry did not write this record.' });
        await onProgress(entries.count());
      }
    }
  }

  return {
    async verifyMonth(month: string): Promise<void> {
      await verifyStrangers(month);
      const stream = await peekable(read(month, entryIds));
      const none = new Map<string, string>();
      for await (const record of read(month, blockIds)) {
        const expected = await takeBlock(record, month);
        await onProgress(entries.count());
        if (!expected || !previous) continue;
        const last =
          [...expected.keys()]
            .filter((id) => id.startsWith('entry-'))
            .toSorted()
            .at(-1) ?? '';
        for (let entry = stream.peek(); entry && entry.id <= last; entry = stream.peek()) {
          entries.take(entry, month, expected);
          await stream.skip();
        }
        await entries.resolve(expected, previous);
      }
      for (let entry = stream.peek(); entry; entry = stream.peek()) {
        entries.take(entry, month, none);
        await stream.skip();
        await onProgress(entries.count());
      }
    },

    /** Blocks that were appended since: what they seal no longer waits. */
    async readLaterBlocks(months: readonly string[]): Promise<void> {
      for (const month of months) {
        const where = [atLeast(blockId((previous?.sequence ?? 0) + 1)), below('block.')];
        for await (const record of read(month, where)) {
          const { block } = blockIn(record) ?? {};
          if (block && isSameSeal(block.mac, blockMac(key, block))) entries.sealedLater(block);
        }
      }
    },

    reportNewer: (): void => settleNewer('newer'),
    result: () => ({ ...counted, from, until }),
  };
}
