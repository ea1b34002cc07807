import * as z from 'zod/mini';

const policiesAtMost = 300;
const bytesAtMost = 1_000_000;

/**
 * Conditional Access policies of a draft: all of them, as Microsoft Graph v1.0 has them (conditionalAccessPolicy), those that the draft
 * leaves alone among them.
 */
export const DraftPolicies = z.array(z.record(z.string(), z.unknown())).check(
  z.maxLength(policiesAtMost, `A draft has at most ${policiesAtMost} policies`),
  z.refine((policies) => JSON.stringify(policies).length <= bytesAtMost, 'A draft has at most one megabyte'),
);
export type DraftPolicies = z.infer<typeof DraftPolicies>;
