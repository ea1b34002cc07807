import type { Clock } from '../../ports/clock.ts';
import { all, type Condition } from '../../ports/collection.ts';
import type { AuditLogStore } from '../../store/audit-log.ts';
import { monthsOfTrail, readHead } from './chain.ts';
import { blockId } from './seals.ts';
import { idsBelow, idsFrom, mayHold, monthOfId, type TrailSelection } from './trail-filter.ts';

/** How many of a selection a month holds up to an id. `grew`: something came after it. */
type MonthCount = { upTo: string; count: number; grew: boolean };
type Counted = ReadonlyMap<string, MonthCount>;

/** After this, all is counted anew, in case somebody wrote to the store past the chain. */
const freshForMs = 60_000;
const selectionsAtMost = 50;
/** Where more came in between, all is counted anew. */
const blocksAtMost = 1_000;

const upTo = (id: string): Condition => ({ field: 'id', op: 'lte', value: id });
const after = (id: string): Condition => ({ field: 'id', op: 'gt', value: id });

/**
 * How many entries there are, month by month, without counting all of them each time: what came since the last count is told
 * by the blocks that were appended, since each entry is sealed by one. An entry that comes late into a month, as one that
 * waited in an outbox does, makes that month be counted anew. So the figure is exact for all that is sealed.
 */
export function createTrailCounts({ auditLog, clock }: { auditLog: AuditLogStore; clock: Clock }) {
  let sequence = -1;
  let countedAtMs = Number.NEGATIVE_INFINITY;
  let months: readonly string[] = [];
  const selections = new Map<string, Map<string, MonthCount>>();

  async function startAnew(head: number): Promise<void> {
    selections.clear();
    months = await monthsOfTrail(auditLog);
    sequence = head;
    countedAtMs = clock.now().getTime();
  }

  /** What a block says of the counts: a month into which something came before its end is counted anew. */
  function takeIds(ids: readonly string[]): void {
    for (const id of ids) {
      const month = monthOfId(id);
      for (const counted of selections.values()) {
        const known = counted.get(month);
        if (known && id <= known.upTo) counted.delete(month);
        else if (known) known.grew = true;
      }
    }
  }

  async function catchUp(): Promise<void> {
    const head = await readHead(auditLog, clock);
    const isStale = clock.now().getTime() - countedAtMs >= freshForMs;
    const newBlocks = head.sequence - sequence;
    if (isStale || sequence < 0 || newBlocks < 0 || newBlocks > blocksAtMost) return startAnew(head.sequence);
    if (newBlocks === 0) return;
    const [last = ''] = months.slice(-1);
    months = await monthsOfTrail(auditLog);
    // Blocks lie in the months of their writing, which begin with the newest one that was known.
    for (const month of months.filter((one) => one >= last)) {
      const where = [
        { field: 'id', op: 'gt', value: blockId(sequence) },
        { field: 'id', op: 'lt', value: 'block.' },
      ] as const;
      for await (const record of all(auditLog.ofMonth(month), { where })) {
        if (record.kind === 'block') takeIds(record.entryIds);
      }
    }
    sequence = head.sequence;
  }

  /** The id of the newest entry of a month that a selection may hold; null where it holds none. */
  async function newestId(month: string, { from, below }: TrailSelection): Promise<string | null> {
    const { items } = await auditLog.ofMonth(month).query({
      where: [idsFrom(from), idsBelow(below)],
      orderBy: { field: 'id', direction: 'desc' },
      limit: 1,
    });
    return items[0]?.id ?? null;
  }

  async function countMonth(month: string, selection: TrailSelection, known: MonthCount | undefined) {
    const newest = await newestId(month, selection);
    if (newest === null) return { upTo: selection.from, count: 0, grew: false };
    if (known?.upTo === newest) return { ...known, grew: false };
    const since = known ? [after(known.upTo)] : [idsFrom(selection.from)];
    const counted = await auditLog.ofMonth(month).count([...selection.where, ...since, upTo(newest)]);
    return { upTo: newest, count: (known?.count ?? 0) + counted, grew: false };
  }

  function remember(key: string, counted: Map<string, MonthCount>): void {
    selections.delete(key);
    selections.set(key, counted);
    const [oldest] = selections.keys();
    if (selections.size > selectionsAtMost && oldest !== undefined) selections.delete(oldest);
  }

  async function countOf(selection: TrailSelection): Promise<{ month: string; count: number }[]> {
    await catchUp();
    const before: Counted = selections.get(selection.key) ?? new Map();
    const counted = new Map<string, MonthCount>();
    const newestFirst = months.filter((month) => mayHold(selection, month)).toReversed();
    for (const month of newestFirst) {
      const known = before.get(month);
      const isCertain = known && !known.grew && month !== newestFirst[0];
      counted.set(month, isCertain ? known : await countMonth(month, selection, known));
    }
    remember(selection.key, counted);
    return newestFirst.map((month) => ({ month, count: counted.get(month)?.count ?? 0 }));
  }

  let turn: Promise<unknown> = Promise.resolve();
  return {
    /** The months that hold entries of a selection, the newest first, with how many. One caller after the other. */
    of(selection: TrailSelection): Promise<{ month: string; count: number }[]> {
      const counted = turn.then(
        () => countOf(selection),
        () => countOf(selection),
      );
      turn = counted;
      return counted;
    },
  };
}
