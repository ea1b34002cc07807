import { Severity } from '@tenantry/contract/verdicts';
import type { FindingRecord } from './record-types.ts';

/** The order of a list of findings as one text: open before resolved, then by severity, then by title. */
export function findingSortKey(finding: Pick<FindingRecord, 'status' | 'severity' | 'title'>): string {
  const resolved = finding.status === 'RESOLVED' ? 1 : 0;
  return `${resolved}${Severity.options.indexOf(finding.severity)} ${finding.title}`;
}
