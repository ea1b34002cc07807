import { urgencyKey } from '../../audit/findings/urgency.ts';
import type { FindingRecord } from '../../store/findings.ts';

const rank = { OPEN: 0, IN_PROGRESS: 0, ACCEPTED: 1, RESOLVED: 2 } as const satisfies Record<
  FindingRecord['status'],
  number
>;

type Ordered = Pick<FindingRecord, 'status' | 'checkId' | 'severity' | 'verdictStatus' | 'affectedCount' | 'title'> &
  Partial<Pick<FindingRecord, 'needsLicense' | 'closedBy'>>;

/**
 * The order of a list of findings as one text: open before accepted before resolved, then by urgency. A stored key of an
 * earlier version has severity and title alone, after the same two digits; the next scan of its tenant renews it.
 */
export function findingSortKey({ status, verdictStatus, ...found }: Ordered): string {
  return `${rank[status]}${urgencyKey({ ...found, status: verdictStatus })}`;
}

/** Findings in the order of the list, whatever version stored them: for reports and files. */
export function byFindingOrder(a: Ordered, b: Ordered): number {
  const [first, second] = [findingSortKey(a), findingSortKey(b)];
  return first < second ? -1 : Number(first > second);
}
