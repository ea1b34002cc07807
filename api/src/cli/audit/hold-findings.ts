import { createHash } from 'node:crypto';
import type { AuditOutcome } from '../../audit/findings/evaluate.ts';
import { beyondAcceptance, conditionOf, type FindingCondition } from '../../audit/findings/finding-condition.ts';
import { findingId } from '../../audit/findings/finding-id.ts';
import { findingTitle } from '../../audit/findings/finding-titles.ts';
import { type FindingVerdict, isFinding } from '../../audit/findings/is-finding.ts';
import { byUrgency } from '../../audit/findings/urgency.ts';
import { acceptanceOf } from '../../audit/snapshot/snapshot-declarations.ts';
import type { AuditFinding, AuditResult } from './audit-result.ts';
import type { Baseline } from './baseline.ts';

type Standing = Pick<AuditFinding, 'standing' | 'because' | 'acceptance'>;

function standingOf(verdict: FindingVerdict, condition: FindingCondition, baseline: Baseline, now: Date): Standing {
  const accepted = acceptanceOf(baseline.declarations, verdict.checkId, now);
  const beyondRisk = accepted?.condition ? beyondAcceptance(accepted.condition, condition) : null;
  if (accepted && beyondRisk === null) {
    const { reason, acceptedBy, until } = accepted;
    return { standing: 'accepted', because: null, acceptance: { reason, acceptedBy, until } };
  }
  const known = baseline.findings.find(({ checkId }) => checkId === verdict.checkId);
  // A risk that was accepted and has grown is told, whatever the baseline saw of it.
  if (beyondRisk !== null)
    return { standing: 'new', because: `Beyond the accepted risk. ${beyondRisk}`, acceptance: null };
  if (!known) return { standing: 'new', because: null, acceptance: null };
  const beyond = beyondAcceptance(known.condition, condition, 'in the baseline');
  return { standing: beyond === null ? 'known' : 'new', because: beyond, acceptance: null };
}

/** Of the condition alone: no wording, no date. */
const fingerprintOf = (tenantId: string, checkId: string, condition: FindingCondition): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        tenantId,
        checkId,
        condition.status,
        condition.affectedCount,
        condition.affected,
        Object.entries(condition.settings).sort(),
        condition.gaps ?? [],
      ]),
    )
    .digest('hex')
    .slice(0, 32);

/** The findings of an audit, the most urgent first, each held against the baseline and the accepted risks. */
export function heldFindings(
  { verdicts }: AuditOutcome,
  tenantId: string,
  baseline: Baseline,
  now: Date,
): AuditFinding[] {
  return verdicts
    .filter(isFinding)
    .sort(byUrgency)
    .map((verdict) => {
      const condition = conditionOf(verdict);
      if (condition === null) throw new Error(`${verdict.checkId} is a finding without a condition`);
      return {
        verdict,
        title: findingTitle(verdict.checkId, verdict.title),
        fingerprint: findingId(tenantId, verdict.checkId),
        conditionFingerprint: fingerprintOf(tenantId, verdict.checkId, condition),
        condition,
        ...standingOf(verdict, condition, baseline, now),
      };
    });
}

/** What the result says of its baseline. Resolved is what passes: a check that gave no answer resolves nothing. */
export function baselineView(
  { verdicts }: AuditOutcome,
  { file, takenAt, findings }: Baseline,
): AuditResult['baseline'] {
  if (file === null) return null;
  const passing = new Set(
    verdicts.filter(({ status }) => status === 'pass' || status === 'notApplicable').map(({ checkId }) => checkId),
  );
  const resolved = findings
    .filter(({ checkId }) => passing.has(checkId))
    .map(({ checkId, title }) => ({ checkId, title }));
  return { file, takenAt, resolved };
}
