import { licenseGroupTitle } from '../../audit/findings/license-group.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TopFinding } from '../../store/tenants.ts';

type Ranked = Pick<FindingRecord, 'id' | 'checkId' | 'severity' | 'title' | 'sortKey' | 'needsLicense'>;

/** Of what somebody has to do something about: an accepted risk asks for nobody. */
export const openStatuses: readonly FindingRecord['status'][] = ['OPEN', 'IN_PROGRESS'];

export const isOpen = ({ status }: Pick<FindingRecord, 'status'>): boolean => openStatuses.includes(status);

/** The checks whose findings are accepted now. */
export const acceptedChecks = (findings: readonly Pick<FindingRecord, 'status' | 'checkId'>[]): Set<string> =>
  new Set(findings.filter(({ status }) => status === 'ACCEPTED').map(({ checkId }) => checkId));

/** As the tenant keeps it. */
export const topFindingOf = ({ id: findingId, checkId, severity, title, needsLicense }: Ranked): TopFinding => ({
  findingId,
  checkId,
  severity,
  title: needsLicense === null ? title : licenseGroupTitle(needsLicense),
});

/** The most pressing of these findings, in the order of the list of findings; null where there is none. */
export function topOf(findings: readonly Ranked[]): TopFinding | null {
  const [first, ...rest] = findings;
  if (!first) return null;
  return topFindingOf(rest.reduce((top, one) => (one.sortKey < top.sortKey ? one : top), first));
}
