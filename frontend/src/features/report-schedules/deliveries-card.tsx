import { Text } from '@fluentui/react-components';
import { MailRegular } from '@fluentui/react-icons/svg/mail';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReportDelivery, ReportDeliveryState } from '@tenantry/contract/report-schedules';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { DeliveryAddress, deliveriesQuery } from './schedule-queries.ts';
import { recipientsText, stateLabels } from './schedule-texts.ts';

const columns: readonly Column<ReportDelivery>[] = [
  {
    id: 'tenant',
    label: 'Tenant',
    width: '22%',
    cell: ({ tenantId, tenantName }) => <TextLink to={`${paths.report}?tenantId=${tenantId}`}>{tenantName}</TextLink>,
  },
  { id: 'schedule', label: 'Schedule', cell: ({ scheduleName, period }) => `${scheduleName}, ${period}` },
  { id: 'state', label: 'State', cell: (delivery) => <State delivery={delivery} /> },
  { id: 'to', label: 'To', cell: (delivery) => recipientsText(delivery) || '—' },
  {
    id: 'at',
    label: 'When',
    width: '120px',
    cell: ({ endedAt, createdAt }) => <RelativeTime instant={endedAt ?? createdAt} />,
  },
];

function State({ delivery: { state, told, approvalId } }: { delivery: ReportDelivery }) {
  return (
    <Stack gap="XXS">
      <Text weight="semibold">{stateLabels[state]}</Text>
      {told !== '' && <Text size={200}>{state === 'not-sent' ? `Because: ${told}` : told}</Text>}
      {state === 'held' && approvalId !== null && <TextLink to={paths.adminApprovals}>To the approvals</TextLink>}
    </Stack>
  );
}

/** What was sent to whom, and what was not and why. */
export function DeliveriesCard() {
  const [address, setAddress] = useTableParams(DeliveryAddress);
  const query = useInfiniteQuery(deliveriesQuery(address));
  return (
    <ListCard label="Sent reports">
      <search>
        <FilterField
          label="State"
          options={ReportDeliveryState.options}
          labelOf={(state) => stateLabels[state]}
          value={address.state}
          onChange={(state) => setAddress({ state })}
        />
      </search>
      <PagedList
        query={query}
        loading={<SkeletonRows rows={4} size={48} label="Loading sent reports" />}
        errorTitle={httpErrorTitle(query.error)}
        empty={
          <EmptyState
            icon={<MailRegular />}
            title="No report was sent by a schedule yet"
            body="Here stands what was sent to whom, and what was not sent and why."
            headingLevel="h2"
          />
        }
      >
        {(rows) => <DataTable label="Sent reports" rows={rows} columns={columns} rowId={({ id }) => id} />}
      </PagedList>
    </ListCard>
  );
}
