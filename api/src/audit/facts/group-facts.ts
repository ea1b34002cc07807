import * as z from 'zod/mini';
import { cappedList, people } from './account-facts.ts';
import { count, flag, id, nameOf } from './schema-parts.ts';

export const GroupFacts = z.object({
  total: count,
  unified: count,
  notPrivate: cappedList(nameOf('Group')),
  /** Microsoft 365 groups of which the answer does not say who can read them. */
  visibilityUntold: count,
  dynamicGuestGroup: flag,
  /** Groups that do not say whether they fill themselves, or by which rule. */
  rulesUntold: count,
  /** Groups that policies or role assignments name. */
  named: z.array(
    z.object({
      id,
      name: nameOf('Group'),
      managementRestricted: flag,
      roleAssignable: flag,
      /** It fills itself, and its rule takes in everybody, or every member. */
      takesIn: z.optional(z.enum(['everybody', 'members'])),
    }),
  ),
});
export type GroupFacts = z.infer<typeof GroupFacts>;

/** A group that a policy leaves out, with its accounts, also those of groups within it. Null: they could not be read. */
export const ExcludedGroup = z.object({ id, members: z.nullable(people) });
export type ExcludedGroup = z.infer<typeof ExcludedGroup>;

/** Who is in the groups that enabled policies name. */
export type PolicyGroups = {
  /** Lower-case ids of the named groups that the account (in lower case) is in. */
  groupsOf(userId: string): readonly string[];
  /** Named groups whose members are not known, with the reason as a clause. */
  unread: ReadonlyMap<string, string>;
};
