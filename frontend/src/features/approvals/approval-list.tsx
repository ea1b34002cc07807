import { Button } from '@fluentui/react-components';
import { ClipboardCheckmarkRegular } from '@fluentui/react-icons/svg/clipboard-checkmark';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Approval, ApprovalTotals as Totals } from '@tenantry/contract/approvals';
import { lazy, Suspense, useState } from 'react';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ApprovalFilters } from './approval-filters.tsx';
import { approvalsQuery, type ApprovalFilters as Filters } from './approval-queries.ts';
import { ApprovalTotals } from './approval-totals.tsx';
import type { ApprovalsAddress, ChangeAddress } from './approvals-address.ts';
import { DecideMany } from './decide-many.tsx';
import { ViewSwitch } from './view-switch.tsx';

// It comes while the approvals are asked for.
const table = import('./approval-table.tsx');
const ApprovalTable = lazy(async () => ({ default: (await table).ApprovalTable }));
const ReviewDialog = onDemand(async () => (await import('./review-dialog.tsx')).ReviewDialog);

type Props = { address: ApprovalsAddress; onChange: ChangeAddress };

/** Every request, decided or not, the newest first. */
export function ApprovalList({ address, onChange }: Props) {
  const { status, type, tenantId, groupId, priority, remedyId, olderThanDays } = address;
  const filters: Filters = { status, type, tenantId, groupId, priority, remedyId, olderThanDays };
  const query = useInfiniteQuery(approvalsQuery(filters));
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const review = useOpened<Approval, HTMLDivElement>();
  // Without the filter that led to it, it is the list still.
  const change = (patch: Partial<Filters>) => onChange({ view: 'list', ...patch });
  const first = query.data?.pages[0];
  return (
    <>
      <ApprovalTotals totals={first?.summary} isLoading={query.isPending} hasFailed={query.isError} />
      <ListCard label="List of approvals" ref={review.fallback}>
        <ViewSwitch address={address} />
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
    </>
  );
}

const loading = <SkeletonRows rows={6} size={64} label="Loading approvals" />;
const noFilters = {
  status: undefined,
  type: undefined,
  tenantId: undefined,
  groupId: undefined,
  priority: undefined,
  remedyId: undefined,
  olderThanDays: undefined,
};

function NoApprovals({ totals, onClear }: { totals: Totals | undefined; onClear: () => void }) {
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
      body="A scan asks for approval of each remedy that it finds needed. Technicians ask for everything else."
      headingLevel="h2"
    />
  );
}
