/** At most so many requests in any span of this length. `requests` 0: no limit. */
export type RateLimit = { requests: number; windowMs: number };

/** When the request may be sent. Refused: nothing was reserved, and before that time there was no room for it. */
export type Turn = { granted: boolean; at: Date };

/** Limits that hold over all workers. Each bucket is a list of the times at which requests may be sent. */
export interface RateLimits {
  /**
   * Reserves the earliest free time at or after `notBefore`, unless that is later than `latest`. A worker that dies before
   * its turn loses this one place and no more.
   */
  take(bucket: string, limit: RateLimit, when: { now: Date; notBefore: Date; latest: Date }): Promise<Turn>;
  /** How many requests could be sent at once. Nothing is reserved. */
  free(bucket: string, limit: RateLimit, now: Date): Promise<number>;
}
