import type { NoticeKind } from './notice-kinds.ts';

/** What notifications tell of, in words. */
export const noticeKindLabels: Readonly<Record<NoticeKind, string>> = {
  change: 'Change',
  'finding-new': 'New finding',
  'finding-back': 'Finding back again',
  incident: 'Incident',
  'connection-lost': 'Connection lost',
  'scan-failed': 'Scans fail',
  'acceptance-ending': 'Acceptance ending',
  'exception-ending': 'Exception ending',
  'task-assigned': 'Task assigned to me',
  'task-overdue': 'Task overdue',
  'approval-waiting': 'Approval waiting',
  'client-answered': 'Client answered',
  'client-question': 'Client asked a question',
  'secret-ending': 'Secret ending',
  'trail-broken': 'Audit trail broken',
};
