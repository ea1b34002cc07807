import { Button, Text } from '@fluentui/react-components';
import { ClipboardTaskListLtrRegular } from '@fluentui/react-icons/svg/clipboard-task-list-ltr';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { TicketSystem } from '@tenantry/contract/ticket-systems';
import { retryTicket, type Ticket, TicketFilter } from '@tenantry/contract/tickets';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { TicketLink } from '../../blocks/ticket-link.tsx';
import { call } from '../../lib/api-client.ts';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Row } from '../../ui/row.tsx';
import { FilterField, SelectField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TicketsAddress, ticketsQuery } from './ticket-queries.ts';

const stateLabels = { current: 'Not closed', failed: 'Failed', closed: 'Closed' } as const satisfies Record<
  TicketFilter,
  string
>;

const columns: readonly Column<Ticket>[] = [
  {
    id: 'number',
    label: 'Ticket',
    width: '130px',
    cell: ({ ticket, systemName }) =>
      ticket === null ? <Hint>Not opened yet</Hint> : <TicketLink ticket={ticket} systemName={systemName} />,
  },
  {
    id: 'title',
    label: 'Work',
    width: '32%',
    cell: ({ title, tenantId, tenantName, taskId }) => (
      <Stack gap="XXS">
        {taskId === null ? (
          <Text>{title}</Text>
        ) : (
          <TextLink to={`${paths.tasks}?tenantId=${tenantId}&task=${taskId}`}>{title}</TextLink>
        )}
        <Hint>{tenantName}</Hint>
      </Stack>
    ),
  },
  { id: 'gravity', label: 'Severity', width: '110px', cell: ({ gravity }) => <PriorityBadge priority={gravity} /> },
  { id: 'state', label: 'State', cell: ({ message }) => message },
];

function Retry({ ticket: { id, tenantId, title, tenantName } }: { ticket: Ticket }) {
  const client = useQueryClient();
  const { submit, pending } = useAction('Not tried again', async () => {
    const { message, failure } = await call(retryTicket, { params: { ticketId: id }, tenantId });
    showToast({ title: 'Tried again', body: message, intent: failure === null ? 'success' : 'warning' });
    await client.invalidateQueries({ queryKey: ['tickets'] });
    await client.invalidateQueries({ queryKey: ['ticket-systems'] });
  });
  return (
    <Button
      size="small"
      aria-label={`Try again: ${title}, ${tenantName}`}
      onClick={() => void submit()}
      disabledFocusable={pending}
    >
      {pending ? 'Trying…' : 'Try again'}
    </Button>
  );
}

/** Tickets of all tenants, each with its link. */
export function TicketList({ systems }: { systems: readonly TicketSystem[] }) {
  const [address, setAddress] = useTableParams(TicketsAddress);
  const query = useInfiniteQuery(ticketsQuery(address));
  return (
    <ListCard label="Tickets">
      <Row gap="M">
        <SelectField
          label="Tickets that are"
          options={TicketFilter.options}
          labelOf={(state) => stateLabels[state]}
          value={address.state}
          onChange={(state) => setAddress({ state })}
        />
        {systems.length > 1 && (
          <FilterField
            label="System"
            options={systems.map(({ id }) => id)}
            labelOf={(id) => systems.find((system) => system.id === id)?.name ?? id}
            value={address.systemId}
            onChange={(systemId) => setAddress({ systemId })}
          />
        )}
      </Row>
      <PagedList
        query={query}
        loading={<SkeletonRows rows={4} size={48} label="Loading tickets" />}
        errorTitle={httpErrorTitle(query.error)}
        empty={
          <EmptyState
            icon={<ClipboardTaskListLtrRegular />}
            title="No tickets"
            body="Open one on a task, or have one opened for each new task."
            headingLevel="h2"
          />
        }
      >
        {(tickets) => (
          <DataTable
            label="Tickets"
            rows={tickets}
            columns={columns}
            rowId={({ id }) => id}
            minWidth="760px"
            rowActions={(ticket) => ticket.failure !== null && ticket.waiting > 0 && <Retry ticket={ticket} />}
          />
        )}
      </PagedList>
    </ListCard>
  );
}
