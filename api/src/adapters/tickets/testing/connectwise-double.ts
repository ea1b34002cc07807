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
 * ConnectWise PSA as its pages describe it, read on 2026-11-28: the OpenAPI document of 2022.2 (as pyconnectwise-psa keeps it) for paths,
 * fields and lengths; the developer guide (developer.connectwise.com, Best practices) for sign-in, clientId, JSON Patch, `conditions`
 * and pages of 25 to 1000. Not known from pages, and assumed: the exact texts of refusals.
 */

const account = { companyId: 'northwind', publicKey: 'pub-1' };
const base = '/v4_6_release/apis/3.0';
const ticketFields = ['summary', 'board', 'company', 'status', 'priority', 'externalXRef', 'initialDescription'];
const noteFields = ['text', 'detailDescriptionFlag', 'internalAnalysisFlag', 'resolutionFlag'];
const statuses = [
  { id: 31, name: 'New', closedStatus: false },
  { id: 39, name: '>Closed', closedStatus: true },
];

const refuse = (why: string) =>
  new Refusal(
    400,
    { code: 'InvalidObject', message: 'object is invalid', errors: [{ code: 'Invalid', message: why }] },
    why,
  );

const idOf = (value: unknown): number => Number((value as { id?: unknown } | undefined)?.id);

