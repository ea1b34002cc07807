/** At most so many requests in any span of this length. `requests` 0: no limit. */
export type RateLimit = { requests: number; windowMs: number };

/** Position of the first entry that is later than `time`. */
function positionAfter(reserved: readonly number[], time: number): number {
  const found = reserved.findIndex((one) => one > time);
  return found === -1 ? reserved.length : found;
}

/**
 * The earliest time at or after `notBefore` that can join the reserved ones, so that no span of `windowMs` holds more
 * than `requests` of them. Gaps between reservations are used.
 * @param reserved times in milliseconds, ascending, that keep the limit among themselves
 */
export function earliestSlot(
  reserved: readonly number[],
  { requests, windowMs }: RateLimit,
  notBefore: number,
): number {
  let slot = notBefore;
  for (;;) {
    const joined = reserved.toSpliced(positionAfter(reserved, slot), 0, slot);
    // Of each row of `requests` + 1 neighbors, the last must be a whole window after the first.
    const crowded = joined.findIndex((first, index) => {
      const last = joined[index + requests];
      return last !== undefined && last - first < windowMs;
    });
    const first = joined[crowded];
    if (first === undefined) return slot;
    // The row is crowded by our slot alone: it has to go a window past the row's first, or past our slot's neighbor.
    slot = first < slot ? Math.max(slot + 1, first + windowMs) : (joined[crowded + 1] ?? slot) + windowMs;
  }
}

/** The reservations that still matter at `now`: a request of a window ago limits nobody. */
export function liveSlots(reserved: readonly number[], { windowMs }: RateLimit, now: number): number[] {
  return reserved.filter((time) => time > now - windowMs);
}

/** How many requests could be sent at `now`, all of them at once. */
export function freeSlots(reserved: readonly number[], limit: RateLimit, now: number): number {
  const slots = liveSlots(reserved, limit, now);
  let free = 0;
  while (free < limit.requests && earliestSlot(slots, limit, now) === now) {
    slots.splice(positionAfter(slots, now), 0, now);
    free += 1;
  }
  return free;
}
