import type {
  AskedApproval,
  ClientDecisions,
  OfferedRisk,
  ClientOutcome as Outcome,
} from '@tenantry/contract/client-decisions';
import { formatDate } from '../../lib/format.ts';

/** Something that the provider asked: work to approve, or a risk to accept. */
export type Decision = { kind: 'approval'; item: AskedApproval } | { kind: 'risk'; item: OfferedRisk };
export type Answer = 'approved' | 'declined' | 'accepted';

/** All decisions: those that wait, then the answered ones, the newest first. */
export function decisionsOf({ approvals, risks }: ClientDecisions): { waiting: Decision[]; answered: Decision[] } {
  const all: Decision[] = [
    ...approvals.map((item): Decision => ({ kind: 'approval', item })),
    ...risks.map((item): Decision => ({ kind: 'risk', item })),
  ];
  const at = ({ item }: Decision) => item.outcome?.at ?? '';
  return {
    waiting: all.filter(({ item }) => item.outcome === null),
    answered: all.filter(({ item }) => item.outcome !== null).toSorted((a, b) => at(b).localeCompare(at(a))),
  };
}

/** In words of the management summary where there are some. */
export const headingOf = ({ item }: Decision): string => item.topic ?? item.title;

export const keyOf = ({ kind, item }: Decision): string => `${kind} ${item.id}`;

const outcomeWords: Record<Outcome['answer'], string> = {
  approved: 'Approved',
  declined: 'Declined',
  accepted: 'Risk accepted',
  byProvider: 'Decided without you',
  withdrawn: 'Taken back',
  expired: 'The time to answer is over',
  closed: 'There is nothing left to decide',
};

const byClient: ReadonlySet<Outcome['answer']> = new Set(['approved', 'declined', 'accepted']);

/** Which of them answered, and when; whatever else ended it was the provider's, or nobody's. */
export const outcomeText = ({ answer, by, at }: Outcome): string =>
  `${outcomeWords[answer]}${byClient.has(answer) ? ` by ${by}` : ''}, ${formatDate(at)}`;
