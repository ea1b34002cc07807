import type { AlertDetails } from '@tenantry/contract/verdicts';

/** What one directory account is, as far as the checks ask. Null: the answer did not say. */
export type AccountFact = {
  id: string;
  name: string;
  upn: string | null;
  enabled: boolean | null;
  guest: boolean | null;
  synced: boolean | null;
};

/** Some objects out of many: `count` is the whole number, `listed` at most maxAffectedListed of them. */
export type CappedList = { count: number; listed: { id: string; name: string; alert?: AlertDetails }[] };

/**
 * What is kept of this many accounts, to tell more of those that a verdict names: all of most directories, and of a larger one
 * these and the accounts that were asked for by id. Of the others it is not known.
 */
export const describedAccounts = 5_000;

export type UserFacts = {
  total: number;
  enabledMembers: number;
  disabled: number;
  guests: number;
  enabledGuests: number;
  /** Accounts that somebody asked for by id: role holders, and accounts excluded from a policy. */
  accounts: AccountFact[];
  /** Lower-case ids of those that somebody asked for and that the directory, read whole, does not have; absent: not known. */
  missing?: string[];
  /** Ids of the products that are assigned to an account, by its lower-case id. */
  licenses?: [id: string, skuIds: string[]][];
  /** Ids of disabled accounts, up to `disabledIdsCap`; used to leave them out of registration figures. */
  disabledIds: string[];
  disabledIdsComplete: boolean;
};

/** When enabled accounts were last used. */
export type SignInActivityFacts = {
  staleAfterDays: number;
  enabledMembers: number;
  enabledGuests: number;
  staleMembers: CappedList;
  staleGuests: CappedList;
  /** Enabled accounts without any date to judge by. */
  undated: number;
  /** Accounts of which the answer does not say whether they are enabled, or guests. */
  unclear: number;
  /** The last sign-in of an account, by its lower-case id; `none` where Microsoft has none on record. */
  lastSignIns?: [id: string, at: string][];
};

export type RegistrationFacts = {
  members: number;
  capable: number;
  /** Members of whom the report does not say whether they are capable. */
  untold: CappedList;
  /** Enabled or unknown members without a usable second factor. */
  incapable: CappedList;
  admins: number;
  /** Accounts that Microsoft marks as administrators and that lack a second factor. */
  incapableAdmins: CappedList;
  /** Role holders asked for by id, and others up to `describedAccounts`: capable or not. */
  capableById: Record<string, boolean>;
  /** Of the same accounts: whether a security key or another device-bound passkey is registered. */
  securityKeyById: Record<string, boolean>;
  /** Members who cannot reset their password themselves, and those of whom the report does not say; absent: not read. */
  withoutReset?: CappedList;
  resetUntold?: number;
  /** False where the set of disabled accounts was not known when the rows passed. */
  disabledExcluded: boolean;
};
