import type { CappedList } from './account-facts.ts';

export type GroupFacts = {
  total: number;
  unified: number;
  notPrivate: CappedList;
  /** Microsoft 365 groups of which the answer does not say who can read them. */
  visibilityUntold: number;
  dynamicGuestGroup: boolean;
  /** Groups that do not say whether they fill themselves, or by which rule. */
  rulesUntold: number;
  /** Groups that policies or role assignments name. */
  named: { id: string; name: string; managementRestricted: boolean; roleAssignable: boolean }[];
};

/** A group that a policy leaves out, with its accounts, also those of groups within it. Null: they could not be read. */
export type ExcludedGroup = { id: string; members: CappedList | null };

/** Who is in the groups that enabled policies name. */
export type PolicyGroups = {
  /** Lower-case ids of the named groups that the account (in lower case) is in. */
  groupsOf(userId: string): readonly string[];
  /** Named groups whose members are not known, with the reason as a clause. */
  unread: ReadonlyMap<string, string>;
};
