import type { RateLimit, RateLimits, Turn } from '../../ports/rate-limits.ts';
import type { StateTable } from '../../ports/state.ts';
import { earliestSlot, freeSlots, liveSlots } from './rate-slots.ts';

/** The times that are taken, in milliseconds since 1970, ascending, with spaces between: 64 KB hold about 2,300. */
export type RateEntity = { slots: string };

const partition = 'rates';
/** So many that come at once get their turn; more is a fault of another kind. */
const maxAttempts = 100;

function slotsOf(entity: RateEntity | undefined): number[] {
  return entity ? entity.slots.split(' ').filter(Boolean).map(Number) : [];
}

/**
 * Limits that hold over every process that uses the same table: one entity for each bucket, changed by one read and one
 * write on condition, and again where another came between. Times are those of the callers' clocks.
 */
export function createStateRateLimits(table: StateTable<RateEntity>): RateLimits {
  async function reserve(
    bucket: string,
    limit: RateLimit,
    when: { now: number; notBefore: number; latest: number },
  ): Promise<Turn> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const present = await table.get(partition, bucket);
      const reserved = slotsOf(present?.value);
      const slot = earliestSlot(reserved, limit, when.notBefore);
      if (slot > when.latest) return { granted: false, at: new Date(slot) };
      // A window longer than they matter here: another worker's clock may be a little behind.
      const kept = liveSlots(reserved, limit, when.now - limit.windowMs);
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

  return {
    async take(bucket, limit, { now, notBefore, latest }) {
      if (limit.requests === 0) return { granted: true, at: notBefore };
      const when = { now: now.getTime(), notBefore: notBefore.getTime(), latest: latest.getTime() };
      return reserve(bucket, limit, when);
    },
    async free(bucket, limit, now) {
      if (limit.requests === 0) return Number.POSITIVE_INFINITY;
      const present = await table.get(partition, bucket);
      return freeSlots(slotsOf(present?.value), limit, now.getTime());
    },
  };
}
