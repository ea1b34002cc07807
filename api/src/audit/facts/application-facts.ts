import * as z from 'zod/mini';
import { cappedList } from './account-facts.ts';
import { count, nameOf } from './schema-parts.ts';

const applications = cappedList(nameOf('Application'));

const secretsOf = {
  total: count,
  /** With a secret that is still valid. */
  live: applications,
  /** With expired secrets alone. */
  expired: applications,
  /** Of which the answer does not say which secrets they have, or until when. */
  untold: applications,
};

/** The client secrets (password credentials) of the applications that are registered in the tenant. */
export const AppRegistrationFacts = z.object({
  ...secretsOf,
  /** The agent blueprints among them: agent identities sign in by their credentials. Absent: not told apart. */
  blueprints: z.optional(z.object(secretsOf)),
});
export type AppRegistrationFacts = z.infer<typeof AppRegistrationFacts>;

/** The agent identities of the tenant (Microsoft Entra Agent ID). */
export const AgentIdentityFacts = z.object({
  total: count,
  withoutOwner: cappedList(nameOf('Agent')),
});
export type AgentIdentityFacts = z.infer<typeof AgentIdentityFacts>;
