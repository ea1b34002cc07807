import * as z from 'zod/mini';
import {
  alertPage,
  count,
  flag,
  flagOrNull,
  id,
  instant,
  lastUse,
  person,
  productId,
  type SchemaOf,
} from './schema-parts.ts';

/** What one directory account is, as far as the checks ask. Null: the answer did not say. */
export const AccountFact = z.object({
  id,
  name: person,
  upn: z.nullable(person),
  enabled: flagOrNull,
  guest: flagOrNull,
  synced: flagOrNull,
  /** It is the account of an agent (Microsoft Entra Agent ID, agentUser). */
  agent: z.optional(z.literal(true)),
});
export type AccountFact = z.infer<typeof AccountFact>;

const alert = z.object({
  users: z.nullable(z.array(person)),
  createdAt: z.nullable(instant),
  url: z.nullable(alertPage),
});

/**
 * Some objects out of many: `count` is the whole number, `listed` at most maxAffectedListed of them, and no more than there are.
 * @param name what the objects are called
 */
export const cappedList = (name: SchemaOf<string>) =>
  z
    .object({
      count,
      listed: z.array(z.object({ id, name, alert: z.optional(alert), agent: z.optional(z.literal(true)) })),
    })
    .check(z.refine(({ count: all, listed }) => listed.length <= all));
export type CappedList = z.infer<ReturnType<typeof cappedList>>;

export const people = cappedList(person);

/**
 * What is kept of this many accounts, to tell more of those that a verdict names: all of most directories, and of a larger one
 * these and the accounts that were asked for by id. Of the others it is not known.
 */
export const describedAccounts = 5_000;

export const UserFacts = z.object({
  total: count,
  enabledMembers: count,
  disabled: count,
  guests: count,
  enabledGuests: count,
  /** Accounts that somebody asked for by id: role holders, and accounts excluded from a policy. */
  accounts: z.array(AccountFact),
  /**
   * A few whom nobody asked for, never all: enabled members, those with the lowest ids, and members of groups that policies exclude.
   * A sign-in that shows something is of one of them. Absent in facts of before.
   */
  examples: z.optional(z.array(AccountFact)),
  /** Lower-case ids of those that somebody asked for and that the directory, read whole, does not have; absent: not known. */
  missing: z.optional(z.array(id)),
  /** Ids of the products that are assigned to an account, by its lower-case id. */
  licenses: z.optional(z.array(z.tuple([id, z.array(productId)]))),
  /** Ids of disabled accounts, up to `disabledIdsCap`; used to leave them out of registration figures. */
  disabledIds: z.array(id),
  disabledIdsComplete: flag,
});
export type UserFacts = z.infer<typeof UserFacts>;

/** When enabled accounts were last used. */
export const SignInActivityFacts = z.object({
  staleAfterDays: count,
  enabledMembers: count,
  enabledGuests: count,
  staleMembers: people,
  staleGuests: people,
  /** Enabled accounts without any date to judge by. */
  undated: count,
  /** Accounts of which the answer does not say whether they are enabled, or guests. */
  unclear: count,
  /** The last sign-in of an account, by its lower-case id; `none` where Microsoft has none on record. */
  lastSignIns: z.optional(z.array(z.tuple([id, lastUse]))),
});
export type SignInActivityFacts = z.infer<typeof SignInActivityFacts>;

export const RegistrationFacts = z.object({
  members: count,
  capable: count,
  /** Members of whom the report does not say whether they are capable. */
  untold: people,
  /** Enabled or unknown members without a usable second factor. */
  incapable: people,
  admins: count,
  /** Accounts that Microsoft marks as administrators and that lack a second factor. */
  incapableAdmins: people,
  /** Role holders asked for by id, and others up to `describedAccounts`: capable or not. */
  capableById: z.record(id, flag),
  /** Of the same accounts: whether a security key or another device-bound passkey is registered. */
  securityKeyById: z.record(id, flag),
  /** Members who cannot reset their password themselves, and those of whom the report does not say; absent: not read. */
  withoutReset: z.optional(people),
  resetUntold: z.optional(count),
  /** False where the set of disabled accounts was not known when the rows passed. */
  disabledExcluded: flag,
});
export type RegistrationFacts = z.infer<typeof RegistrationFacts>;
