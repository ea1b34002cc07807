import { Button } from '@fluentui/react-components';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { ClipboardCheckmarkRegular } from '@fluentui/react-icons/svg/clipboard-checkmark';
import { ClockRegular } from '@fluentui/react-icons/svg/clock';
import { DismissCircleRegular } from '@fluentui/react-icons/svg/dismiss-circle';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Approval, type ApprovalTotals, listApprovals } from '@tenantry/contract/approvals';
import { lazy, Suspense, useCallback, useState } from 'react';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { RequestApproval } from '../../blocks/request-approval.tsx';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { Counters } from '../../ui/counters.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ApprovalFilters } from './approval-filters.tsx';
import { approvalsQuery, type ApprovalFilters as Filters } from './approval-queries.ts';
import { DecideMany } from './decide-many.tsx';

// It comes while the approvals are asked for.
const table = import('./approval-table.tsx');
const ApprovalTable = lazy(async () => ({ default: (await table).ApprovalTable }));
const ReviewDialog = onDemand(async () => (await import('./review-dialog.tsx')).ReviewDialog);

/** What waits for an administrator's decision, and what was decided, over all tenants in scope. */
export function ApprovalsPage() {
  const [{ status, type, tenantId, priority }, setParams] = useTableParams(listApprovals.query);
  const filters: Filters = { status, type, tenantId, priority };
  const query = useInfiniteQuery(approvalsQuery(filters));
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const review = useOpened<Approval, HTMLDivElement>();
  const change = useCallback((patch: Partial<Filters>) => setParams(patch), [setParams]);
  const first = query.data?.pages[0];
  return (
    <AdminPage
      tab="Approvals"
      subtitle="Requests of the scanner and of your technicians"
      actions={<RequestApproval draft="approvals" />}
    >
      <Totals totals={first?.summary} isLoading={query.isPending} hasFailed={query.isError} />
      <ListCard label="List of approvals" ref={review.fallback}>
        <ApprovalFilters filters={filters} hasClosed={(first?.summary.closed ?? 0) > 0} onChange={change} />
        <QueryState
          query={query}
          loading={loading}
          errorTitle={httpErrorTitle(query.error)}
          isEmpty={(data) => data.pages[0]?.total === 0}
          empty={<NoApprovals totals={first?.summary} onClear={() => change(noFilters)} />}
        >
          {(data) => {
            const approvals = data.pages.flatMap((page) => page.items);
            const chosen = approvals.filter(({ id, status: is }) => is === 'pending' && selectedIds.has(id));
            return (
              <Suspense fallback={loading}>
                <DecideMany selected={chosen} onClear={() => setSelectedIds(new Set())} />
                <PagedRows query={query} shown={approvals.length} total={data.pages[0]?.total ?? approvals.length}>
                  <ApprovalTable
                    approvals={approvals}
                    selectedIds={selectedIds}
                    onSelect={setSelectedIds}
                    onReview={review.open}
                  />
                </PagedRows>
              </Suspense>
            );
          }}
        </QueryState>
      </ListCard>
      {review.opened && <ReviewDialog approval={review.opened} onClose={review.close} />}
    </AdminPage>
  );
}

const loading = <SkeletonRows rows={6} size={64} label="Loading approvals" />;
const noFilters = { status: undefined, type: undefined, tenantId: undefined, priority: undefined };

type TotalsProps = { totals: ApprovalTotals | undefined; isLoading: boolean; hasFailed: boolean };

function Totals({ totals, ...state }: TotalsProps) {
  const figures = [
    ['Pending Review', totals?.pending, <ClockRegular key="pending" />],
    ['Approved', totals?.approved, <CheckmarkCircleRegular key="approved" />],
    ['Denied', totals?.denied, <DismissCircleRegular key="denied" />],
  ] as const;
  return <Counters label="Approval totals" counted="approvals" figures={figures} {...state} />;
}

function NoApprovals({ totals, onClear }: { totals: ApprovalTotals | undefined; onClear: () => void }) {
  const hasAny = totals !== undefined && Object.values(totals).some((count) => count > 0);
  if (hasAny) {
    return (
      <EmptyState
        title="No approvals match these filters"
        actions={<Button onClick={onClear}>Clear filters</Button>}
        headingLevel="h2"
      />
    );
  }
  return (
    <EmptyState
      icon={<ClipboardCheckmarkRegular />}
      title="No approvals yet"
      body="A scan asks for approval of each failure that it finds. Technicians ask for everything else."
      headingLevel="h2"
    />
  );
}
