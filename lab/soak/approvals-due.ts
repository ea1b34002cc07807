import { remedies } from '../../api/src/audit/findings/remedies/remedies.ts';
import type { ApprovalRecord } from '../../api/src/store/approvals.ts';
import type { FindingRecord } from '../../api/src/store/findings.ts';

/** What is read of a finding to tell which approvals there must be. */
export type Decided = Pick<
  FindingRecord,
  'id' | 'tenantId' | 'checkId' | 'severity' | 'status' | 'needsLicense' | 'closedBy'
>;

/** What is read of an approval. */
export type Asked = Pick<ApprovalRecord, 'tenantId' | 'remedyId' | 'findings'>;

/** From which severity on scans ask; written down here again, so that the product's own rule proves nothing by itself. */
const asksFor: readonly FindingRecord['severity'][] = ['critical', 'high', 'medium'];

const remedyOf = (checkId: string) => remedies.find(({ checks }) => checks.includes(checkId))?.id ?? checkId;

/** What one approval decides: a license that a tenant lacks, a switch that costs nothing (decision 063), or a remedy. */
const decisionOf = ({ tenantId, needsLicense, closedBy, checkId }: Decided): string =>
  `${tenantId}: ${needsLicense ?? (closedBy === 'securityDefaults' ? remedyOf('mfa.security.defaults') : remedyOf(checkId))}`;

/**
 * What is wrong with the approvals of scans, held against the findings: each remedy whose gravest open finding is medium or above has
 * exactly one, with every open finding that it closes, and there is no other.
 * @param asked those that are not closed
 */
export function approvalProblems(findings: readonly Decided[], asked: readonly Asked[]): string[] {
  const open = findings.filter(({ status }) => status !== 'RESOLVED');
  const decisions = [...Map.groupBy(open, decisionOf)].filter(([, some]) =>
    some.some(({ severity }) => asksFor.includes(severity)),
  );
  const keyOf = (ids: readonly string[]) => ids.toSorted().join(' ');
  const found = Map.groupBy(asked, (one) => keyOf(one.findings.map(({ id }) => id)));
  const due = new Map(decisions.map(([decision, some]) => [keyOf(some.map(({ id }) => id)), decision]));
  const missing = [...due].filter(([key]) => !found.has(key)).map(([, decision]) => `${decision}: no approval`);
  const wrong = [...found].flatMap(([key, some]) => {
    const decision = due.get(key);
    const [first] = some;
    if (decision === undefined) return [`${first?.tenantId}: an approval of ${first?.remedyId} that nothing asks for`];
    return some.length > 1 ? [`${decision}: ${some.length} approvals`] : [];
  });
  return [...missing, ...wrong];
}
