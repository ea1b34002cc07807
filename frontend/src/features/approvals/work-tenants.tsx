import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import { maxDecidedAtOnce, type WaitingWork } from '@tenantry/contract/approval-decisions';
import type { Approval, Decision } from '@tenantry/contract/approvals';
import { useState } from 'react';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import type { WorkFilters } from '../../blocks/waiting-work-query.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { rowSelection } from '../../ui/row-selection.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { approvalsQuery } from './approval-queries.ts';

const useStyles = makeStyles({
  count: { color: tokens.colorNeutralForeground3, minWidth: '88px' },
});

const columns: readonly Column<Approval>[] = [
  {
    id: 'tenant',
    label: 'Tenant',
    cell: ({ id, tenantName }) => <TextLink to={`${paths.adminApprovals}/${id}`}>{tenantName}</TextLink>,
  },
  { id: 'priority', label: 'Priority', width: '96px', cell: ({ priority }) => <PriorityBadge priority={priority} /> },
  { id: 'findings', label: 'Closes', width: '112px', cell: ({ findings }) => countOf(findings.length, 'finding') },
  {
    id: 'requestedAt',
    label: 'Requested',
    width: '112px',
    cell: ({ requestedAt }) => <RelativeTime instant={requestedAt} />,
  },
];

type Props = {
  work: WaitingWork;
  filters: WorkFilters;
  onDecide: (decision: Decision, approvals: readonly Approval[]) => void;
};

/** The tenants for which a piece of work waits, to decide for one or for those that are chosen. */
export function WorkTenants({ work, filters, onDecide }: Props) {
  const query = useInfiniteQuery(approvalsQuery({ ...filters, status: 'pending', remedyId: work.remedyId }));
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  return (
    <QueryState
      query={query}
      loading={<SkeletonRows rows={Math.min(work.waiting, 4)} size={32} label="Loading the tenants" />}
      errorTitle="The tenants could not be loaded"
      isEmpty={(data) => data.pages[0]?.total === 0}
      empty={<Text>Nothing waits here any more.</Text>}
    >
      {(data) => {
        const approvals = data.pages.flatMap((page) => page.items);
        const selected = approvals.filter(({ id }) => selectedIds.has(id));
        const selection = rowSelection<Approval>({
          rowId: ({ id }) => id,
          allIds: approvals.map(({ id }) => id),
          selectedIds,
          onChange: setSelectedIds,
          rowLabel: ({ tenantName }) => `Select ${tenantName} for ${work.title}`,
        });
        return (
          <Stack gap="S">
            <SelectedTenants
              work={work}
              count={selected.length}
              onDecide={(decision) => onDecide(decision, selected)}
              onClear={() => setSelectedIds(new Set())}
            />
            <PagedRows query={query} shown={approvals.length} total={data.pages[0]?.total ?? approvals.length}>
              <DataTable
                label={`Tenants for ${work.title}`}
                rows={approvals}
                columns={columns}
                rowId={({ id }) => id}
                selection={selection}
                minWidth="680px"
                actionsWidth="172px"
                rowActions={(approval) => <TenantButtons approval={approval} onDecide={onDecide} />}
              />
            </PagedRows>
          </Stack>
        );
      }}
    </QueryState>
  );
}

function TenantButtons({ approval, onDecide }: Pick<Props, 'onDecide'> & { approval: Approval }) {
  const of = `${approval.title} for ${approval.tenantName}`;
  return (
    <>
      <Button size="small" onClick={() => onDecide('approved', [approval])} aria-label={`Approve ${of}`}>
        Approve…
      </Button>
      <Button size="small" onClick={() => onDecide('denied', [approval])} aria-label={`Deny ${of}`}>
        Deny…
      </Button>
    </>
  );
}

type SelectedProps = {
  work: WaitingWork;
  count: number;
  onDecide: (decision: Decision) => void;
  onClear: () => void;
};

function SelectedTenants({ work, count, onDecide, onClear }: SelectedProps) {
  const styles = useStyles();
  const isTooMany = count > maxDecidedAtOnce;
  const cannot = count === 0 || isTooMany;
  return (
    <Row gap="S" align="center">
      <Text role="status" className={styles.count}>
        {formatNumber(count)} selected
      </Text>
      <Button
        size="small"
        onClick={() => onDecide('approved')}
        disabledFocusable={cannot}
        aria-label={`Approve selected requests: ${work.title}`}
      >
        Approve selected…
      </Button>
      <Button
        size="small"
        onClick={() => onDecide('denied')}
        disabledFocusable={cannot}
        aria-label={`Deny selected requests: ${work.title}`}
      >
        Deny selected…
      </Button>
      <Button size="small" appearance="subtle" onClick={onClear} disabledFocusable={count === 0}>
        Clear selection
      </Button>
      {isTooMany && (
        <Text role="alert">Select at most {maxDecidedAtOnce} tenants, or decide for all of them in the row above.</Text>
      )}
    </Row>
  );
}
