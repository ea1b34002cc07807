import { Link } from '@fluentui/react-components';
import type { Ticket } from '@tenantry/contract/tickets';

/** The number of a ticket, which leads to it in its own system. */
export function TicketLink({ ticket, systemName }: { ticket: NonNullable<Ticket['ticket']>; systemName: string }) {
  return (
    <Link href={ticket.url} target="_blank" rel="noreferrer" aria-label={`Ticket ${ticket.number} in ${systemName}`}>
      {ticket.number}
    </Link>
  );
}
