import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid, TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery, SearchText, wholeNumber } from './lists.ts';
import { line } from './text.ts';
import { TicketSystemKind } from './ticket-systems.ts';
import { Priority } from './verdicts.ts';

/**
 * `waiting`: it is to be opened; `open`; `closing`: its checks pass, and it is to be closed; `closed` by the re-check; `closedThere`:
 * by somebody in the ticket system; `dropped`: its checks passed before it was opened.
 */
export const TicketPhase = z.enum(['waiting', 'open', 'closing', 'closed', 'closedThere', 'dropped']);
export type TicketPhase = z.infer<typeof TicketPhase>;

const TicketRef = z.object({ number: z.string(), url: z.string(), openedAt: Instant });

export const Ticket = z.object({
  id: TenantRecordId,
  tenantId: TenantId,
  tenantName: z.string(),
  systemId: LowerGuid,
  systemKind: TicketSystemKind,
  systemName: z.string(),
  title: z.string(),
  gravity: Priority,
  /** The task that it is about; null where none was made. */
  taskId: z.nullable(TenantRecordId),
  phase: TicketPhase,
  /** Null until it is opened. */
  ticket: z.nullable(TicketRef),
  /** What the system last said of it; null before it was asked. */
  there: z.nullable(
    z.object({ status: z.string(), isClosed: z.boolean(), readAt: Instant, closedAt: z.nullable(Instant) }),
  ),
  /** How it stands, as a sentence. */
  message: z.string(),
  /** Why the next step failed; null where it did not. It is tried again by itself unless that is permanent. */
  failure: z.nullable(z.object({ reason: z.string(), at: Instant, isPermanent: z.boolean() })),
  /** Steps that are not done yet. */
  waiting: z.number(),
  /** Those of the same work that were closed before, the newest first. */
  earlier: z.array(TicketRef),
  updatedAt: Instant,
});
export type Ticket = z.infer<typeof Ticket>;

/** `current`: what is not closed. */
export const TicketFilter = z.enum(['current', 'failed', 'closed']);
export type TicketFilter = z.infer<typeof TicketFilter>;

export const listTickets = defineEndpoint({
  name: 'tickets',
  summary: 'Tickets of all tenants, those that changed last first',
  method: 'GET',
  path: '/api/admin/tickets',
  access: 'admin',
  query: z.object({
    ...listQuery,
    systemId: z.optional(LowerGuid),
    state: z._default(TicketFilter, 'current'),
    search: z.optional(SearchText),
  }),
  response: listOf(Ticket),
});

export const retryTicket = defineEndpoint({
  name: 'ticket-retry',
  summary: 'Try the next step of a ticket again, now',
  method: 'POST',
  path: '/api/admin/tickets/{ticketId}/retry',
  access: 'technician',
  tenant: { from: 'idPrefix', name: 'ticketId' },
  params: z.object({ ticketId: TenantRecordId }),
  response: Ticket,
});

const ofTask = { tenant: { from: 'idPrefix', name: 'taskId' }, params: z.object({ taskId: TenantRecordId }) } as const;

export const listTaskTickets = defineEndpoint({
  name: 'task-tickets',
  summary: 'The tickets of a task, and where one can be opened',
  method: 'GET',
  path: '/api/tasks/{taskId}/tickets',
  access: 'viewer',
  ...ofTask,
  response: z.object({
    tickets: z.array(Ticket),
    /** `because`: why no ticket can be opened there now; null where one can. */
    systems: z.array(z.object({ id: LowerGuid, name: z.string(), because: z.nullable(z.string()) })),
  }),
});
export type TaskTickets = z.infer<(typeof listTaskTickets)['response']>;

export const openTaskTicket = defineEndpoint({
  name: 'task-ticket-open',
  summary: 'Open a ticket for the work of a task; where one is open, that one is answered',
  method: 'POST',
  path: '/api/tasks/{taskId}/tickets',
  access: 'technician',
  ...ofTask,
  body: z.object({ systemId: LowerGuid }),
  response: Ticket,
  statuses: [200, 201],
});

export const maxMatchesAtOnce = 200;
const CompanyId = line({ min: 1, max: 40 });
const Company = z.object({ id: CompanyId, name: z.string() });

export const CompanyMatch = z.object({
  tenantId: TenantId,
  tenantName: z.string(),
  domain: z.string(),
  /** Chosen by a person; null where nobody has: no ticket is opened for the tenant. */
  company: z.nullable(z.extend(Company, { by: z.string(), at: Instant })),
  /** The likeliest first, at most three; none of a tenant that is matched. Nothing is chosen by itself. */
  suggestions: z.array(z.extend(Company, { because: z.string() })),
});
export type CompanyMatch = z.infer<typeof CompanyMatch>;

const companyParams = z.object({ systemId: LowerGuid });

export const listCompanyMatches = defineEndpoint({
  name: 'ticket-company-matches',
  summary:
    'The tenants with the companies that they are matched with in a ticket system, and suggestions for the others',
  method: 'GET',
  path: '/api/admin/ticket-systems/{systemId}/matches',
  access: 'admin',
  params: companyParams,
  query: z.object({
    ...listQuery,
    state: z.optional(z.enum(['matched', 'unmatched'])),
    search: z.optional(SearchText),
  }),
  response: z.extend(listOf(CompanyMatch), {
    matched: z.number(),
    tenants: z.number(),
    /** Why there are no suggestions; null where companies were read. */
    companiesUnknownBecause: z.nullable(z.string()),
  }),
});

export const searchCompanies = defineEndpoint({
  name: 'ticket-companies',
  summary: 'Companies of a ticket system by a part of their name, at most 50',
  method: 'GET',
  path: '/api/admin/ticket-systems/{systemId}/companies',
  access: 'admin',
  params: companyParams,
  query: z.object({ search: z.optional(SearchText), limit: z._default(wholeNumber(1, 50), 50) }),
  response: z.object({ companies: z.array(Company), total: z.number() }),
});

export const matchCompanies = defineEndpoint({
  name: 'ticket-companies-match',
  summary: 'Match tenants with companies of a ticket system, or take a match away',
  method: 'PUT',
  path: '/api/admin/ticket-systems/{systemId}/matches',
  access: 'admin',
  params: companyParams,
  body: z.object({
    matches: z
      .array(z.object({ tenantId: TenantId, companyId: z.nullable(CompanyId) }))
      .check(z.minLength(1), z.maxLength(maxMatchesAtOnce)),
  }),
  response: z.object({ changed: z.number() }),
});
