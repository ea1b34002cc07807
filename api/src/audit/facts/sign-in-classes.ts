/** How a client counts in Conditional Access (conditionalAccessClientApp, Microsoft Graph v1.0). */
export type LoggedClient = 'browser' | 'mobileappsanddesktopclients' | 'exchangeactivesync' | 'other';

/**
 * The device of a sign-in, as far as the log tells. `registered`: it was known to Entra by an id; every attribute of one that was
 * not is empty to a policy.
 */
export type LoggedDevice = {
  registered: boolean;
  compliant: boolean | null;
  /** `azuread`, `serverad`, `workplace`, as filters for devices name them; null where the log says something else. */
  trust: 'azuread' | 'serverad' | 'workplace' | null;
};

/** What sign-ins of one class have in common. Null: the log does not say. All in lower case. */
export type SignInTraits = {
  userId: string;
  appId: string | null;
  resourceId: string | null;
  client: LoggedClient | null;
  platform: string | null;
  /** The country by the address, `GB`. */
  country: string | null;
  /** Ids of the named locations in whose address ranges it lay; the address itself is not kept. */
  places: readonly string[] | null;
  device: LoggedDevice | null;
  signInRisk: 'none' | 'low' | 'medium' | 'high' | null;
};

/** What Microsoft logged of a policy in report-only (appliedConditionalAccessPolicies). */
type ReportOnlyCounts = { failure: number; interrupted: number; success: number };

export type SignInClass = SignInTraits & {
  /** Sign-ins of which the first factor was right, so that policies were asked. */
  count: number;
  /** Milliseconds since 1970. */
  firstMs: number;
  lastMs: number;
  succeeded: number;
  /** More was asked for: MFA, its registration, another proof. */
  interrupted: number;
  /** A policy kept it out. */
  blocked: number;
  /** By policy id. */
  reportOnly: Record<string, ReportOnlyCounts>;
};

export type LoggedAccount = { id: string; name: string; upn: string | null };

/**
 * The sign-in log of a tenant over some days, in classes. Bounded: where there is no room for another class, its sign-ins count in
 * one of their account of which nothing else is known; where there is none for another account, they are counted alone.
 */
export type SignInClasses = {
  /** Entries of the log that were read. */
  entries: number;
  /** Of these: failed before policies were asked, such as by a wrong password, by error code; the rarest under `other`. */
  failedBefore: Record<string, number>;
  /** Of these: the entry did not say who, when, or how it ended. */
  unreadable: number;
  /** Of these: in a class of their account of which nothing else is known, for want of room. */
  folded: number;
  /** Of these: of accounts for which there was no room. */
  untold: number;
  /** False where the token may not see what policies did (no permission to read policies). */
  seesPolicies: boolean;
  accounts: LoggedAccount[];
  /** Names of applications and resources, by lower-case id. */
  applications: Record<string, string>;
  classes: SignInClass[];
};
