import type { Ticket } from '@tenantry/contract/tickets';
import type { TicketSystemRecord } from '../../store/ticket-systems.ts';
import type { TicketRecord } from '../../store/tickets.ts';

const dayOf = (instant: string): string => instant.slice(0, 10);

/** What is left of the work where the ticket was closed over there. */
function leftOver({ workKey, told }: TicketRecord): string {
  if (told.taskStatus === 'completed') return 'nothing has verified it yet';
  return workKey.startsWith('task-') ? 'the task is not completed' : 'the check still fails';
}

/** How a ticket stands, as a sentence. */
function messageOf(record: TicketRecord, systemName: string): string {
  const { phase, there, ticket, failure } = record;
  const failed = failure === null ? '' : ` The next step failed: ${failure.reason}`;
  switch (phase) {
    case 'waiting':
      return `Waits to be opened in ${systemName}.${failed}`;
    case 'open':
      return `Open in ${systemName}${there === null ? '' : `: ${there.status}`}.${failed}`;
    case 'closing':
      return ticket === null
        ? `Its checks pass: it is not opened in ${systemName}, or closed if it was.${failed}`
        : `Its checks pass: it is about to be closed in ${systemName}.${failed}`;
    case 'closed':
      return `Closed in ${systemName}: its checks pass.`;
    case 'closedThere':
      return `Closed in ${systemName} on ${dayOf(there?.closedAt ?? there?.readAt ?? '')}, ${leftOver(record)}.`;
    case 'dropped':
      return ticket === null ? 'Not opened: its checks passed before.' : `Closed in ${systemName}.`;
  }
}

const refOf = ({ number, url, openedAt }: NonNullable<TicketRecord['ticket']>) => ({ number, url, openedAt });

/** A ticket as people see it. */
export function ticketView(
  record: TicketRecord,
  tenantName: string,
  system: Pick<TicketSystemRecord, 'name' | 'kind'> | undefined,
): Ticket {
  const { id, tenantId, systemId, title, told, taskId, phase, ticket, there, failure, steps, earlier, updatedAt } =
    record;
  const systemName = system?.name ?? 'a ticket system that is connected no more';
  return {
    ...{ id, tenantId, tenantName, systemId, systemName, title, taskId, phase, there, failure, updatedAt },
    systemKind: system?.kind ?? 'halopsa',
    gravity: told.gravity,
    ticket: ticket && refOf(ticket),
    message: messageOf(record, systemName),
    waiting: steps.length,
    earlier: earlier.map(refOf),
  };
}
