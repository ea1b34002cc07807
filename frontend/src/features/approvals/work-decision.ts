import type { WaitingWork } from '@tenantry/contract/approval-decisions';
import type { Approval, Decision } from '@tenantry/contract/approvals';
import { priorityLabels } from '@tenantry/contract/labels';
import type { WorkFilters } from '../../blocks/waiting-work-query.ts';
import { countOf } from '../../lib/format.ts';

/** What is to be decided about a piece of work: for tenants that were chosen, or for all that wait and fit the filter. */
export type WorkDecision = {
  decision: Decision;
  work: Pick<WaitingWork, 'remedyId' | 'title' | 'tenantName'>;
  of: { approvals: readonly Approval[] } | { filter: WorkFilters; waiting: number };
};

export const countedBy = ({ of }: WorkDecision) => ('approvals' in of ? of.approvals.length : of.waiting);

/** For whom: `Contoso`, `3 tenants`, `all 12 tenants`. */
export function tenantsOf(decision: WorkDecision): string {
  const { of, work } = decision;
  const [first] = 'approvals' in of ? of.approvals : [];
  const count = countOf(countedBy(decision), 'tenant');
  if (first === undefined) return countedBy(decision) === 1 ? (work.tenantName ?? count) : `all ${count}`;
  return countedBy(decision) === 1 ? first.tenantName : count;
}

/** What the tenants of a filter have in common; null where it leaves none out. */
export function filterText({ groupId, priority, olderThanDays }: WorkFilters): string | null {
  const parts = [
    ...(groupId === undefined ? [] : ['a tenant in the chosen group']),
    ...(priority === undefined ? [] : [`priority ${priorityLabels[priority].toLowerCase()}`]),
    ...(olderThanDays === undefined ? [] : [`waiting ${countOf(olderThanDays, 'day')} or longer`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
