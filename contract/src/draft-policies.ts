import * as z from 'zod/mini';

const policiesAtMost = 300;
const bytesAtMost = 1_000_000;
const depthAtMost = 20;
/** Different ones. Microsoft lets a tenant have some 240 policies, most of which name a few dozen. */
const draftIdsAtMost = 5_000;

type Size = { depth: number; listed: number };

/** How deep the policies are nested, and how many different texts their lists hold: accounts, groups, applications. */
function sizeOf(policies: unknown): Size {
  const listed = new Set<string>();
  let depth = 0;
  // A list of what is left, since a body may be nested deeper than calls may.
  const left: { value: unknown; at: number }[] = [{ value: policies, at: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, at } = next;
    if (typeof value !== 'object' || value === null) continue;
    depth = Math.max(depth, at);
    if (at > depthAtMost) break;
    for (const inner of Object.values(value)) {
      if (typeof inner !== 'string') left.push({ value: inner, at: at + 1 });
      else if (Array.isArray(value)) listed.add(inner.trim().toLowerCase());
    }
  }
  return { depth, listed: listed.size };
}

/** What makes the policies more than a draft may hold, as a sentence; undefined where nothing does. */
function excess(policies: unknown): string | undefined {
  const { depth, listed } = sizeOf(policies);
  if (depth > depthAtMost)
    return `A draft is nested at most ${depthAtMost} levels deep: compare it with a policy that Graph gives.`;
  if (JSON.stringify(policies).length > bytesAtMost) return 'A draft has at most one megabyte';
  if (listed > draftIdsAtMost)
    return `A draft names at most ${draftIdsAtMost} different ids, and this one names ${listed}: name groups instead of accounts.`;
  return undefined;
}

/**
 * Conditional Access policies of a draft: all of them, as Microsoft Graph v1.0 has them (conditionalAccessPolicy), those that the draft
 * leaves alone among them.
 */
export const DraftPolicies = z.array(z.record(z.string(), z.unknown())).check(
  z.maxLength(policiesAtMost, `A draft has at most ${policiesAtMost} policies`),
  z.check(({ value, issues }) => {
    const message = excess(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  }),
);
export type DraftPolicies = z.infer<typeof DraftPolicies>;
