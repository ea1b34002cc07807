import type { FindingRecord } from '../../api/src/store/findings.ts';

/** What is read of a finding to tell which approvals there must be. */
export type Decided = Pick<
  FindingRecord,
  'id' | 'tenantId' | 'checkId' | 'severity' | 'status' | 'verdictStatus' | 'needsLicense'
>;

/** From what weighs most; written down here again, so that the product's own order proves nothing by itself. */
const bySeverity: readonly FindingRecord['severity'][] = ['critical', 'high', 'medium', 'low', 'info'];

/** What one approval decides: all findings of a tenant that wait for the same license, or one finding (decision 020). */
const decisionOf = ({ id, tenantId, needsLicense }: Decided): string =>
  needsLicense ? `${needsLicense} for ${tenantId}` : id;

/** The one of a group that stands for it: of the highest severity, and of several of these the first in the catalog. */
function leadOf(group: readonly Decided[], checkIds: readonly string[]): Decided | undefined {
  const rank = ({ severity, checkId }: Decided): number =>
    bySeverity.indexOf(severity) * checkIds.length + checkIds.indexOf(checkId);
  return group.toSorted((a, b) => rank(a) - rank(b))[0];
}

/**
 * What is wrong with the approvals of scans, held against the findings: each decision about a failure has exactly one, and there is no
 * other. A warning asks for none, neither does a group for which one stands.
 * @param asked the finding of each approval
 * @param checkIds in the order of the catalog
 */
export function approvalProblems(
  findings: readonly Decided[],
  asked: readonly (string | null)[],
  checkIds: readonly string[],
): string[] {
  const open = findings.filter(({ status }) => status !== 'RESOLVED');
  const leads = [...Map.groupBy(open, decisionOf).values()].flatMap((group) => leadOf(group, checkIds) ?? []);
  const due = new Set(leads.filter(({ verdictStatus }) => verdictStatus === 'fail').map(({ id }) => id));
  const found = Map.groupBy(asked, (id) => id);
  const missing = [...due].filter((id) => !found.has(id)).map((id) => `${id}: no approval`);
  const wrong = [...found].flatMap(([id, { length }]) => {
    if (id === null || !due.has(id)) return [`${id}: ${length} approvals that nothing asks for`];
    return length > 1 ? [`${id}: ${length} approvals`] : [];
  });
  return [...missing, ...wrong];
}
