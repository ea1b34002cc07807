import { makeStyles, Text } from '@fluentui/react-components';
import { ClipboardCheckmarkRegular } from '@fluentui/react-icons/svg/clipboard-checkmark';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Approval } from '@tenantry/contract/approvals';
import { approvalTypeLabels, decisionNote } from '../../blocks/approval-labels.ts';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { RequestApproval } from '../../blocks/request-approval.tsx';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useHasRole } from '../../lib/session.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Request, Status } from './approval-cells.tsx';
import { ownRequestsQuery } from './approval-queries.ts';

const useStyles = makeStyles({
  notes: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});

function Decided({ approval }: { approval: Approval }) {
  const styles = useStyles();
  const note = decisionNote(approval);
  if (note === null) return 'Waiting for an administrator';
  return (
    <Stack gap="XXS">
      <Text>{note}</Text>
      {approval.reviewNotes !== null && (
        <Text size={200} className={styles.notes}>
          {approval.reviewNotes}
        </Text>
      )}
    </Stack>
  );
}

const columnsFor = (isAdmin: boolean): readonly Column<Approval>[] => [
  { id: 'request', label: 'Request', cell: (one) => <Request approval={one} isLinked={isAdmin} /> },
  { id: 'type', label: 'Type', width: '84px', cell: ({ type }) => approvalTypeLabels[type] },
  { id: 'tenant', label: 'Tenant', width: '96px', cell: ({ tenantName }) => tenantName },
  { id: 'priority', label: 'Priority', width: '84px', cell: ({ priority }) => <PriorityBadge priority={priority} /> },
  { id: 'status', label: 'Status', width: '84px', cell: (one) => <Status approval={one} /> },
  { id: 'decision', label: 'Decision', width: '150px', cell: (one) => <Decided approval={one} /> },
  { id: 'requestedAt', label: 'Requested', width: '84px', cell: ({ requestedAt }) => formatDateTime(requestedAt) },
];

/** What the user has asked administrators for, and what became of it. */
export function RequestsPage() {
  const isAdmin = useHasRole('admin');
  const query = useInfiniteQuery(ownRequestsQuery());
  return (
    <PageShell
      title="My Requests"
      subtitle="What you asked administrators for"
      actions={<RequestApproval draft="requests" />}
    >
      <ListCard label="List of requests">
        <PagedList
          query={query}
          loading={<SkeletonRows rows={4} size={64} label="Loading your requests" />}
          errorTitle={httpErrorTitle(query.error)}
          empty={
            <EmptyState
              icon={<ClipboardCheckmarkRegular />}
              title="No requests yet"
              body="Ask an administrator to publish a report, change a system, give a permission or assign a task."
              headingLevel="h2"
            />
          }
        >
          {(requests) => (
            <DataTable
              label="My requests"
              rows={requests}
              columns={columnsFor(isAdmin)}
              rowId={({ id }) => id}
              minWidth="920px"
            />
          )}
        </PagedList>
      </ListCard>
    </PageShell>
  );
}
