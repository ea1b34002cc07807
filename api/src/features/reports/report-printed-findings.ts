import type { Evidence } from '@tenantry/contract/verdicts';
import type { ReportFinding } from './report-model.ts';
import type { NumberedFinding } from './report-outline.ts';
import type { Fresh, Said } from './report-said.ts';

const evidenceShown = 6;

/** A finding with what is left to print of it once what earlier findings said is left out. */
export type PrintedFinding = NumberedFinding & {
  message: Fresh;
  impact: Fresh;
  evidence: { kept: Evidence[]; saidBy: number[]; more: number };
  /** The earlier finding that affects the very same objects. */
  affectedAs: number | null;
  advice: Fresh;
};

/** Evidence on one of several objects may read the same for another. */
const evidenceKey = ({ observed, objectId }: Evidence) =>
  objectId === undefined ? observed : `${observed} (${objectId})`;

function freshEvidence({ finding, number }: NumberedFinding, said: Said): PrintedFinding['evidence'] {
  const kept: Evidence[] = [];
  const saidBy = new Set<number>();
  let more = 0;
  for (const evidence of finding.evidence) {
    if (kept.length === evidenceShown) {
      more += 1;
      continue;
    }
    const one = said.fresh([evidenceKey(evidence)], number);
    if (one.kept.length > 0) kept.push(evidence);
    for (const earlier of one.saidBy) saidBy.add(earlier);
  }
  return { kept, saidBy: [...saidBy].sort((a, b) => a - b), more };
}

/** Equal for findings that affect the same objects; null for too few to be worth a reference. */
function affectedKey({ affected, affectedCount }: ReportFinding): string | null {
  if (affected.length < 3) return null;
  return JSON.stringify([affectedCount, affected.map(({ type, id }) => `${type}/${id}`).sort()]);
}

/** Gives findings in the order in which they are printed, each sentence with the first that says it. */
export function printedFindings(said: Said): (findings: readonly NumberedFinding[]) => PrintedFinding[] {
  const affectedBy = new Map<string, number>();
  const printed = (numbered: NumberedFinding): PrintedFinding => {
    const { finding, number } = numbered;
    const key = affectedKey(finding);
    const affectedAs = (key !== null && affectedBy.get(key)) || null;
    if (key !== null && affectedAs === null) affectedBy.set(key, number);
    // A message that is the title says nothing more.
    said.fresh([finding.title], number);
    return {
      ...numbered,
      message: said.freshText(finding.message, number),
      impact: said.freshText(finding.impact ?? '', number),
      evidence: freshEvidence(numbered, said),
      affectedAs,
      advice: said.freshText(finding.recommendation, number),
    };
  };
  return (findings) => findings.map(printed);
}
