import * as z from 'zod/mini';

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
  'secret-ending',
  'trail-broken',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;
