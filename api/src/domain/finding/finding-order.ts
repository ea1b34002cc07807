import { Severity } from '@tenantry/contract/verdicts';
import type { FindingRecord } from '../../store/findings.ts';

const rank = { OPEN: 0, IN_PROGRESS: 0, ACCEPTED: 1, RESOLVED: 2 } as const satisfies Record<
  FindingRecord['status'],
  number
>;

/** The order of a list of findings as one text: open before accepted before resolved, then by severity, then by title. */
export function findingSortKey(finding: Pick<FindingRecord, 'status' | 'severity' | 'title'>): string {
  return `${rank[finding.status]}${Severity.options.indexOf(finding.severity)} ${finding.title}`;
}
