import type { CappedList } from './account-facts.ts';

/** The client secrets (password credentials) of the applications that are registered in the tenant. */
export type AppRegistrationFacts = {
  total: number;
  /** With a secret that is still valid. */
  live: CappedList;
  /** With expired secrets alone. */
  expired: CappedList;
  /** Of which the answer does not say which secrets they have, or until when. */
  untold: CappedList;
};
