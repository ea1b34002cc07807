import { listTicketSystems } from '@tenantry/contract/ticket-systems';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

/** The ticket systems that are connected, and how they stand. */
export const ticketSystemsQuery = () =>
  callQuery(queryKey('ticket-systems', null), listTicketSystems, { tenantId: null });
