import { maxTaskTitle } from '@tenantry/contract/tasks';
import { truncate } from '@tenantry/contract/text';
import { findingImpact } from '../../audit/findings/finding-titles.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TaskPatch } from '../tasks/change-task.ts';
import { priorityOfWork, type WorkItem, wordsOfWork } from './work-items.ts';

type OfWork = Pick<
  TaskRecord,
  | 'title'
  | 'description'
  | 'impact'
  | 'category'
  | 'priority'
  | 'linkedFindingId'
  | 'checkId'
  | 'findingIds'
  | 'checkIds'
  | 'isSimulated'
> & { remedyId: string };

/** What the task of a piece of work says of it, and which findings it closes. */
export function taskOfWork(item: WorkItem): OfWork {
  const [lead] = item.members;
  const { issue, recommendation } = wordsOfWork(item);
  return {
    title: item.title,
    description: `${issue} ${recommendation}`.trim(),
    impact: findingImpact(lead.checkId),
    category: lead.category,
    priority: priorityOfWork(item),
    linkedFindingId: lead.id,
    checkId: lead.checkId,
    remedyId: item.id,
    findingIds: item.members.map(({ id }) => id),
    checkIds: item.members.map(({ checkId }) => checkId),
    isSimulated: lead.isSimulated,
  };
}

/** What the task of the whole work says of it. */
export type WholeWork = Pick<TaskRecord, 'title' | 'description' | 'impact' | 'findingIds' | 'checkIds'> & {
  remedyId: string;
};

/**
 * What a task has to say to be that of the whole work: one of the work learns which findings joined; one of a single finding
 * becomes the work's, with its hours. What a person made by hand keeps its words and hours.
 */
export function asTaskOf(task: TaskRecord, work: WholeWork, hours: number | null): TaskPatch {
  const { title, description, impact, remedyId } = work;
  const findingIds = [...new Set([...task.findingIds, ...work.findingIds])];
  const checkIds = [...new Set([...task.checkIds, ...work.checkIds])];
  if (task.remedyId !== null) return findingIds.length > task.findingIds.length ? { findingIds, checkIds } : {};
  if (task.origin === 'manual') return { remedyId, findingIds, checkIds, estimatedHours: task.estimatedHours ?? hours };
  const words = { title: truncate(title, maxTaskTitle), description, impact };
  return { ...words, remedyId, findingIds, checkIds, estimatedHours: hours };
}
