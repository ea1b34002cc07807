import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
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
});
export type MicrosoftAnswer = z.infer<typeof MicrosoftAnswer>;

/** Sign-ins that have to be covered where checks pass, as Microsoft was asked about them at a scan. */
export const SampledPasses = z.object({
  askedAt: Instant,
  confirmed: z.number(),
  cannotBeAsked: z.number(),
  disagreements: z.array(
    z.object({ checkId: z.string(), title: z.string(), signIn: Witness, answer: MicrosoftAnswer }),
  ),
});
export type SampledPasses = z.infer<typeof SampledPasses>;

const MicrosoftQuestions = z.object({
  /** Each scan asks Microsoft about what it found in Conditional Access, in at most twelve calls. */
  atEachScan: z.boolean(),
  updatedAt: z.nullable(Instant),
  updatedBy: z.nullable(z.string()),
});

export const getMicrosoftQuestions = defineEndpoint({
  name: 'microsoft-questions',
  summary: 'Whether each scan asks Microsoft about the sign-ins that it found to get past Conditional Access',
  method: 'GET',
  path: '/api/settings/microsoft-questions',
  access: 'admin',
  response: MicrosoftQuestions,
});

export const changeMicrosoftQuestions = defineEndpoint({
  name: 'microsoft-questions-change',
  summary: 'Switch on or off that each scan asks Microsoft about sign-ins, in at most twelve calls for each tenant',
  method: 'PUT',
  path: '/api/settings/microsoft-questions',
  access: 'admin',
  body: z.object({ atEachScan: z.boolean() }),
  response: MicrosoftQuestions,
});
