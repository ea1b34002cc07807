import type { Verdict, VerdictStatus } from '@tenantry/contract/verdicts';

/** A verdict of a check as questions look at it. */
export const verdictOf = (checkId: string, status: VerdictStatus, over: Partial<Verdict> = {}): Verdict => ({
  checkId,
  title: `Title of ${checkId}`,
  category: 'mfa',
  severity: 'high',
  status,
  message: `${checkId}: ${status}`,
  recommendation: '',
  evidence: [],
  affected: [],
  affectedCount: 0,
  references: [],
  ...over,
});
