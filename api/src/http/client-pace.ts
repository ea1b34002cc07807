import type { AttemptBuckets } from '../domain/attempts/attempt-buckets.ts';
import { createOneAtATime } from '../domain/attempts/one-at-a-time.ts';
import { AppError } from './app-error.ts';

/**
 * Limits the calls of each contact of a client as those of a token are: a room is no way to keep a host busy. Calls that are closed to
 * clients are refused before, and count for nothing.
 * @throws AppError RATE_LIMITED
 */
export function createClientPace(buckets: Pick<AttemptBuckets, 'take'>): (userId: string) => Promise<void> {
  const oneAtATime = createOneAtATime();
  return async (userId) => {
    const waitMs = await oneAtATime(userId, () => buckets.take([{ kind: 'client', value: userId }]));
    if (waitMs === 0) return;
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    throw new AppError('RATE_LIMITED', 'That was too much at once. Try again in a moment.', { retryAfterSeconds });
  };
}
