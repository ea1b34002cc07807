import type { Verdict } from '@tenantry/contract/verdicts';
import { type Facts, factOf } from '../../audit/facts/facts.ts';
import { titlesOfRemedy } from '../../audit/findings/remedies/remedies.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TaskRecord, TaskScan } from '../../store/tasks.ts';
import { isOpen } from '../finding/open-findings.ts';
import type { Looked } from '../rechecks/recheck-result.ts';
import { taskOfWork } from '../work/task-of-work.ts';
import type { WorkItem } from '../work/work-items.ts';
import { lookOfTask, type TaskLook } from './task-look.ts';
import { checksOfTask, workOfLooked } from './task-standing.ts';

/** What a scan saw of each check, and the findings as they are after it. */
export type Reads = {
  verdicts: ReadonlyMap<string, Verdict>;
  findings: ReadonlyMap<string, FindingRecord>;
  facts: Facts;
};

/** A task as a scan saw its checks. */
export type Held = TaskLook & { task: TaskRecord; looked: readonly Looked[] };

export const isCompleted = ({ status }: TaskRecord): boolean => status === 'completed';

/** Null where the scan made none of its checks. */
export function heldAgainst(task: TaskRecord, { verdicts, findings, facts }: Reads): Held | null {
  const looked = checksOfTask(task).flatMap((checkId): Looked[] => {
    const verdict = verdicts.get(checkId);
    return verdict ? [{ verdict, finding: findings.get(checkId) ?? null }] : [];
  });
  const look = lookOfTask(task, looked, facts);
  return look && { task, looked, ...look };
}

/**
 * Which of the tasks of one piece of work, or of one check, is opened again: the one that was completed last, before the scan looked.
 * None where another of them is in work already.
 */
function lastCompleted(held: readonly Held[], scan: Pick<TaskScan, 'at'>): Held | null {
  if (!held.every(({ task }) => isCompleted(task))) return null;
  const [last] = held.toSorted((a, b) => (b.task.completedAt ?? '').localeCompare(a.task.completedAt ?? ''));
  return last && (last.task.completedAt ?? '') < scan.at ? last : null;
}

/** An accepted risk asks nobody, and one that was resolved after the scan had looked is for the next scan. */
const failsOpenly = ({ standing: { left } }: Held): boolean => left.some(({ finding }) => finding && isOpen(finding));

const isOfWork = ({ task: { remedyId } }: Held): boolean => remedyId !== null;

/**
 * The tasks that are opened again, of each piece of work one. That of a single check is where no task of the work that closes what it
 * found is there to carry it: in work already, or opened again with this scan.
 * @param tasks all of the tenant, also those that the scan is not held against
 */
export function toReopen(
  held: readonly Held[],
  tasks: readonly TaskRecord[],
  scan: Pick<TaskScan, 'at'>,
  facts: Facts,
): Held[] {
  const lastOf = (some: Iterable<Held[]>) =>
    [...some].flatMap((ofOne) => lastCompleted(ofOne, scan) ?? []).filter(failsOpenly);
  const [ofWork, single] = [held.filter(isOfWork), held.filter((one) => !isOfWork(one))];
  const works = lastOf(Map.groupBy(ofWork, ({ task }) => task.remedyId).values());
  const carried = new Set([
    ...tasks.flatMap((task) => (isCompleted(task) ? [] : (task.remedyId ?? []))),
    ...works.flatMap(({ task }) => task.remedyId ?? []),
  ]);
  const alone = lastOf(Map.groupBy(single, ({ task }) => task.checkId).values());
  const hasLicenses = factOf(facts, 'subscribedSkus') !== undefined;
  const isCarried = ({ standing: { left } }: Held) =>
    left.every((one) => carried.has(workOfLooked(one, { hasLicenses }).id));
  return [...works, ...alone.filter((one) => !isCarried(one))];
}

/** The findings of the work that joined it since the task was made. */
export function joined({ task, standing: { left } }: Held): Pick<TaskRecord, 'findingIds' | 'checkIds'> {
  const findings = left.flatMap(({ finding }) => (finding && !task.findingIds.includes(finding.id) ? [finding] : []));
  return {
    findingIds: [...task.findingIds, ...findings.map(({ id }) => id)],
    checkIds: [...task.checkIds, ...findings.map(({ checkId }) => checkId)],
  };
}

/**
 * What a task says where its work is done another way by now: a license was bought, and policies take the place of the free switch, or
 * it was lost. Null where it says so, and where a person named it.
 */
export function otherWords(
  { title: before, remedyId }: Pick<TaskRecord, 'title' | 'remedyId'>,
  work: readonly WorkItem[],
): Pick<TaskRecord, 'title' | 'description' | 'impact'> | null {
  const item = work.find(({ id }) => id === remedyId);
  if (remedyId === null || !item || item.title === before || !titlesOfRemedy(remedyId).includes(before)) return null;
  const { title, description, impact } = taskOfWork(item);
  return { title, description, impact };
}
