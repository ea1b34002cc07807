import { createGuardedFetch } from '../adapters/dns/guarded-fetch.ts';
import { ticketSystemsBy } from '../adapters/tickets/ticket-systems.ts';
import type { Config } from '../config.ts';
import type { TicketParts } from '../domain/tickets/ticket-parts.ts';
import type { TurnEntity } from '../domain/tickets/ticket-turns.ts';
import { createTicketing } from '../domain/tickets/ticketing.ts';
import type { DnsResolver } from '../ports/dns.ts';
import type { StateStore } from '../ports/state.ts';
import type { Stores } from '../store/stores.ts';

type Parts = Omit<
  TicketParts,
  'tickets' | 'ticketSystems' | 'tasks' | 'tenantGroups' | 'ticketTable' | 'openSystem' | 'publicOrigin'
> & { config: Config; stores: Stores; state: StateStore; dns: DnsResolver };

/** Tickets, with the three systems reached by guarded requests. */
export function composeTickets({ config, stores, state, dns, ...parts }: Parts) {
  const { tickets, ticketSystems, tasks, tenantGroups } = stores;
  const fetch = createGuardedFetch(dns, { proxy: config.proxy, loopbackCa: config.loopbackCa });
  return createTicketing({
    ...parts,
    ...{ tickets, ticketSystems, tasks, tenantGroups },
    ticketTable: state.table<TurnEntity>('tickets'),
    openSystem: ticketSystemsBy(fetch),
    publicOrigin: config.publicOrigin,
  });
}
