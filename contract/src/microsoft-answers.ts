import * as z from 'zod/mini';
import { Instant } from './lists.ts';
import { Witness } from './witness.ts';

/**
 * What Microsoft said of a sign-in: `confirmed`, as the engine; `disagrees`, the opposite; `cannotBeAsked`: the call cannot tell it, or
 * gave no answer.
 */
export const MicrosoftOutcome = z.enum(['confirmed', 'disagrees', 'cannotBeAsked']);
export type MicrosoftOutcome = z.infer<typeof MicrosoftOutcome>;

/** At most this many policies of an answer are kept, those that decide first. */
export const maxAnsweredPolicies = 20;

/** When Microsoft was asked again and gave no answer: the one before stays. `because`: why, as a sentence. */
const FailedTry = z.object({ askedAt: Instant, askedBy: z.string(), because: z.string() });

/** Microsoft's answer to one sign-in (Microsoft Graph, conditionalAccessRoot: evaluate), beside what the engine found. */
export const MicrosoftAnswer = z.object({
  askedAt: Instant,
  /** A person's name, or `scanner`. */
  askedBy: z.string(),
  outcome: MicrosoftOutcome,
  /** Why it cannot be asked, as a sentence; '' where it was. */
  because: z.string(),
  /** Policies that are on and that Microsoft says apply; `protects`: with what the check asks for. */
  applied: z.array(z.object({ id: z.string(), name: z.string(), protects: z.boolean() })),
  /** It may be asked again: Graph gave no answer for now. Absent where the call cannot tell it, or the tenant refuses. */
  isForNow: z.optional(z.literal(true)),
  failedTry: z.optional(FailedTry),
});
export type MicrosoftAnswer = z.infer<typeof MicrosoftAnswer>;

/** Sign-ins that have to be covered where checks pass, as Microsoft was asked about them at a scan. */
export const SampledPasses = z.object({
  askedAt: Instant,
  confirmed: z.number(),
  /** Without those that were contradicted before, and still are for want of an answer. */
  cannotBeAsked: z.number(),
  /** For which no call was left; absent where there was one for each. */
  withoutCall: z.optional(z.number()),
  disagreements: z.array(
    z.object({ checkId: z.string(), title: z.string(), signIn: Witness, answer: MicrosoftAnswer }),
  ),
  failedTry: z.optional(FailedTry),
});
export type SampledPasses = z.infer<typeof SampledPasses>;
