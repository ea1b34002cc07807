import * as z from 'zod/mini';
import type { Role } from './auth.ts';

/** What notifications tell of. */
export const NoticeKind = z.enum([
  'change',
  'finding-new',
  'finding-back',
  'incident',
  'connection-lost',
  'scan-failed',
  'acceptance-ending',
  'exception-ending',
  'task-assigned',
  'task-overdue',
  'approval-waiting',
  'client-answered',
  'client-question',
  'secret-ending',
  'trail-broken',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** What administrators alone may see: requests for approval and what clients answer, connections, and what concerns the installation. */
const adminKinds: ReadonlySet<NoticeKind> = new Set([
  'approval-waiting',
  'client-answered',
  'secret-ending',
  'trail-broken',
]);

/** Whether somebody of this role may be told of a kind: of what their pages show them, and of nothing that the API refuses them. */
export const mayHearOfKind = (role: Role, kind: NoticeKind): boolean => role === 'admin' || !adminKinds.has(kind);