export async function startConnectWiseDouble(): Promise<TicketDouble> {
  const tickets: KeptTicket[] = [];
  const companies = [{ id: 12, name: 'Bracken Freight Group', domain: 'brackenfreight.example' }];
  const clientId = '0a0b0c0d-0000-4000-8000-00000000c10c';
  let privateKey = 'cw-private-1';
  const { ticketOf, ...hands } = handsOn(tickets, { open: 'New', closed: '>Closed' });

  const ticketBody = (ticket: KeptTicket) => ({
    id: ticket.id,
    summary: ticket.summary,
    status: { id: ticket.isClosed ? 39 : 31, name: ticket.status },
    closedFlag: ticket.isClosed,
    ...(ticket.closedAt === null ? {} : { closedDate: ticket.closedAt }),
    externalXRef: ticket.reference,
  });

  function createTicket(body: unknown): Answered {
    const given = requireFields(body, { known: ticketFields, needed: ['summary', 'board', 'company'] }, refuse);
    if (String(given.summary).length > 100) throw refuse('summary: the maximum length is 100');
    if (String(given.externalXRef ?? '').length > 100) throw refuse('externalXRef: the maximum length is 100');
    if (idOf(given.board) !== 5) throw refuse('board is not known');
    if (!companies.some(({ id }) => id === idOf(given.company))) throw refuse('company is not known');
    const ticket: KeptTicket = {
      id: 2000 + tickets.length,
      companyId: String(idOf(given.company)),
      summary: String(given.summary),
      description: String(given.initialDescription ?? ''),
      reference: String(given.externalXRef ?? ''),
      ...{ status: 'New', isClosed: false, closedAt: null, resolution: '', notes: [] },
    };
    tickets.push(ticket);
    return { status: 201, body: ticketBody(ticket) };
  }

  /** The conditions that the product asks by; any other is refused as one that cannot be read. */
  function matching(conditions: string): KeptTicket[] {
    const ids = /^id in \(([\d,]*)\)$/.exec(conditions)?.[1]?.split(',').map(Number);
    if (ids) return tickets.filter(({ id }) => ids.includes(id));
    const [, reference] = /^externalXRef="([^"]*)"$/.exec(conditions) ?? [];
    if (reference === undefined) throw refuse(`conditions cannot be read: ${conditions}`);
    return tickets.filter((one) => one.reference === reference);
  }

  function patch(ticket: KeptTicket, body: unknown): Answered {
    if (!Array.isArray(body)) throw refuse('a list of operations is expected');
    for (const operation of body) {
      const { op, path, value } = requireFields(
        operation,
        { known: ['op', 'path', 'value'], needed: ['op', 'path'] },
        refuse,
      );
      if (op !== 'replace' || path !== 'status/id') throw refuse('this operation is not known');
      const status = statuses.find(({ id }) => id === value);
      if (!status) throw refuse('status is not known');
      if (status.closedStatus) hands.closeThere(ticket.id);
      else hands.reopenThere(ticket.id);
    }
    return { status: 200, body: ticketBody(ticket) };
  }

  function addNote(ticket: KeptTicket, body: unknown): Answered {
    const given = requireFields(body, { known: noteFields, needed: ['text'] }, refuse);
    const flags = [given.detailDescriptionFlag, given.internalAnalysisFlag, given.resolutionFlag];
    if (!flags.includes(true)) throw refuse('one of the flags has to be true');
    ticket.notes.push(String(given.text));
    if (given.resolutionFlag === true) ticket.resolution = String(given.text);
    return { status: 201, body: { id: ticket.notes.length, ticketId: ticket.id, text: given.text } };
  }

  function pageOf<T>({ query }: Asked, all: readonly T[]): readonly T[] {
    const size = Number(query.get('pageSize') ?? 25);
    if (size > 1000) throw refuse('pageSize is at most 1000');
    return all.slice((Number(query.get('page') ?? 1) - 1) * size).slice(0, size);
  }

  function serve(asked: Asked): Answered {
    const { method, path, headers, body, query } = asked;
    const login = `${account.companyId}+${account.publicKey}:${privateKey}`;
    const isKnown = headers.authorization === `Basic ${Buffer.from(login).toString('base64')}`;
    if (!isKnown || headers.clientid !== clientId)
      return { status: 401, body: { code: 'Unauthorized', message: 'Cannot authenticate.' } };
    if (method !== 'GET' && headers['content-type'] !== 'application/json')
      throw new Refusal(415, undefined, 'no JSON');
    const [, ticketId, part] = new RegExp(`^${base}/service/tickets/(\\d+)(/notes)?$`).exec(path) ?? [];
    if (ticketId !== undefined) {
      if (!tickets.some(({ id }) => id === Number(ticketId)))
        throw new Refusal(404, { code: 'NotFound', message: 'x' }, 'ticket');
      const ticket = ticketOf(Number(ticketId));
      if (part === undefined)
        return method === 'PATCH' ? patch(ticket, body) : { status: 200, body: ticketBody(ticket) };
      if (method === 'POST') return addNote(ticket, body);
      return {
        status: 200,
        body: pageOf(
          asked,
          ticket.notes.map((text, index) => ({ id: index + 1, text })),
        ),
      };
    }
    switch (`${method} ${path}`) {
      case `GET ${base}/system/info`:
        return { status: 200, body: { version: 'v2026.1', isCloud: true } };
      case `GET ${base}/service/boards`:
        return { status: 200, body: pageOf(asked, [{ id: 5, name: 'Security' }]) };
      case `GET ${base}/service/boards/5/statuses`:
        return { status: 200, body: pageOf(asked, statuses) };
      case `GET ${base}/service/priorities`:
        return { status: 200, body: pageOf(asked, [{ id: 8, name: 'Priority 3 - Medium' }]) };
      case `GET ${base}/company/companies`:
        return {
          status: 200,
          body: pageOf(
            asked,
            companies.map(({ domain: website, ...rest }) => ({ ...rest, website })),
          ),
        };
      case `GET ${base}/service/tickets`:
        return { status: 200, body: pageOf(asked, matching(query.get('conditions') ?? '').map(ticketBody)) };
      case `POST ${base}/service/tickets`:
        return createTicket(body);
      default:
        throw new Refusal(404, { code: 'NotFound', message: 'x' }, 'there is no such path');
    }
  }

  const server = await startDouble(serve);
  return {
    ...server,
    ...hands,
    tickets,
    companies,
    account,
    secrets: { privateKey, clientId },
    choices: { boardId: '5', closedStatusId: '39' },
    rotate: (next) => {
      privateKey = next;
    },
  };
}
