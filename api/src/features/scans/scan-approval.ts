import { tenantRecordId } from '@tenantry/contract/ids';
import type { Affected, Verdict } from '@tenantry/contract/verdicts';
import { conditionOf } from '../../audit/finding-condition.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';

/** As many domains stand on an approval; its finding lists them all. */
const domainsNamed = 10;

function namesOfDomains(affected: readonly Affected[]): string | null {
  const names = affected.flatMap(({ type, name }) => (type === 'domain' ? [name] : []));
  return names.length === 0 ? null : names.slice(0, domainsNamed).join(', ');
}

/**
 * A failure that is new or came back asks an administrator for approval, once for each time it is opened.
 * @param verdict what the scan saw
 * @param scan names the audit, whose id comes from the scan's, and gives the time
 */
export function approvalFor(
  finding: FindingRecord,
  verdict: Verdict,
  scan: { id: string; timestamp: string },
): ApprovalRecord {
  const { tenantId, severity } = finding;
  const rest = finding.id.slice(tenantRecordId(tenantId, 'f-').length);
  return {
    id: tenantRecordId(tenantId, `a-${rest}-${finding.occurrence}`),
    tenantId,
    auditId: auditIdOfScan(tenantId, scan.id),
    scanId: scan.id,
    linkedFindingId: finding.id,
    checkId: finding.checkId,
    condition: conditionOf(verdict),
    title: finding.title,
    description: `${finding.description} ${finding.recommendation}`.trim(),
    issue: finding.description,
    affectedDomain: namesOfDomains(verdict.affected),
    category: finding.category,
    priority: severity === 'info' ? 'low' : severity,
    origin: 'scanner',
    type: 'task_assignment',
    autoCreateTask: true,
    status: 'pending',
    createdBy: 'scanner',
    requestedBy: 'scanner',
    reviewNotes: null,
    approvedBy: null,
    approvedAt: null,
    createdAt: scan.timestamp,
    updatedAt: scan.timestamp,
  };
}
