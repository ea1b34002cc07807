import type { listWaitingWork } from '@tenantry/contract/approval-decisions';
import type { Parsed } from '@tenantry/contract/endpoint';
import { Priority } from '@tenantry/contract/verdicts';
import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import { knownWork } from '../../audit/findings/remedies/work.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApprovalStore, Waiting } from '../../store/approvals.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';

type Answer = Parsed<typeof listWaitingWork.response>;
type Query = Parsed<typeof listWaitingWork.query>;

/** As a store compares, by code unit. */
const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const dayMs = 24 * 3_600_000;

/** The instant before which a request was made that has waited for so many days; undefined where none is asked for. */
export const waitedSince = (days: number | undefined, clock: Clock): string | undefined =>
  days === undefined ? undefined : new Date(clock.now().getTime() - days * dayMs).toISOString();

const rank = ({ priority }: Waiting): number => Priority.options.indexOf(priority);
/** What a baseline asks for comes before what none does. */
const isRequired = ({ required }: Waiting): number => (required > 0 ? 0 : 1);
const place = ({ remedyId }: Waiting): number => knownWork.findIndex(({ id }) => id === remedyId);

/** As in "Do this first": of two alike of before those of which the place is not known. */
const sortKey = ({ sortKey: key }: Waiting): string => key ?? '~';

/**
 * What waits for a decision by remedy: what baselines require first, then in the one order of findings, by the gravest of each; requests
 * of before by severity, then by how many tenants wait, then in the order of the catalog.
 */
export async function waitingWork(
  { approvals, tenants, clock }: { approvals: ApprovalStore; tenants: Pick<TenantStore, 'ofRecords'>; clock: Clock },
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
    (a, b) =>
      isRequired(a) - isRequired(b) ||
      rank(a) - rank(b) ||
      byText(sortKey(a), sortKey(b)) ||
      b.waiting - a.waiting ||
      place(a) - place(b),
  );
  const names = await tenants.ofRecords(
    scope,
    work.filter((one) => one.waiting === 1),
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
      tenantName: one.waiting === 1 ? (names.get(one.tenantId)?.name ?? null) : null,
    })),
    waiting,
    others: search === '' ? total - waiting : null,
  };
}
