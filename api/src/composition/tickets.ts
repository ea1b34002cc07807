import { ticketSystemsBy } from '../adapters/tickets/ticket-systems.ts';
import type { Config } from '../config.ts';
import type { TicketParts } from '../domain/tickets/ticket-parts.ts';
import type { TurnEntity } from '../domain/tickets/ticket-turns.ts';
import { createTicketing } from '../domain/tickets/ticketing.ts';
import type { GuardedFetch } from '../ports/guarded-fetch.ts';
import type { StateStore } from '../ports/state.ts';
import type { Stores } from '../store/stores.ts';

type Parts = Omit<
  TicketParts,
  'tickets' | 'ticketSystems' | 'tasks' | 'tenantGroups' | 'ticketTable' | 'openSystem' | 'publicOrigin'
> & { config: Config; stores: Stores; state: StateStore; fetch: GuardedFetch };

/** Tickets, with the three systems reached by guarded requests. */
export function composeTickets({ config, stores, state, fetch, ...parts }: Parts) {
  const { tickets, ticketSystems, tasks, tenantGroups } = stores;
  return createTicketing({
    ...parts,
    ...{ tickets, ticketSystems, tasks, tenantGroups },
    ticketTable: state.table<TurnEntity>('tickets'),
    openSystem: ticketSystemsBy(fetch),
    publicOrigin: config.publicOrigin,
  });
}
