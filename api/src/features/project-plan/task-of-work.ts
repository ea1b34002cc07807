import { findingImpact } from '../../audit/findings/finding-titles.ts';
import { priorityOfWork, type WorkItem, wordsOfWork } from '../../domain/work/work-items.ts';
import type { TaskRecord } from '../../store/tasks.ts';

type OfWork = Pick<
  TaskRecord,
  | 'title'
  | 'description'
  | 'impact'
  | 'category'
  | 'priority'
  | 'linkedFindingId'
  | 'checkId'
  | 'remedyId'
  | 'findingIds'
  | 'checkIds'
  | 'isSimulated'
>;

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
