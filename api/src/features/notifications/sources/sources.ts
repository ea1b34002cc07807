import { approvals } from './approvals.ts';
import { changes } from './changes.ts';
import { clientAnswers, clientQuestions } from './clients.ts';
import { endingSecrets, lostConnections } from './connections.ts';
import { endingAcceptances, endingExceptions, openedFindings } from './findings.ts';
import { scans } from './scans.ts';
import type { NoticeSource } from './source.ts';
import { assignedTasks, overdueTasks } from './tasks.ts';
import { brokenTrail } from './trail.ts';

/** Everything that notifications tell of, by where it comes from. */
export const noticeSources: readonly NoticeSource[] = [
  changes,
  scans,
  openedFindings,
  lostConnections,
  assignedTasks,
  overdueTasks,
  approvals,
  clientAnswers,
  clientQuestions,
  endingAcceptances,
  endingExceptions,
  endingSecrets,
  brokenTrail,
];
