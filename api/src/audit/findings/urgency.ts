import { Severity, type VerdictStatus, verdictStatusesByUrgency } from '@tenantry/contract/verdicts';
import { catalog } from '../checks/catalog.ts';
import { type Endangers, endangeredOrder } from '../checks/shared/endangers.ts';
import { findingTitle } from './finding-titles.ts';

const endangeredBy: ReadonlyMap<string, Endangers> = new Map(catalog.map(({ id, endangers }) => [id, endangers]));

/** A check of an older catalog, of which that is not known any more, comes last of its severity. */
const rankOf = (checkId: string): number => {
  const endangers = endangeredBy.get(checkId);
  return endangers === undefined ? endangeredOrder.length : endangeredOrder.indexOf(endangers);
};

/** What the order of a failure or a warning goes by. `title` counts where the catalog has none for the finding. */
export type Urgent = {
  checkId: string;
  severity: Severity;
  status: VerdictStatus;
  affectedCount: number;
  title: string;
};

const mostCounted = 99_999_999;

/**
 * The one order of what was found, as a text to sort by: severity, what it endangers, failures before warnings, more
 * affected before fewer, title. Lists, audit, report and files all go by it. It begins with the severity in one digit.
 */
export function urgencyKey({ checkId, severity, status, affectedCount, title }: Urgent): string {
  const fewer = String(mostCounted - Math.min(affectedCount, mostCounted)).padStart(8, '0');
  return `${Severity.options.indexOf(severity)}${rankOf(checkId)}${status === 'fail' ? 0 : 1}${fewer} ${findingTitle(checkId, title)}`;
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
