// Our own: packages that share a rate limit between hosts (bottleneck, rate-limiter-flexible) need a Redis beside the storage.
import type { StateTable } from '../../ports/state.ts';
import { earliestSlot, freeSlots, liveSlots, type RateLimit } from './rate-slots.ts';

/** The times that are taken, in milliseconds since 1970, ascending, with spaces between: 64 KB hold about 2,300. */
export type SlotsEntity = { slots: string };
export type SlotsTable = Pick<StateTable<SlotsEntity>, 'get' | 'create' | 'replace'>;

/** When the request may be sent. Refused: nothing was reserved, and before that time there was no room for it. */
export type Slot = { granted: boolean; at: Date };

const partition = 'rates';
/** So many that come at once get their slot; more is a fault of another kind. */
const maxAttempts = 100;

function slotsOf(entity: SlotsEntity | undefined): number[] {
  return entity ? entity.slots.split(' ').filter(Boolean).map(Number) : [];
}

/**
 * Reserves the earliest free time at or after `notBefore`, unless that is later than `latest`. A worker that dies before
 * then loses this one slot and no more. One entity for each bucket is changed by one read and one write on condition, and
 * again where another process came between. Times are those of the callers' clocks.
 */
export async function takeSlot(
  table: SlotsTable,
  bucket: string,
  limit: RateLimit,
  { now, notBefore, latest }: { now: Date; notBefore: Date; latest: Date },
): Promise<Slot> {
  if (limit.requests === 0) return { granted: true, at: notBefore };
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const present = await table.get(partition, bucket);
    const reserved = slotsOf(present?.value);
    const slot = earliestSlot(reserved, limit, notBefore.getTime());
    if (slot > latest.getTime()) return { granted: false, at: new Date(slot) };
    // A window longer than they matter here: another worker's clock may be a little behind.
    const kept = liveSlots(reserved, limit, now.getTime() - limit.windowMs);
    kept.push(slot);
    kept.sort((a, b) => a - b);
    const entity = { slots: kept.join(' ') };
    const written = present
      ? await table.replace(partition, bucket, entity, present.etag)
      : await table.create(partition, bucket, entity);
    if (written) return { granted: true, at: new Date(slot) };
  }
  throw new Error(`The rate limit '${bucket}' was changed by others ${maxAttempts} times in a row`);
}

/** How many requests could be sent at once. Nothing is reserved. */
export async function countFreeSlots(table: SlotsTable, bucket: string, limit: RateLimit, now: Date): Promise<number> {
  if (limit.requests === 0) return Number.POSITIVE_INFINITY;
  const present = await table.get(partition, bucket);
  return freeSlots(slotsOf(present?.value), limit, now.getTime());
}
