import * as z from 'zod/mini';
import { cappedList } from './account-facts.ts';
import { count, nameOf } from './schema-parts.ts';

const applications = cappedList(nameOf('Application'));

/** The client secrets (password credentials) of the applications that are registered in the tenant. */
export const AppRegistrationFacts = z.object({
  total: count,
  /** With a secret that is still valid. */
  live: applications,
  /** With expired secrets alone. */
  expired: applications,
  /** Of which the answer does not say which secrets they have, or until when. */
  untold: applications,
});
export type AppRegistrationFacts = z.infer<typeof AppRegistrationFacts>;
