import * as z from 'zod/mini';
import { line } from './text.ts';

/** An instant as ISO 8601 in UTC. */
export const Instant = z.iso.datetime();

/** Why an administrator decided something: in the trail and in the report, so it has to say something. */
export const Reason = line({
  min: 10,
  tooShort: 'Give a reason of at least 10 characters',
  max: 500,
  tooLong: 'Keep the reason under 500 characters',
});

/** What a list is searched for. */
export const SearchText = line({ max: 200 });

/** Query parameters of every list that grows. */
export const listQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  cursor: z.optional(z.string().check(z.maxLength(2000))),
};

/** A page of a list that grows. `total` counts all that match, not this page. */
export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), total: z.number(), nextCursor: z.optional(z.string()) });
}
