import { Text } from '@fluentui/react-components';
import { CalendarCancelRegular } from '@fluentui/react-icons/svg/calendar-cancel';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { HeldException } from '@tenantry/contract/baselines';
import { useRef } from 'react';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Row } from '../../ui/row.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AlignmentAddress, exceptionsQuery } from './baseline-queries.ts';
import { EndException } from './end-exception.tsx';

function Check({ row: { tenantId, checkId, title, severity } }: { row: HeldException }) {
  return (
    <Row gap="S" align="center">
      <SeverityBadge severity={severity} />
      <TextLink to={inTenant(`${paths.audit}?check=${checkId}`, tenantId)}>{title}</TextLink>
    </Row>
  );
}

function Why({ row: { reason, by } }: { row: HeldException }) {
  return (
    <Stack gap="XXS">
      <Text>{reason}</Text>
      <Hint>{by}</Hint>
    </Stack>
  );
}

const columns: readonly Column<HeldException>[] = [
  { id: 'until', label: 'Until', width: '104px', cell: ({ expiresAt }) => formatDate(expiresAt) },
  { id: 'tenant', label: 'Tenant', width: '18%', cell: ({ tenantName }) => tenantName },
  { id: 'baseline', label: 'Baseline', width: '16%', cell: ({ baselineName }) => baselineName },
  { id: 'check', label: 'Check', cell: (row) => <Check row={row} /> },
  { id: 'why', label: 'Reason', width: '24%', cell: (row) => <Why row={row} /> },
];

/** The exceptions of all tenants in scope, as far as the filters of the alignment above let them through. */
export function ExceptionsCard() {
  const [address] = useTableParams(AlignmentAddress);
  const query = useInfiniteQuery(exceptionsQuery(address));
  const isAdmin = useHasRole('admin');
  const card = useRef<HTMLDivElement>(null);
  return (
    <ListCard label="Exceptions" ref={card}>
      <PagedList
        query={query}
        loading={<SkeletonRows rows={3} size={48} label="Loading exceptions" />}
        errorTitle={httpErrorTitle(query.error)}
        empty={
          <EmptyState
            icon={<CalendarCancelRegular />}
            title="No exceptions"
            body="An exception takes a tenant out of a check until a day. Make one from the checks of a tenant above."
            headingLevel="h2"
          />
        }
      >
        {(rows) => (
          <DataTable<HeldException>
            label="Exceptions"
            rows={rows}
            columns={columns}
            rowId={({ tenantId, baselineId, checkId }) => `${tenantId} ${baselineId} ${checkId}`}
            actionsWidth="72px"
            {...(isAdmin && {
              rowActions: (row: HeldException) => (
                <EndException
                  exception={row}
                  label={`End the exception of ${row.tenantName}: ${row.title}`}
                  onEnded={() => card.current?.focus()}
                />
              ),
            })}
          />
        )}
      </PagedList>
    </ListCard>
  );
}
