import * as z from 'zod/mini';
import { LowerGuid } from './ids.ts';
import { Instant } from './lists.ts';
import { Severity } from './verdicts.ts';

/** The baselines that come with the product, in the order in which they are shown. */
export const BuiltInBaselineId = z.enum([
  'essentials-without-p1',
  'essentials',
  'cis-level-1',
  'cis-level-2',
  'scuba',
  'essential-eight',
]);
export const BaselineId = z.union([BuiltInBaselineId, LowerGuid], 'Must be the id of a baseline');

/** How a tenant stands against a baseline. The first four are every required check that applies, once. */
export const Alignment = z.object({
  /** Checks that pass. */
  aligned: z.number(),
  /** Checks that fail or warn, and that an exception or an accepted risk covers until a day. */
  excepted: z.number(),
  /** Checks that fail or warn. */
  deviating: z.number(),
  /** Checks whose result is not known, whatever the reason. */
  notKnown: z.number(),
  /** Checks that do not apply to the tenant. */
  notRequired: z.number(),
  /** Of the checks that apply those that pass or are excepted, rounded down; null where no result is known. */
  percent: z.nullable(z.number()),
  /** The gravest of the checks that deviate; null where none does. */
  gravest: z.nullable(Severity),
  /** When the first of the exceptions ends; null where there is none. */
  exceptedUntil: z.nullable(Instant),
});
export type Alignment = z.infer<typeof Alignment>;

/** A tenant is one of these, the worst first: something deviates, else something is not known, else all is aligned. */
export const AlignmentState = z.enum(['deviating', 'notKnown', 'aligned']);
export type AlignmentState = z.infer<typeof AlignmentState>;

/** A tenant against one of its baselines. */
export const BaselineStanding = z.object({
  baselineId: BaselineId,
  baselineName: z.string(),
  state: AlignmentState,
  ...Alignment.shape,
});
export type BaselineStanding = z.infer<typeof BaselineStanding>;
