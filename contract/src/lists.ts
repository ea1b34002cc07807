import * as z from 'zod/mini';
import { line } from './text.ts';

/**
 * An instant as ISO 8601 in UTC. Whatever fraction of a second it came with (Microsoft gives seven digits), it is kept with
 * three: so the order of the texts is that of the instants.
 */
export const Instant = z.iso.datetime().check(
  z.overwrite((text) => {
    const time = new Date(text);
    // What is no instant is told by the check before.
    return Number.isNaN(time.getTime()) ? text : time.toISOString();
  }),
);

/**
 * A whole number in an address, in decimal digits and nothing else: no sign, no exponent, no white space, no leading zero. In
 * the document of the API it is an integer, as OpenAPI writes numbers into addresses so.
 */
export function wholeNumber(minimum: number, maximum: number) {
  const message = `Must be a whole number from ${minimum} to ${maximum}`;
  return z
    .pipe(
      z.transform((given: number | string) =>
        /^(?:0|[1-9]\d{0,14})$/.test(String(given)) ? Number(given) : Number.NaN,
      ),
      z.int(message).check(z.minimum(minimum, message), z.maximum(maximum, message)),
    )
    .register(z.globalRegistry, { type: 'integer', minimum, maximum });
}

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
  limit: z._default(wholeNumber(1, 200), 50),
  cursor: z.optional(line({ max: 2000 })),
};

/** A page of a list that grows. `total` counts all that match, not this page. */
export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), total: z.number(), nextCursor: z.optional(z.string()) });
}

/** A calendar day. */
export const Day = z.iso.date('Must be a day such as 2026-11-30');
