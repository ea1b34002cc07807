import { Button, Text } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import { listTaskTickets, openTaskTicket, type TaskTickets, type Ticket } from '@tenantry/contract/tickets';
import { TicketLink } from '../../blocks/ticket-link.tsx';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';
import { useHasRole } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { Part } from '../../ui/facts.tsx';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { Stack } from '../../ui/stack.tsx';

const taskTicketsQuery = (taskId: string) => {
  const tenantId = tenantIdOfRecordId(taskId);
  return callQuery(queryKey('task-tickets', tenantId, { taskId }), listTaskTickets, { params: { taskId }, tenantId });
};

/** The tickets of a task in other systems, and the way to open one; nothing where no ticket system is connected. */
export function TaskTicketsPart({ taskId }: { taskId: string }) {
  const query = useQuery(taskTicketsQuery(taskId));
  if (query.data?.tickets.length === 0 && query.data.systems.length === 0) return null;
  return (
    <Part title="Tickets">
      <QueryState query={query} loadingLabel="Loading tickets" errorTitle="The tickets could not be loaded">
        {({ tickets, systems }) => (
          <Stack gap="S">
            {tickets.map((ticket) => (
              <TicketLine key={ticket.id} ticket={ticket} />
            ))}
            {systems.map((system) => (
              <OpenTicket key={system.id} taskId={taskId} system={system} />
            ))}
          </Stack>
        )}
      </QueryState>
    </Part>
  );
}

function TicketLine({ ticket: { ticket, message, systemName, earlier } }: { ticket: Ticket }) {
  return (
    <Stack gap="XXS">
      <Row gap="S">
        {ticket && <TicketLink ticket={ticket} systemName={systemName} />}
        <Text>{message}</Text>
      </Row>
      {earlier.map((one) => (
        <Hint key={one.number}>
          Before: <TicketLink ticket={one} systemName={systemName} />
        </Hint>
      ))}
    </Stack>
  );
}

type OpenProps = { taskId: string; system: TaskTickets['systems'][number] };

function OpenTicket({ taskId, system: { id: systemId, name, because } }: OpenProps) {
  const client = useQueryClient();
  const isTechnician = useHasRole('technician');
  const { submit, pending } = useAction('Ticket not opened', async () => {
    const tenantId = tenantIdOfRecordId(taskId);
    const ticket = await call(openTaskTicket, { params: { taskId }, body: { systemId }, tenantId });
    showToast({
      title: ticket.ticket === null ? 'Ticket requested' : 'Ticket opened',
      body: ticket.message,
      intent: ticket.failure === null ? 'success' : 'warning',
    });
    await client.invalidateQueries({ queryKey: ['task-tickets'] });
  });
  if (because !== null) return because.includes('matched') ? <Hint>{because}</Hint> : null;
  if (!isTechnician) return null;
  return (
    <div>
      <Button size="small" onClick={() => void submit()} disabledFocusable={pending}>
        {pending ? 'Opening…' : `Open ticket in ${name}`}
      </Button>
    </div>
  );
}
