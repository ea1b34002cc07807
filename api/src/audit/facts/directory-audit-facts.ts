import * as z from 'zod/mini';
import { flag, id, instant, marks, nameOf, own, person, roleName } from './schema-parts.ts';

/** One entry of the directory audit log: who did what to which objects. */
export const DirectoryAuditEntry = z.object({
  at: own,
  activity: own,
  category: own,
  /** Null: the log does not say. */
  by: z.nullable(z.object({ kind: z.enum(['user', 'app']), name: person, id: z.nullable(id) })),
  targets: z.array(z.object({ id: z.nullable(id), name: z.nullable(nameOf('Name')), type: z.nullable(own) })),
  /** Names and template ids of the roles that the entry names. */
  roles: z.array(roleName),
  /** Which act it is an entry of; absent in entries of before. */
  correlationId: z.optional(z.nullable(id)),
  /** The application that was granted something, where the entry's targets are what it was granted. */
  application: z.optional(z.nullable(nameOf('Application'))),
});
export type DirectoryAuditEntry = z.infer<typeof DirectoryAuditEntry>;

/** What the directory audit log says of settings and roles since a moment, newest first. */
export const DirectoryAuditFacts = z
  .object({
    since: instant,
    /** False where there are more entries than are kept: the oldest are missing. */
    complete: flag,
    entries: z.array(DirectoryAuditEntry),
  })
  .register(marks, { as: 'log' });
export type DirectoryAuditFacts = z.infer<typeof DirectoryAuditFacts>;
