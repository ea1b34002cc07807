import { findingDrift } from '../../audit/findings/drift/finding-drift.ts';
import { verdictDrift } from '../../audit/findings/drift/verdict-drift.ts';
import { scoreToTell } from '../../audit/findings/score.ts';
import { acceptedChecks } from '../../domain/finding/open-findings.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { ReportComparison } from './report-model.ts';

/** The audit to compare with, and why that one. */
export type EarlierAudit = { audit: AuditRecord; basis: Exclude<ReportComparison['basis'], 'baseline'> } & Pick<
  ReportComparison,
  'since'
>;

/**
 * What became of the findings of an earlier audit. One is reopened where it was known before that audit, was none in it, and
 * is one again.
 */
export function reportComparison(
  { audit: before, basis, since }: EarlierAudit,
  after: AuditRecord,
  findings: readonly FindingRecord[],
): ReportComparison {
  const [then, now] = [before.data.verdicts, after.data.verdicts];
  const lists = findingDrift(then, now, acceptedChecks(findings));
  const known = new Set(
    findings.filter(({ firstDetected }) => firstDetected < before.createdAt).map(({ checkId }) => checkId),
  );
  const open = new Set(idsOf(lists.stillOpen));
  const still = verdictDrift(then, now).filter(({ checkId }) => open.has(checkId));
  return {
    basis,
    since,
    auditedAt: before.createdAt,
    scoreBefore: scoreToTell(before.overallScore, before.data.coverage),
    added: idsOf(lists.added),
    reopened: idsOf(lists.added.filter(({ checkId }) => known.has(checkId))),
    resolved: idsOf(lists.resolved),
    worse: idsOf(still.filter(({ direction }) => direction === 'worse')),
    better: idsOf(still.filter(({ direction }) => direction === 'better')),
    notVerified: idsOf(lists.notVerified),
    stillOpen: idsOf(lists.stillOpen),
    accepted: idsOf(lists.accepted),
  };
}

const idsOf = (some: readonly { checkId: string }[]) => some.map(({ checkId }) => checkId);
