import type { RiskIndicator, RiskIndicators } from '@tenantry/contract/dashboard';
import { uriComponent } from '@tenantry/contract/text';
import type { Verdict } from '@tenantry/contract/verdicts';
import { findingTitle } from '../../audit/findings/finding-titles.ts';
import type { AuditRecord } from '../../store/audits.ts';

type Count = Pick<RiskIndicator, 'count' | 'countUnknownBecause'>;

const levels = ['critical', 'high', 'medium', 'low'] as const;
const neverScanned = 'This tenant has never been scanned.';

/** How many objects a check found, or why that is not known. */
function countOf(verdicts: readonly Verdict[] | undefined, checkId: string): Count {
  const verdict = verdicts?.find((one) => one.checkId === checkId);
  if (!verdict) return { count: null, countUnknownBecause: verdicts ? 'This check did not run.' : neverScanned };
  const judged = verdict.status === 'pass' || verdict.status === 'warning' || verdict.status === 'fail';
  return judged
    ? { count: verdict.status === 'pass' ? 0 : verdict.affectedCount, countUnknownBecause: null }
    : { count: null, countUnknownBecause: verdict.message };
}

function unauditedCount(audit: AuditRecord | null): Count {
  if (audit === null) return { count: null, countUnknownBecause: neverScanned };
  const { count, because } = audit.data.unauditedMailboxes ?? { count: null, because: null };
  return { count, countUnknownBecause: count === null ? (because ?? 'This audit did not count them.') : null };
}

/** Where the finding of a check is shown: the list, searched for its title. */
const findingUrl = (checkId: string) => `/findings?search=${uriComponent(findingTitle(checkId, checkId))}`;

/**
 * What puts a tenant at risk.
 * @param criticalFindings open findings of critical severity, null before the first audit
 * @param isInTrouble whether nothing newer is known: then that nothing was found does not make the risk a low one
 */
export function riskIndicatorsView(
  audit: AuditRecord | null,
  criticalFindings: number | null,
  isInTrouble: boolean,
): RiskIndicators {
  const verdicts = audit?.data.verdicts;
  const indicators: RiskIndicator[] = [
    {
      type: 'critical-findings',
      label: 'Critical findings',
      description: 'Open findings of critical severity',
      severity: 'critical',
      actionUrl: '/findings?severity=critical&status=open',
      count: criticalFindings,
      countUnknownBecause: criticalFindings === null ? neverScanned : null,
    },
    {
      type: 'admins-no-mfa',
      label: 'Administrators without MFA',
      description: 'Accounts with a privileged role that have no second factor registered',
      severity: 'critical',
      actionUrl: findingUrl('mfa.admins.registration'),
      ...countOf(verdicts, 'mfa.admins.registration'),
    },
    {
      type: 'unaudited-mailboxes',
      label: 'Unaudited mailboxes',
      description: 'Mailboxes whose actions are not logged. Accounts that bypass auditing cannot be seen.',
      severity: 'high',
      actionUrl: findingUrl('exo.audit'),
      ...unauditedCount(audit),
    },
    {
      type: 'stale-users',
      label: 'Stale users',
      description: 'Enabled accounts without a successful sign-in for 90 days',
      severity: 'medium',
      actionUrl: findingUrl('user.stale'),
      ...countOf(verdicts, 'user.stale'),
    },
  ];
  const present = levels.find((level) => indicators.some((one) => one.severity === level && (one.count ?? 0) > 0));
  return {
    overallRiskLevel: audit ? (present ?? (isInTrouble ? 'unknown' : 'low')) : 'unknown',
    lastAssessment: audit?.createdAt ?? null,
    indicators,
  };
}
