import * as z from 'zod/mini';

/** At most this many policies, and of each reason this many things and accounts, are listed; their numbers are always told. */
export const maxNotCoveredListed = 10;

/** The part of a policy that lets sign-ins past. `grant`: it asks for one of several controls. */
export const PolicyPart = z.enum([
  'state',
  'people',
  'resources',
  'clients',
  'risk',
  'flows',
  'platforms',
  'locations',
  'devices',
  'grant',
  'other',
]);
export type PolicyPart = z.infer<typeof PolicyPart>;

/** Why a policy does not do what is asked for, though it has the control. */
export const LetsPast = z.object({
  part: PolicyPart,
  /** `excludes`: what is named is left out. `only`: it reaches what is named and nothing else. `instead`: what is named does as well. */
  how: z.enum(['excludes', 'only', 'instead', 'report-only', 'off']),
  /** Groups, roles, locations and so on, by name. */
  items: z.array(z.string()),
  itemCount: z.number(),
  /** The accounts that are left out by it, as far as they are known; null where it is not about accounts. */
  accounts: z.nullable(z.array(z.object({ id: z.string(), name: z.string() }))),
  /** Null where not all of them are known. */
  accountCount: z.nullable(z.number()),
});
export type LetsPast = z.infer<typeof LetsPast>;

/** A policy that nearly does it. */
export const NearPolicy = z.object({ id: z.string(), name: z.string(), reasons: z.array(LetsPast) });
export type NearPolicy = z.infer<typeof NearPolicy>;

/** Why Conditional Access does not do what a check asks for although there are policies, and what declared accounts have to do with it. */
export const NotCovered = z.object({
  policies: z.array(NearPolicy),
  policyCount: z.number(),
  /** What these policies leave out and may, because it was declared: break-glass accounts, by name. */
  accepted: z.array(z.string()),
  /** The same of what Microsoft advises to leave out. */
  expected: z.array(z.string()),
  /** Declared accounts that count all the same, because a policy leaves them out by a group with others who are not declared. */
  declaredWithOthers: z.optional(z.array(z.string())),
  /** What the check would say if these accounts too were declared as break-glass accounts; null where no declaration is in question. */
  ifDeclared: z.nullable(z.object({ accounts: z.array(z.string()), status: z.enum(['pass', 'warning', 'fail']) })),
});
export type NotCovered = z.infer<typeof NotCovered>;
