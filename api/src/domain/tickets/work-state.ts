import { Priority, type Severity } from '@tenantry/contract/verdicts';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { type Condition, every } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TicketRecord } from '../../store/tickets.ts';
import { isOpen } from '../finding/open-findings.ts';
import { isRechecked } from '../tasks/recheck-state.ts';
import { workKeyOf } from './ticket-record.ts';
import { resolutionText, type ToldFinding, type WorkState } from './ticket-text.ts';

/** How a piece of work stands: what of it is open, and whether it is done, with what it is closed with then. */
export type Work = WorkState & {
  task: TaskRecord | null;
  findings: readonly (ToldFinding & { id: string })[];
  /** Of the same work, neither open nor resolved by a look: accepted, or resolved by a person. */
  unsettledIds: readonly string[];
  /** Whether something is left to do that a ticket is for. */
  isFailing: boolean;
  /** Null while it is not done, or nobody verified that it is. */
  resolution: string | null;
};

/** The data that several pieces of work of a tenant are judged by, read once. */
export type TenantWork = { tasks: readonly TaskRecord[]; findings: readonly FindingRecord[] };

/** Informational findings ask for no work: as a task they are of the least gravity. */
const gravityOf = (severity: Severity): Priority => (severity === 'info' ? 'low' : severity);

const gravest = (gravities: readonly Priority[], otherwise: Priority): Priority =>
  Priority.options.find((one) => gravities.includes(one)) ?? otherwise;

const isUnsettled: Condition = {
  anyOf: [
    { field: 'status', op: 'ne', value: 'RESOLVED' },
    { field: 'isVerified', op: 'eq', value: false },
  ],
};

/** Reads the tasks of a tenant, and its findings but for those that are resolved and that something but a person vouches for. */
export async function readTenantWork({ tasks, findings }: TenantRecords): Promise<TenantWork> {
  const [allTasks, unsettled] = await Promise.all([every(tasks), every(findings, { where: [isUnsettled] })]);
  return { tasks: allTasks, findings: unsettled };
}

/** The task of a piece of work: one that is not completed, else the one that was completed last. */
function taskOf(tasks: readonly TaskRecord[], { workKey, taskId }: Pick<TicketRecord, 'workKey' | 'taskId'>) {
  const own = tasks.filter((task) => workKeyOf(task) === workKey);
  const unfinished = own.filter(({ status }) => status !== 'completed');
  const [last = null] = own.toSorted((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''));
  return unfinished.find(({ id }) => id === taskId) ?? unfinished[0] ?? last;
}

/** What a finished task is closed with; null where nothing proves it and something could. */
function proofOf(task: TaskRecord): string | null {
  if (task.status !== 'completed') return null;
  if (!isRechecked(task)) return resolutionText(null, task.completedBy ?? '');
  return task.completedWithoutProof || task.proof === null ? null : resolutionText(task.proof, task.completedBy);
}

/** Findings that a ticket was told of, whether they were open then or not. */
const knownTo = ({ told }: Pick<TicketRecord, 'told'>): readonly string[] => [
  ...told.findingIds,
  ...(told.unsettledIds ?? []),
];

/** Without a task: what the ticket was told of is resolved, all of it. One that was told of none has no proof. */
const proofWithoutTask = (ticket: Pick<TicketRecord, 'told'>, own: readonly FindingRecord[]): string | null =>
  own.length === 0 && knownTo(ticket).length > 0 ? resolutionText(null, null) : null;

/** What a ticket is told of its work. */
export const toldOf = ({ findingIds, unsettledIds, gravity, taskStatus }: Work): TicketRecord['told'] => ({
  ...{ findingIds, unsettledIds, gravity, taskStatus },
});

/** How a piece of work stands by what was read of its tenant. Pure. */
export function workOfTicket(
  { tasks, findings }: TenantWork,
  ticket: Pick<TicketRecord, 'workKey' | 'taskId' | 'told'>,
): Work {
  const task = taskOf(tasks, ticket);
  // What became other work meanwhile (a license that was lost, a switch) is this ticket's until it is resolved.
  const listed = new Set(task?.findingIds ?? knownTo(ticket));
  const isOfWork = ({ checkId, needsLicense, closedBy }: FindingRecord): boolean =>
    workOf({ checkId, needsLicense, closedBy }).id === ticket.workKey;
  const own = findings.filter((finding) => isOfWork(finding) || listed.has(finding.id));
  // A task is proven without what became other work; no proof of it holds while something of its own is open. That of a single
  // check is about that check alone.
  const isOfTask = (finding: FindingRecord): boolean => {
    if (task === null) return true;
    return task.remedyId === null ? task.checkId === finding.checkId || listed.has(finding.id) : isOfWork(finding);
  };
  const isLeft = own.some((finding) => isOpen(finding) && isOfTask(finding));
  const proof = task === null ? proofWithoutTask(ticket, own) : proofOf(task);
  const told = own.filter(isOpen).map(({ id, title, severity, affectedCount: affected }) => ({
    ...{ id, title, affected },
    gravity: gravityOf(severity),
  }));
  const otherwise = task?.priority ?? ticket.told.gravity;
  return {
    task,
    findings: told,
    findingIds: told.map(({ id }) => id),
    unsettledIds: own.filter((finding) => !isOpen(finding)).map(({ id }) => id),
    gravity: gravest(
      told.map(({ gravity }) => gravity),
      otherwise,
    ),
    taskStatus: task?.status ?? null,
    isFailing: isLeft || (task !== null && task.status !== 'completed'),
    resolution: isLeft ? null : proof,
  };
}
