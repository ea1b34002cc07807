import {
  type Answered,
  type Asked,
  handsOn,
  type KeptTicket,
  Refusal,
  requireFields,
  startDouble,
  type TicketDouble,
} from './ticket-double.ts';

/**
 * HaloPSA as its pages describe it, read on 2026-11-28: the OpenAPI document "Halo API" v2 (as halopsa-rest of Covenant Technology
 * Solutions keeps it, of 2024-09-13) for paths, parameters and fields; halo.halopsa.com/apidoc for the sign-in; that an action without
 * an outcome is refused is told by CIPP's extension. Not known from pages, and assumed: the exact texts of refusals, and that
 * `search_details` finds a part of the details at once.
 */

const clientId = '5f6c1d1e-0000-4000-8000-00000000a10a';
const ticketFields = [
  'client_id',
  'tickettype_id',
  'priority_id',
  'summary',
  'details_html',
  'donotapplytemplateintheapi',
];
const actionFields = ['ticket_id', 'outcome_id', 'hiddenfromuser', 'note_html', 'new_status'];
const open = { id: 1, name: 'New' };
const closed = { id: 9, name: 'Closed' };

const refuse = (why: string) => new Refusal(400, why, why);

export async function startHaloDouble(): Promise<TicketDouble> {
  const tickets: KeptTicket[] = [];
  const companies = [{ id: 12, name: 'Bracken Freight Group Ltd', domain: 'brackenfreight.example' }];
  const tokens = new Set<string>();
  let secret = 'halo-secret-1';
  const { ticketOf, ...hands } = handsOn(tickets, { open: open.name, closed: closed.name });

  function signIn({ text, headers, method }: Asked): Answered {
    if (method !== 'POST' || headers['content-type'] !== 'application/x-www-form-urlencoded')
      throw new Refusal(415, undefined, 'the sign-in is no form');
    const form = new URLSearchParams(text);
    if (form.get('grant_type') !== 'client_credentials')
      throw new Refusal(400, { error: 'unsupported_grant_type' }, 'grant');
    if (form.get('client_id') !== clientId || form.get('client_secret') !== secret)
      return { status: 400, body: { error: 'invalid_client', error_description: 'The client is not known.' } };
    const token = crypto.randomUUID();
    tokens.add(token);
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3600, scope: 'all' } };
  }

  const faultOf = (ticket: KeptTicket) => ({
    id: ticket.id,
    summary: ticket.summary,
    details: ticket.description,
    client_id: Number(ticket.companyId),
    status_id: ticket.isClosed ? closed.id : open.id,
    status_name: ticket.status,
    hasbeenclosed: ticket.isClosed,
    dateclosed: ticket.closedAt ?? '0001-01-01T00:00:00',
  });

  /** Halo takes lists of objects, and keeps details both as HTML and as the text of it. */
  function only(body: unknown, fields: { known: readonly string[]; needed: readonly string[] }) {
    if (!Array.isArray(body) || body.length !== 1) throw refuse('a list of one object is expected');
    return requireFields(body[0], fields, refuse);
  }

  function createTicket(body: unknown): Answered {
    const given = only(body, { known: ticketFields, needed: ['client_id', 'tickettype_id', 'summary'] });
    if (!companies.some(({ id }) => id === given.client_id)) throw refuse('the client is not known');
    const html = String(given.details_html ?? '');
    const ticket: KeptTicket = {
      id: 1000 + tickets.length,
      companyId: String(given.client_id),
      summary: String(given.summary),
      description: html,
      ...{ reference: '', status: open.name, isClosed: false, closedAt: null, resolution: '', notes: [] },
    };
    tickets.push(ticket);
    return { status: 201, body: faultOf(ticket) };
  }

  function createAction(body: unknown): Answered {
    const given = only(body, { known: actionFields, needed: ['ticket_id', 'outcome_id'] });
    if (given.outcome_id !== 7) throw refuse('An Outcome must be entered for this Action');
    const ticket = ticketOf(Number(given.ticket_id));
    ticket.notes.push(String(given.note_html));
    if (given.new_status === closed.id) {
      hands.closeThere(ticket.id);
      ticket.resolution = String(given.note_html);
    } else if (given.new_status !== undefined) throw refuse('there is no such status');
    return { status: 201, body: { id: ticket.notes.length, ticket_id: ticket.id, outcome: 'Note' } };
  }

  function pageOf<T>({ query }: Asked, all: readonly T[]): readonly T[] {
    if (query.get('pageinate') !== 'true') return all;
    const size = Math.min(Number(query.get('page_size') ?? 50), 100);
    return all.slice((Number(query.get('page_no') ?? 1) - 1) * size).slice(0, size);
  }

  function listTickets(asked: Asked): Answered {
    const { query } = asked;
    const ids = query.get('ticketids')?.split(',');
    const found = tickets.filter(
      (ticket) =>
        (ids === undefined || ids.includes(String(ticket.id))) &&
        (query.get('client_id') ?? ticket.companyId) === ticket.companyId &&
        ticket.description.includes(query.get('search_details') ?? ''),
    );
    return { status: 200, body: { record_count: found.length, tickets: pageOf(asked, found).map(faultOf) } };
  }

  function serve(asked: Asked): Answered {
    const { method, path, headers, body, query } = asked;
    if (path === '/auth/token') return signIn(asked);
    if (!tokens.has((headers.authorization ?? '').replace(/^Bearer /, ''))) return { status: 401 };
    if (method === 'POST' && headers['content-type'] !== 'application/json')
      throw new Refusal(415, undefined, 'no JSON');
    switch (`${method} ${path}`) {
      case 'GET /api/TicketType':
        return { status: 200, body: [{ id: 21, name: 'Alert' }] };
      case 'GET /api/Status':
        return { status: 200, body: [open, closed] };
      case 'GET /api/Outcome':
        return { status: 200, body: [{ id: 7, outcome: 'Private Note' }] };
      case 'GET /api/Priority':
        return { status: 200, body: [{ id: crypto.randomUUID(), slaid: 1, priorityid: 3, name: 'Medium' }] };
      case 'GET /api/Client': {
        const named = companies.map(({ domain: website, ...rest }) => ({ ...rest, website }));
        return { status: 200, body: { record_count: named.length, clients: pageOf(asked, named) } };
      }
      case 'GET /api/Tickets':
        return listTickets(asked);
      case 'POST /api/Tickets':
        return createTicket(body);
      case 'GET /api/Actions': {
        const { notes } = ticketOf(Number(query.get('ticket_id')));
        return {
          status: 200,
          body: { actions: notes.map((note_html, index) => ({ id: index + 1, note: '', note_html })) },
        };
      }
      case 'POST /api/Actions':
        return createAction(body);
      default:
        throw new Refusal(404, undefined, 'there is no such path');
    }
  }

  const server = await startDouble(serve);
  return {
    ...server,
    ...hands,
    tickets,
    companies,
    account: { clientId },
    secrets: { clientSecret: secret },
    choices: { ticketTypeId: '21', closedStatusId: '9', noteOutcomeId: '7' },
    rotate: (next) => {
      secret = next;
      tokens.clear();
    },
  };
}
