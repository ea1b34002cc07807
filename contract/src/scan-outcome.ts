import * as z from 'zod/mini';

/** What a completed scan found, against the one before. */
export const ScanOutcome = z.object({
  /** Findings that it opened, again or for the first time. */
  newFindings: z.number(),
  /** Findings that it closed. */
  resolvedFindings: z.number(),
  /** Critical findings that are open after it. */
  criticalFindings: z.number(),
  /** Null: there was no scan before, or too few checks could be evaluated. */
  scoreBefore: z.nullable(z.number()),
  score: z.nullable(z.number()),
  /** Checks that apply and gave no answer, whatever the reason. */
  uncheckedChecks: z.number(),
});
export type ScanOutcome = z.infer<typeof ScanOutcome>;

/** The same of the tenants of a run. */
export const RunOutcome = z.object({
  /** Tenants that it is known of: their scans completed. */
  tenants: z.number(),
  newFindings: z.number(),
  resolvedFindings: z.number(),
  criticalFindings: z.number(),
  /** Of the tenants that had a score before and have one now: how many, and their averages; null where there is none. */
  scored: z.number(),
  scoreBefore: z.nullable(z.number()),
  score: z.nullable(z.number()),
  better: z.number(),
  worse: z.number(),
  uncheckedChecks: z.number(),
  /** Tenants with such checks. */
  uncheckedTenants: z.number(),
});
export type RunOutcome = z.infer<typeof RunOutcome>;
