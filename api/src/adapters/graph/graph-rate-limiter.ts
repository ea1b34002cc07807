import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';
import { GraphError } from '../../ports/graph.ts';
import { type GraphRateLimit, type GraphRates, graphRateLimits } from './graph-rate-limits.ts';
import { countFreeSlots, type SlotsTable, takeSlot } from './shared-slots.ts';

/** Waits until a request may be sent, counted together with those of every other worker. */
export type GraphRateLimiter = {
  /**
   * Returns when a request with these paths (one, or those of a $batch) may be sent.
   * @throws GraphError `RateLimited` where that is later than `maxWaitMs`; the signal's reason when aborted
   */
  wait(paths: readonly string[], options: { maxWaitMs: number; signal: AbortSignal | undefined }): Promise<void>;
  /** How many such requests could be sent at once. */
  free(path: string): Promise<number>;
  /** Whether these two may be in one $batch. */
  mayShare(path: string, other: string): boolean;
};

/** For upstreams whose limits nobody counts: benchmarks and tests. */
export const unlimited: GraphRateLimiter = {
  wait: () => Promise.resolve(),
  free: () => Promise.resolve(Number.POSITIVE_INFINITY),
  mayShare: () => true,
};

type Dependencies = {
  slots: SlotsTable;
  rates: GraphRates;
  clock: Clock;
  upstream: string;
  tenantId: string;
  /** Instead of the timer, in tests. */
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
};

/** After so many passes over the buckets that moved the time the request is refused, with the time that was found last. */
const maxPasses = 8;

/** Waits. @throws the signal's reason when aborted */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

export function createGraphRateLimiter(dependencies: Dependencies): GraphRateLimiter {
  const { slots, clock, sleep = pause } = dependencies;

  /** When serial requests really went: one that left late must not have the next one close behind it. */
  const lastSentMs = new Map<string, number>();
  const soonestMs = ({ bucket, limit }: GraphRateLimit): number =>
    (lastSentMs.get(bucket) ?? Number.NEGATIVE_INFINITY) + limit.windowMs / limit.requests;

  /** One time that every bucket has room for. A place at an earlier time stays empty: too few requests harm nobody. */
  async function commonTime(limits: readonly GraphRateLimit[], now: Date, latest: Date): Promise<Date> {
    let at = new Date(Math.max(now.getTime(), ...limits.map(soonestMs)));
    let settled = 0;
    for (let step = 0; settled < limits.length && step < maxPasses * limits.length; step += 1) {
      const one = limits[step % limits.length];
      if (!one) break;
      const slot = await takeSlot(slots, one.bucket, one.limit, { now, notBefore: at, latest });
      if (!slot.granted) throw rateLimited(slot.at, now);
      settled = slot.at.getTime() === at.getTime() ? settled + 1 : 1;
      at = slot.at;
    }
    if (settled < limits.length) throw rateLimited(at, now);
    return at;
  }

  return {
    async wait(paths, { maxWaitMs, signal }) {
      const limits = paths.flatMap((path) => graphRateLimits(path, dependencies));
      if (limits.length === 0) return;
      const now = clock.now();
      const at = await commonTime(limits, now, new Date(now.getTime() + maxWaitMs));
      signal?.throwIfAborted();
      const waitMs = at.getTime() - clock.now().getTime();
      if (waitMs > 0) await sleep(waitMs, signal);
      signal?.throwIfAborted();
      for (const { bucket, isSerial } of limits) if (isSerial) lastSentMs.set(bucket, clock.now().getTime());
    },
    async free(path) {
      const free = graphRateLimits(path, dependencies).map(({ bucket, limit }) =>
        countFreeSlots(slots, bucket, limit, clock.now()),
      );
      return Math.min(Number.POSITIVE_INFINITY, ...(await Promise.all(free)));
    },
    mayShare(path, other) {
      const serial = (one: string) =>
        graphRateLimits(one, dependencies).flatMap(({ isSerial, bucket }) => (isSerial ? [bucket] : []));
      const taken = new Set(serial(path));
      return !serial(other).some((bucket) => taken.has(bucket));
    },
  };
}

function rateLimited(at: Date, now: Date): GraphError {
  const retryAfterSeconds = Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));
  return new GraphError({
    // No answer: nothing was sent.
    status: 0,
    code: 'RateLimited',
    message: `Microsoft limits how often this may be asked, and others are before us: the next turn is in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  });
}
