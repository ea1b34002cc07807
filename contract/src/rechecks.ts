import * as z from 'zod/mini';
import { Instant } from './lists.ts';
import { Affected, Evidence, VerdictStatus } from './verdicts.ts';

/** How a re-check ended: `unknown` where the check could not be made. */
export const RecheckOutcome = z.enum(['passed', 'stillFails', 'unknown']);
export type RecheckOutcome = z.infer<typeof RecheckOutcome>;

/** What is another since the finding was last seen. Null lists: the list of before is not whole, so that it is not known. */
export const RecheckChanges = z.object({
  seenAt: Instant,
  statusBefore: VerdictStatus,
  affectedBefore: z.number(),
  noLongerAffected: z.nullable(z.array(z.string())),
  newlyAffected: z.nullable(z.array(z.string())),
  settings: z.array(z.object({ name: z.string(), before: z.nullable(z.string()), now: z.nullable(z.string()) })),
});
export type RecheckChanges = z.infer<typeof RecheckChanges>;

/** One of the checks of a task that closes several findings, with the evidence of its look. */
export const RecheckedCheck = z.object({
  checkId: z.string(),
  title: z.string(),
  verdictStatus: VerdictStatus,
  message: z.string(),
  evidence: z.array(Evidence),
  affected: z.array(Affected),
  affectedCount: z.number(),
});
export type RecheckedCheck = z.infer<typeof RecheckedCheck>;

/**
 * What the check of a finding, or the checks of a task, said when they were looked at again: of several, what the one says that tells
 * most of how it stands.
 */
export const RecheckResult = z.object({
  checkedAt: Instant,
  requestedBy: z.string(),
  verdictStatus: VerdictStatus,
  message: z.string(),
  recommendation: z.string(),
  evidence: z.array(Evidence),
  /** Who or what is still affected; `affectedCount` is the whole number. */
  affected: z.array(Affected),
  affectedCount: z.number(),
  changes: z.nullable(RecheckChanges),
  /** Each of several checks; none where there is one alone. */
  checks: z.array(RecheckedCheck),
  /** The data that was read for it, and how many requests that took; null where a scan looked. */
  datasets: z.array(z.string()),
  graphCalls: z.nullable(z.number()),
});
export type RecheckResult = z.infer<typeof RecheckResult>;

/** A look at the check of a finding, or at the checks of a task, outside a scan (decision 023). */
export const Recheck = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'ended']),
  requestedBy: z.string(),
  requestedAt: Instant,
  endedAt: z.nullable(Instant),
  /** Null until it has ended. */
  outcome: z.nullable(RecheckOutcome),
  /** In a sentence: what it found, or why it could not look. Null until it has ended. */
  message: z.nullable(z.string()),
});
export type Recheck = z.infer<typeof Recheck>;
