import { listTicketChoices } from '@tenantry/contract/ticket-systems';
import { listCompanyMatches, listTickets, searchCompanies } from '@tenantry/contract/tickets';
import * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

/** What stands in the page's address. */
export const TicketsAddress = z.pick(listTickets.query, { state: true, systemId: true });
export type TicketsAddress = z.output<typeof TicketsAddress>;

/** Tickets of all tenants, those that changed last first. */
export const ticketsQuery = (filters: TicketsAddress) =>
  pagedQuery(queryKey('tickets', null, filters), (cursor, signal) =>
    call(listTickets, { query: { ...filters, cursor }, tenantId: null, signal }),
  );

/** What a system offers to choose from, asked for now. */
export const choicesQuery = (systemId: string, boardId: string | undefined) =>
  callQuery(queryKey('ticket-choices', null, { systemId, boardId }), listTicketChoices, {
    params: { systemId },
    query: { boardId },
    tenantId: null,
    retry: false,
  });

export type MatchFilters = { state?: 'matched' | 'unmatched' | undefined; search?: string | undefined };

/** Tenants with their companies in a system. */
export const matchesQuery = (systemId: string, filters: MatchFilters) =>
  pagedQuery(queryKey('ticket-matches', null, { systemId, ...filters }), (cursor, signal) =>
    call(listCompanyMatches, { params: { systemId }, query: { ...filters, cursor }, tenantId: null, signal }),
  );

export const companiesQuery = (systemId: string, search: string | undefined) =>
  callQuery(queryKey('ticket-companies', null, { systemId, search }), searchCompanies, {
    params: { systemId },
    query: { search },
    tenantId: null,
    retry: false,
  });
