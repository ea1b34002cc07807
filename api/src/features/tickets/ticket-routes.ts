import {
  changeTicketSystem,
  createTicketSystem,
  deleteTicketSystem,
  listTicketChoices,
  listTicketSystems,
  testTicketSystem,
} from '@tenantry/contract/ticket-systems';
import {
  listCompanyMatches,
  listTaskTickets,
  listTickets,
  matchCompanies,
  openTaskTicket,
  retryTicket,
  searchCompanies,
} from '@tenantry/contract/tickets';
import type { TicketParts } from '../../domain/tickets/ticket-parts.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import { choicesOfSystem, createCompanyLists, testSystem } from './ask-system.ts';
import { matchPage, searchedCompanies, setMatches } from './company-matching.ts';
import { openTicketOfTask, retryTicketNow, ticketsOfTask } from './task-tickets.ts';
import { changeSystem, createSystem, deleteSystem, listSystems } from './ticket-system-service.ts';
import { ticketView } from './ticket-view.ts';

function systemRoutes(parts: TicketParts): Route[] {
  return [
    callerRoute(listTicketSystems, async ({ caller }) => ({
      systems: await listSystems(parts),
      tenants: (await parts.tenants.ofScope(caller.scope)).length,
    })),

    callerRoute(createTicketSystem, async ({ caller, body }) =>
      Reply.json(await createSystem(parts, caller, body), { status: 201 }),
    ),

    callerRoute(changeTicketSystem, ({ caller, params, body }) => changeSystem(parts, caller, params.systemId, body)),

    callerRoute(deleteTicketSystem, async ({ caller, params }) => {
      await deleteSystem(parts, caller, params.systemId);
      return { success: true as const };
    }),

    callerRoute(testTicketSystem, ({ caller, params }) => testSystem(parts, caller, params.systemId)),

    callerRoute(listTicketChoices, async ({ params, query: { boardId } }) => ({
      lists: await choicesOfSystem(parts, params.systemId, boardId === undefined ? {} : { boardId }),
    })),
  ];
}

function companyRoutes(parts: TicketParts): Route[] {
  const lists = createCompanyLists(parts);
  return [
    callerRoute(listCompanyMatches, ({ params, query }) => matchPage(parts, lists, params.systemId, query)),

    callerRoute(searchCompanies, ({ params, query }) => searchedCompanies(parts, lists, params.systemId, query)),

    callerRoute(matchCompanies, ({ caller, params, body }) => setMatches(parts, lists, caller, params.systemId, body)),
  ];
}

/** Ticket systems, the companies of tenants in them, and tickets. */
export function ticketRoutes(parts: TicketParts): Route[] {
  const { tickets, ticketSystems, tenants } = parts;
  return [
    ...systemRoutes(parts),
    ...companyRoutes(parts),

    callerRoute(listTickets, async ({ caller, query }) => {
      const page = await tickets.page(caller.scope, query);
      const [names, systems] = await Promise.all([tenants.ofRecords(caller.scope, page.items), ticketSystems.all()]);
      const named = new Map(systems.map((system) => [system.id, system]));
      const items = page.items.map((record) =>
        ticketView(record, names.get(record.tenantId)?.name ?? record.tenantId, named.get(record.systemId)),
      );
      return { ...page, items };
    }),

    tenantRoute(retryTicket, ({ caller, tenant, params }) => retryTicketNow(parts, tenant, params.ticketId, caller)),

    tenantRoute(listTaskTickets, ({ tenant, params }) => ticketsOfTask(parts, tenant, params.taskId)),

    tenantRoute(openTaskTicket, async ({ caller, tenant, params, body }) => {
      const { ticket, isNew } = await openTicketOfTask(parts, tenant, params.taskId, body.systemId, caller);
      return Reply.json(ticket, { status: isNew ? 201 : 200 });
    }),
  ];
}
