import type { Verdict } from '@tenantry/contract/verdicts';
import type { AuditOutcome } from '../../audit/findings/evaluate.ts';
import type { FindingRecord } from '../../store/findings.ts';

type Standing = Pick<FindingRecord, 'severity' | 'status' | 'verdictStatus'>;

/** Whether a finding stands as it was, because its check could not be made again. */
export function stillStands(verdict: Verdict, finding: Standing): boolean {
  const isJudged = verdict.status === 'pass' || verdict.status === 'warning' || verdict.status === 'fail';
  return !isJudged && verdict.status !== 'notApplicable' && finding.status !== 'RESOLVED';
}

/**
 * The overall status with what an earlier scan found and this one could not look at again: data that is missing makes
 * nothing better.
 */
export function statusWith(status: AuditOutcome['status'], standing: readonly Standing[]): AuditOutcome['status'] {
  const critical = standing.filter(({ severity }) => severity === 'critical');
  const isCritical = critical.some(({ verdictStatus }) => verdictStatus === 'fail');
  const isSevere =
    critical.length > 0 || standing.some((one) => one.severity === 'high' && one.verdictStatus === 'fail');
  return isCritical ? 'Critical' : isSevere && status !== 'Critical' ? 'Warning' : status;
}
