import { seen } from '../../../domain/finding/finding-of-verdict.ts';
import type { FindingRecord } from '../../../store/findings.ts';
import type { AuditFinding, AuditResult } from '../audit-result.ts';
import { countedChecks } from '../open-findings.ts';

/** What nobody said of an acceptance is left empty, as files and reports leave it. */
function acceptanceOf({ acceptance, condition }: AuditFinding): FindingRecord['acceptance'] {
  if (acceptance === null) return null;
  const { reason, acceptedBy, until } = acceptance;
  return { reason, acceptedBy: acceptedBy ?? '', acceptedAt: '', expiresAt: until ?? '', condition };
}

/** Since when it is known: what the baseline has was there then. */
function firstDetected({ standing }: AuditFinding, { baseline, takenAt }: AuditResult): string {
  return standing === 'known' ? (baseline?.takenAt ?? takenAt) : takenAt;
}

/**
 * A finding of an audit in the shape in which the product keeps one, so that files and reports are made by the same code. An
 * audit without a stack knows no history.
 */
function recordOf(finding: AuditFinding, result: AuditResult): FindingRecord {
  const { tenant, takenAt } = result;
  const now = new Date(takenAt);
  const sight = { tenant: { id: tenant.id, isMock: tenant.isSimulated }, scanLogId: '', at: takenAt, now };
  const acceptance = acceptanceOf(finding);
  return {
    ...seen(finding.verdict, null, sight),
    id: finding.fingerprint,
    status: acceptance === null ? 'OPEN' : 'ACCEPTED',
    change: finding.standing === 'known' ? 'still-there' : 'new',
    firstDetected: firstDetected(finding, result),
    history: [],
    acceptance,
    acceptedUntil: acceptance?.expiresAt ?? '',
  };
}

/** All findings of an audit, in their order. */
export function recordsOf(result: AuditResult): FindingRecord[] {
  const counted = countedChecks(result);
  return result.findings.map((finding) => ({
    ...recordOf(finding, result),
    isCounted: counted.has(finding.verdict.checkId),
  }));
}
