import type { Verdict } from '@tenantry/contract/verdicts';
import { verdictDrift } from '../../audit/drift/verdict-drift.ts';
import { isFinding } from '../../audit/is-finding.ts';
import { scoreToTell } from '../../audit/score.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { isUnanswered, type ReportComparison } from './report-model.ts';

/** The audit to compare with, and why that one. */
export type EarlierAudit = { audit: AuditRecord } & Pick<ReportComparison, 'basis' | 'since'>;

/**
 * What became of the findings of an earlier audit. One is reopened where it was known before that audit, was none in it, and
 * is one again.
 */
export function reportComparison(
  { audit: before, basis, since }: EarlierAudit,
  after: AuditRecord,
  findings: readonly FindingRecord[],
): ReportComparison {
  const [then, now] = [byCheck(before.data.verdicts), byCheck(after.data.verdicts)];
  const wasFinding = ({ checkId }: Verdict) => isOne(then.get(checkId));
  const added = after.data.verdicts.filter((verdict) => isFinding(verdict) && !wasFinding(verdict));
  const known = new Set(
    findings.filter(({ firstDetected }) => firstDetected < before.createdAt).map(({ checkId }) => checkId),
  );
  const gone = before.data.verdicts.filter((verdict) => isFinding(verdict) && !isOne(now.get(verdict.checkId)));
  const statusNow = ({ checkId }: Verdict) => now.get(checkId)?.status;
  const still = verdictDrift(before.data.verdicts, after.data.verdicts).filter(
    ({ checkId }) => isOne(then.get(checkId)) && isOne(now.get(checkId)),
  );
  return {
    basis,
    since,
    auditedAt: before.createdAt,
    scoreBefore: scoreToTell(before.overallScore, before.data.coverage),
    added: idsOf(added),
    reopened: idsOf(added.filter(({ checkId }) => known.has(checkId))),
    resolved: idsOf(gone.filter((verdict) => ['pass', 'notApplicable'].includes(statusNow(verdict) ?? ''))),
    worse: idsOf(still.filter(({ direction }) => direction === 'worse')),
    better: idsOf(still.filter(({ direction }) => direction === 'better')),
    notVerified: idsOf(gone.filter((verdict) => isUnanswered(statusNow(verdict) ?? ''))),
  };
}

const byCheck = (verdicts: readonly Verdict[]) => new Map(verdicts.map((verdict) => [verdict.checkId, verdict]));
const isOne = (verdict: Verdict | undefined) => verdict !== undefined && isFinding(verdict);
const idsOf = (some: readonly { checkId: string }[]) => some.map(({ checkId }) => checkId);
