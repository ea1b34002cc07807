import type { Task, TaskDetails } from '@tenantry/contract/tasks';
import { articleOfCheck } from '../../audit/findings/remedies/remedies.ts';
import { clientQuestion } from '../../domain/client-decisions/client-question.ts';
import { byFindingOrder } from '../../domain/finding/finding-order.ts';
import { recheckView } from '../../domain/rechecks/recheck-state.ts';
import { dayOf } from '../../domain/tasks/due-days.ts';
import { isRechecked } from '../../domain/tasks/recheck-state.ts';
import { every } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

const wireStatus = {
  OPEN: 'unresolved',
  IN_PROGRESS: 'in-progress',
  ACCEPTED: 'accepted',
  RESOLVED: 'resolved',
} as const;

/** Whether the day that a task is due on is over. */
const isOverdue = ({ status, dueDate }: Pick<TaskRecord, 'status' | 'dueDate'>, now: Date): boolean =>
  status !== 'completed' && dueDate !== null && dueDate < dayOf(now);

/** A task as lists show it. */
export function taskView(task: TaskRecord, tenantName: string, now: Date): Task {
  const { recheck, history: _, historyOmitted: _omitted, proof: _proof, outbox: _outbox, ...rest } = task;
  const { hasOutbox: _has, recheckSentAt: _sent, assigneeId: _assignee, dueKey: _key, ...shown } = rest;
  return {
    ...shown,
    findingIds: [...task.findingIds],
    checkIds: [...task.checkIds],
    tenantName,
    isOverdue: isOverdue(task, now),
    isRechecked: isRechecked(task),
    recheck: recheck && recheckView(recheck),
  };
}

const findingView = ({ id, title, status, acceptance }: FindingRecord): TaskDetails['findings'][number] => ({
  id,
  title,
  status: wireStatus[status],
  acceptedUntil: acceptance?.expiresAt ?? null,
});

/** A task with all that is kept of it. */
export async function taskDetails(
  { tenant, findings }: TenantRecords,
  task: TaskRecord,
  now: Date,
): Promise<TaskDetails> {
  const own =
    task.findingIds.length === 0
      ? []
      : await every(findings, { where: [{ field: 'id', op: 'in', value: task.findingIds }] });
  const finding = own.find(({ id }) => id === task.linkedFindingId);
  return {
    ...taskView(task, tenant.name, now),
    clientQuestion: clientQuestion(task, { isClient: false, provider: null }),
    history: task.history.map(({ version: _, ...event }) => event).reverse(),
    historyOmitted: task.historyOmitted,
    recheckResult: task.recheck?.result ?? null,
    proof: task.proof,
    article: task.checkId === null ? null : articleOfCheck(task.checkId),
    finding: finding ? findingView(finding) : null,
    findings: own.length > 1 ? own.toSorted(byFindingOrder).map(findingView) : [],
  };
}
