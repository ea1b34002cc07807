import type { CappedList } from './account-facts.ts';

export type LegacySignInFacts = {
  sinceDays: number;
  successes: number;
  failures: number;
  /** Entries that do not say whether the sign-in succeeded. */
  untold: number;
  byClient: Record<string, number>;
  users: CappedList;
  /** Those of them that signed in with SMTP AUTH. */
  smtpUsers?: CappedList;
};

/** What Identity Protection holds open. `listed` holds all of it, `severe` the high and confirmed. */
export type RiskFacts = {
  total: number;
  high: number;
  confirmed: number;
  lower: number;
  /** Of a level that Microsoft hides (without Entra ID P2) or does not tell. */
  unrated: number;
  /** Rows that do not say whether they are open. */
  untold: number;
  severe: CappedList;
  listed: CappedList;
};

/** `untold`: alerts that do not say how severe they are. */
export type AlertFacts = { open: CappedList; old: CappedList; untold: number };
