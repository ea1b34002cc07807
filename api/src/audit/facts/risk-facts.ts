import * as z from 'zod/mini';
import { cappedList, people } from './account-facts.ts';
import { clientName, count, nameOf, ratedPerson } from './schema-parts.ts';

export const LegacySignInFacts = z.object({
  sinceDays: count,
  successes: count,
  failures: count,
  /** Entries that do not say whether the sign-in succeeded. */
  untold: count,
  byClient: z.record(clientName, count),
  users: people,
  /** Those of them that signed in with SMTP AUTH. */
  smtpUsers: z.optional(people),
});
export type LegacySignInFacts = z.infer<typeof LegacySignInFacts>;

const accountsAtRisk = cappedList(ratedPerson);

/** What Identity Protection holds open. `listed` holds all of it, `severe` the high and confirmed. */
export const RiskFacts = z.object({
  total: count,
  high: count,
  confirmed: count,
  lower: count,
  /** Of a level that Microsoft hides (without Entra ID P2) or does not tell. */
  unrated: count,
  /** Rows that do not say whether they are open. */
  untold: count,
  severe: accountsAtRisk,
  listed: accountsAtRisk,
});
export type RiskFacts = z.infer<typeof RiskFacts>;

const alerts = cappedList(nameOf('Alert'));

/**
 * Alerts that are not resolved. `open` are those of high severity, `old` those of them that are older than a day; `medium` is absent
 * where they were not asked for. `untold`: alerts that do not say how severe they are.
 */
export const AlertFacts = z.object({ open: alerts, old: alerts, medium: z.optional(alerts), untold: count });
export type AlertFacts = z.infer<typeof AlertFacts>;
