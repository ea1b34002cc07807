import type { ReadinessItem, ReadinessPage } from '@tenantry/contract/health';
import { truncate } from '@tenantry/contract/text';
import { within } from '../../domain/deadline/within.ts';

type Named = Pick<ReadinessItem, 'id' | 'label'>;
type Remedy = { action: string; page?: ReadinessPage; docs?: string };

const answerWithinMs = 5000;
const maxProblemLength = 200;

export const ready = (named: Named, message: string, at: string | null = null): ReadinessItem => ({
  ...named,
  state: 'ready',
  message,
  at,
  action: null,
  page: null,
  docs: null,
});

function withRemedy(item: ReadinessItem, { action, page = undefined, docs = undefined }: Remedy): ReadinessItem {
  return { ...item, action, page: page ?? null, docs: docs ?? null };
}

export const needsAttention = (named: Named, message: string, remedy: Remedy, at: string | null = null) =>
  withRemedy({ ...ready(named, message, at), state: 'attention' }, remedy);

export const notKnown = (named: Named, message: string, remedy: Remedy | null = null): ReadinessItem => {
  const item: ReadinessItem = { ...ready(named, message), state: 'unknown' };
  return remedy === null ? item : withRemedy(item, remedy);
};

/** What the question says; where it fails or takes longer than five seconds, that it is not known, and why. */
export async function asked(named: Named, question: () => Promise<ReadinessItem[]>): Promise<ReadinessItem[]> {
  try {
    return await within(question(), answerWithinMs);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [notKnown(named, truncate(`It could not be asked: ${text}`, maxProblemLength))];
  }
}

export const counted = (count: number, one: string, several = `${one}s`) => `${count} ${count === 1 ? one : several}`;
