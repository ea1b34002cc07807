import type { listWaitingWork } from '@tenantry/contract/approval-decisions';
import type { Parsed } from '@tenantry/contract/endpoint';
import { Priority } from '@tenantry/contract/verdicts';
import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import { knownWork } from '../../audit/findings/remedies/work.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApprovalStore, Waiting } from '../../store/approvals.ts';
import type { Scope } from '../../store/scope.ts';

type Answer = Parsed<typeof listWaitingWork.response>;
type Query = Parsed<typeof listWaitingWork.query>;

const dayMs = 24 * 3_600_000;

/** The instant before which a request was made that has waited for so many days; undefined where none is asked for. */
export const waitedSince = (days: number | undefined, clock: Clock): string | undefined =>
  days === undefined ? undefined : new Date(clock.now().getTime() - days * dayMs).toISOString();

const rank = ({ priority }: Waiting): number => Priority.options.indexOf(priority);
/** What a baseline asks for comes before what none does. */
const isRequired = ({ required }: Waiting): number => (required > 0 ? 0 : 1);
const place = ({ remedyId }: Waiting): number => knownWork.findIndex(({ id }) => id === remedyId);

/** What waits for a decision by remedy: what baselines require first, of that the gravest, then what most tenants wait for, then in the order of the catalog. */
export async function waitingWork(
  { approvals, clock }: { approvals: ApprovalStore; clock: Clock },
  scope: Scope,
  { search = '', olderThanDays, tenantId, priority }: Query,
): Promise<Answer> {
  const sought = knownWork.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
  const filters = { tenantId, priority, before: waitedSince(olderThanDays, clock) };
  const { work, total } = await approvals.waitingByWork(
    scope,
    sought.map(({ id }) => id),
    filters,
  );
  work.sort(
    (a, b) => isRequired(a) - isRequired(b) || rank(a) - rank(b) || b.waiting - a.waiting || place(a) - place(b),
  );
  const waiting = work.reduce((sum, one) => sum + one.waiting, 0);
  return {
    items: work.map((one) => ({
      remedyId: one.remedyId,
      title: knownWork.find(({ id }) => id === one.remedyId)?.title ?? one.remedyId,
      article: remedyOf(one.remedyId)?.id ?? null,
      priority: one.priority,
      waiting: one.waiting,
      required: one.required,
      waitingSince: one.since,
    })),
    waiting,
    others: search === '' ? total - waiting : null,
  };
}
