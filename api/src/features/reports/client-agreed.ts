import type { ClientSummary } from '@tenantry/contract/client-summary';
import { clientWords } from '../../audit/findings/remedies/client-words.ts';
import type { TaskRecord } from '../../store/tasks.ts';

export type AgreedStep = Pick<ClientSummary['next'][number], 'title' | 'description' | 'openTasks'>;

/** Of what has no words for a client its count alone is told: titles of tasks are the provider's own. */
const other = { title: 'Other work of your provider', description: '' };

/**
 * Open work that no plan holds, in words of the management summary, one step for all tasks of a kind of work.
 * @param tasks that are not completed; questions of clients are none of it
 */
export function agreedWork(tasks: readonly TaskRecord[]): AgreedStep[] {
  const steps = new Map<string, AgreedStep>();
  for (const { clientQuestion, projectPlanId, remedyId } of tasks) {
    if (clientQuestion || projectPlanId) continue;
    const words = remedyId ? clientWords[remedyId] : undefined;
    const { title, description } = words ? { title: words.topic, description: words.proposal } : other;
    const openTasks = (steps.get(title)?.openTasks ?? 0) + 1;
    steps.set(title, { title, description, openTasks });
  }
  const rest = steps.get(other.title);
  steps.delete(other.title);
  return rest ? [...steps.values(), rest] : [...steps.values()];
}
