import { type FreeSwitch, Severity, type VerdictStatus, verdictStatusesByUrgency } from '@tenantry/contract/verdicts';
import { catalog } from '../checks/catalog.ts';
import { type Endangers, endangeredOrder } from '../checks/shared/endangers.ts';
import { findingTitle } from './finding-titles.ts';

type Rank = { fail: Endangers; warning: Endangers };
const endangeredBy: ReadonlyMap<string, Rank> = new Map(
  catalog.map(({ id, endangers, warningEndangers = endangers }) => [
    id,
    { fail: endangers, warning: warningEndangers },
  ]),
);

/** A check of an older catalog, of which that is not known any more, comes last of its severity. */
export function endangeredRank(checkId: string, isWarning = false): number {
  const rank = endangeredBy.get(checkId);
  return rank === undefined ? endangeredOrder.length : endangeredOrder.indexOf(rank[isWarning ? 'warning' : 'fail']);
}

/** What the order of a failure or a warning goes by. `title` counts where the catalog has none for the finding. */
export type Urgent = {
  checkId: string;
  severity: Severity;
  status: VerdictStatus;
  affectedCount: number;
  title: string;
  needsLicense?: string | null | undefined;
  closedBy?: FreeSwitch | null | undefined;
};

const mostCounted = 99_999_999;

/** What a free switch closes is done first, what a license has to be bought for last. */
const stepOf = ({ needsLicense, closedBy }: Urgent): number => (closedBy ? 0 : needsLicense ? 2 : 1);

/**
 * The one order of what was found, as a text to sort by: severity, what can be done about it at once, what it endangers, failures
 * before warnings, more affected before fewer, title. Lists, work, plan, audit, report and files all go by it (decision 063). It
 * begins with the severity in one digit.
 */
export function urgencyKey(found: Urgent): string {
  const { checkId, severity, status, affectedCount, title } = found;
  const rank = endangeredRank(checkId, status === 'warning');
  const fewer = String(mostCounted - Math.min(affectedCount, mostCounted)).padStart(8, '0');
  return `${Severity.options.indexOf(severity)}${stepOf(found)}${rank}${status === 'fail' ? 0 : 1}${fewer} ${findingTitle(checkId, title)}`;
}

/** The most urgent first. Keys are compared as a store compares them, by code unit. */
export function byUrgency(a: Urgent, b: Urgent): number {
  const [first, second] = [urgencyKey(a), urgencyKey(b)];
  return first < second ? -1 : Number(first > second);
}

const isFound = (status: VerdictStatus): boolean => status === 'fail' || status === 'warning';
const groupOf = (status: VerdictStatus): number => (isFound(status) ? 0 : verdictStatusesByUrgency.indexOf(status));

/** The order of all verdicts of an audit: what was found, then what is not known, then what is well. */
export function byAttention(a: Urgent, b: Urgent): number {
  return groupOf(a.status) - groupOf(b.status) || byUrgency(a, b);
}
