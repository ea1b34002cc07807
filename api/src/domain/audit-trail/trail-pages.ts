import type { Clock } from '../../ports/clock.ts';
import { all, type Condition } from '../../ports/collection.ts';
import type { AuditLogStore, TrailRecord } from '../../store/audit-log.ts';
import { startOfMonth } from '../../store/month.ts';
import { createTrailCounts } from './trail-counts.ts';
import { firstIdAt, idsBelow, idsFrom, type TrailSelection } from './trail-filter.ts';

/** Fewer than this are read and dropped; of more, it is found out by counting where they end. */
const droppedAtMost = 100;
const newestFirst = { field: 'id', direction: 'desc' } as const;

/** The trail as a list: newest first, over months. */
export function createTrailPages({ auditLog, clock }: { auditLog: AuditLogStore; clock: Clock }) {
  const counts = createTrailCounts({ auditLog, clock });

  /**
   * An instant of the month after which at most `skip` of the selection lie, and nearly as many: how far the newest `skip` of
   * them reach is found by halving the month, since the store counts by its index and reads none.
   */
  async function skipNewest(month: string, selection: TrailSelection, skip: number) {
    let below = selection.below;
    let skipped = 0;
    let low = startOfMonth(`${month}-01T00:00:00Z`).getTime();
    let high = startOfMonth(`${month}-01T00:00:00Z`, 1).getTime();
    while (skip - skipped > droppedAtMost && high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const id = firstIdAt(new Date(middle));
      const newer = await auditLog
        .ofMonth(month)
        .count([...selection.where, idsFrom(id > selection.from ? id : selection.from), idsBelow(selection.below)]);
      if (newer > skip) low = middle;
      else {
        high = middle;
        skipped = newer;
        below = id < selection.below ? id : selection.below;
      }
    }
    return { below, left: skip - skipped };
  }

  const conditions = ({ where, from }: TrailSelection, below: string): Condition[] => [
    ...where,
    idsFrom(from),
    idsBelow(below),
  ];

  async function readMonth(month: string, selection: TrailSelection, skip: number, limit: number) {
    const { below, left } = await skipNewest(month, selection, skip);
    const where = conditions(selection, below);
    const found: TrailRecord[] = [];
    let toDrop = left;
    const pageSize = Math.min(left + limit, droppedAtMost + limit);
    for await (const record of all(auditLog.ofMonth(month), { where, orderBy: newestFirst, limit: pageSize })) {
      if (toDrop > 0) toDrop -= 1;
      else found.push(record);
      if (found.length === limit) break;
    }
    return found;
  }

  return {
    /** Entries of a selection from the `offset`th on, newest first, and how many there are in all. */
    async page(selection: TrailSelection, { offset, limit }: { offset: number; limit: number }) {
      const months = await counts.of(selection);
      const total = months.reduce((sum, { count }) => sum + count, 0);
      const records: TrailRecord[] = [];
      let skip = offset;
      for (const { month, count } of months) {
        if (records.length >= limit) break;
        if (count > skip) records.push(...(await readMonth(month, selection, skip, limit - records.length)));
        skip = Math.max(0, skip - count);
      }
      return { records, total };
    },

    /** How many there are. */
    async count(selection: TrailSelection): Promise<number> {
      return (await counts.of(selection)).reduce((sum, { count }) => sum + count, 0);
    },

    /** All of a selection, newest first. */
    async *each(selection: TrailSelection): AsyncGenerator<TrailRecord> {
      for (const { month } of await counts.of(selection)) {
        const where = conditions(selection, selection.below);
        yield* all(auditLog.ofMonth(month), { where, orderBy: newestFirst });
      }
    },
  };
}

export type TrailPages = ReturnType<typeof createTrailPages>;
