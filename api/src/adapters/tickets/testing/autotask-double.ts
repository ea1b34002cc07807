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
 * Autotask as its pages describe it, read on 2026-11-28: the developer help (ww1.autotask.net/help/DeveloperHelp: REST API, TicketsEntity,
 * TicketNotesEntity, REST thresholds) and the clients that are generated from its Swagger (ATREST-CSharp-Client) for paths and fields; that
 * faults are told by 500 with a list of errors, and that `externalID` has 50 characters, by those clients and the field lists that they
 * read. Not known from pages, and assumed: the exact texts of errors, and that `contains` finds a part of a note's description.
 */

const userName = 'api@northwind.example';
const ticketFields = [
  'companyID',
  'title',
  'description',
  'queueID',
  'status',
  'priority',
  'dueDateTime',
  'externalID',
];
const noteFields = ['ticketID', 'title', 'description', 'noteType', 'publish'];
const operators = ['eq', 'gt', 'in', 'contains'];

const refuse = (why: string) => new Refusal(500, { errors: [why] }, why);

type Filter = { op: string; field: string; value: unknown };
type Row = Record<string, unknown>;

/** Rows that fit all filters. @throws Refusal for a filter that cannot be read */
function filtered(rows: readonly Row[], body: unknown): Row[] {
  const given = requireFields(body, { known: ['filter', 'includeFields', 'MaxRecords'], needed: ['filter'] }, refuse);
  const most = Number(given.MaxRecords ?? 500);
  if (most < 1 || most > 500) throw refuse('MaxRecords is from 1 to 500');
  const filters = given.filter as Filter[];
  for (const { op, field } of filters) {
    if (!operators.includes(op)) throw refuse(`the operator ${op} is not known`);
    if (rows[0] !== undefined && !(field in rows[0])) throw refuse(`Unable to find ${field} in the entity.`);
  }
  const fits = (row: Row, { op, field, value }: Filter): boolean => {
    const own = row[field];
    if (op === 'eq') return own === value;
    if (op === 'gt') return Number(own) > Number(value);
    return op === 'in' ? (value as unknown[]).includes(own) : String(own).includes(String(value));
  };
  return rows.filter((row) => filters.every((filter) => fits(row, filter))).slice(0, most);
}

const listed = (items: readonly Row[]): Answered => ({
  status: 200,
  body: { items, pageDetails: { count: items.length, requestCount: 500, prevPageUrl: null, nextPageUrl: null } },
});

const picklist = (name: string, values: readonly (readonly [string, string])[]) => ({
  name,
  dataType: 'integer',
  isPickList: true,
  picklistValues: values.map(([value, label]) => ({ value, label, isActive: true })),
});

export async function startAutotaskDouble(): Promise<TicketDouble> {
  const tickets: KeptTicket[] = [];
  const companies = [{ id: 12, name: 'Bracken Freight Group', domain: 'brackenfreight.example' }];
  const integrationCode = 'at-code-1';
  let secret = 'at-secret-1';
  const { ticketOf, ...hands } = handsOn(tickets, { open: '1', closed: '5' });

  const rowOf = (ticket: KeptTicket): Row => ({
    id: ticket.id,
    ticketNumber: `T20261128.${ticket.id}`,
    companyID: Number(ticket.companyId),
    title: ticket.summary,
    status: Number(ticket.status),
    externalID: ticket.reference,
    completedDate: ticket.closedAt,
  });
  const noteRows = (): Row[] =>
    tickets.flatMap(({ id, notes }) =>
      notes.map((description, index) => ({ id: id * 100 + index, ticketID: id, description })),
    );

  function createTicket(body: unknown): Answered {
    const needed = ['companyID', 'title', 'status', 'priority', 'dueDateTime', 'queueID'];
    const given = requireFields(body, { known: ticketFields, needed }, refuse);
    if (String(given.externalID ?? '').length > 50) throw refuse('externalID exceeds the maximum length of 50');
    if (String(given.title).length > 255) throw refuse('title exceeds the maximum length of 255');
    if (String(given.description ?? '').length > 8000) throw refuse('description exceeds the maximum length of 8000');
    if (given.queueID !== 8 || given.status !== 1 || given.priority !== 2) throw refuse('Value is not of the picklist');
    if (!companies.some(({ id }) => id === given.companyID)) throw refuse('companyID is not known');
    const ticket: KeptTicket = {
      id: 3000 + tickets.length,
      companyId: String(given.companyID),
      summary: String(given.title),
      description: String(given.description ?? ''),
      reference: String(given.externalID ?? ''),
      ...{ status: '1', isClosed: false, closedAt: null, resolution: '', notes: [] },
    };
    tickets.push(ticket);
    return { status: 200, body: { itemId: ticket.id } };
  }

  function patchTicket(body: unknown): Answered {
    const given = requireFields(body, { known: ['id', 'status', 'resolution'], needed: ['id'] }, refuse);
    const ticket = ticketOf(Number(given.id));
    if (given.status === 5) hands.closeThere(ticket.id);
    ticket.resolution = String(given.resolution ?? '');
    return { status: 200, body: { itemId: ticket.id } };
  }

  function createNote(ticketId: number, body: unknown): Answered {
    const needed = ['description', 'noteType', 'publish', 'title'];
    const given = requireFields(body, { known: noteFields, needed }, refuse);
    if (given.noteType !== 1 || given.publish !== 2) throw refuse('Value is not of the picklist');
    const ticket = ticketOf(ticketId);
    ticket.notes.push(String(given.description));
    return { status: 200, body: { itemId: ticketId * 100 + ticket.notes.length } };
  }

  function fieldsOf(path: string): Answered {
    const fields = path.includes('TicketNotes')
      ? [picklist('noteType', [['1', 'Task Summary']]), picklist('publish', [['2', 'Internal users']])]
      : [
          picklist('queueID', [['8', 'Monitoring Alert']]),
          picklist('status', [
            ['1', 'New'],
            ['5', 'Complete'],
          ]),
          picklist('priority', [['2', 'Medium']]),
        ];
    return { status: 200, body: { fields } };
  }

  function serve({ method, path, headers, body, query }: Asked): Answered {
    if (path === '/ATServicesRest/V1.0/zoneInformation') {
      if (query.get('user') !== userName) throw refuse('Zone information could not be determined');
      return {
        status: 200,
        body: { zoneName: 'Test', url: `${server.address}/ATServicesRest/`, webUrl: `${server.address}/` },
      };
    }
    const isKnown =
      headers.apiintegrationcode === integrationCode && headers.username === userName && headers.secret === secret;
    if (!isKnown) return { status: 401 };
    if (headers['content-type'] !== 'application/json') throw new Refusal(415, undefined, 'no JSON');
    const rest = path.replace('/ATServicesRest/V1.0', '');
    const [, ticketId] = /^\/Tickets\/(\d+)\/Notes$/.exec(rest) ?? [];
    if (ticketId !== undefined && method === 'POST') return createNote(Number(ticketId), body);
    switch (`${method} ${rest}`) {
      case 'GET /Tickets/entityInformation/fields':
      case 'GET /TicketNotes/entityInformation/fields':
        return fieldsOf(rest);
      case 'POST /Companies/query': {
        const rows = companies.map(({ id, name, domain }) => ({
          id,
          companyName: name,
          webAddress: domain,
          isActive: 1,
        }));
        return listed(filtered(rows, body));
      }
      case 'POST /Tickets/query':
        return listed(filtered(tickets.map(rowOf), body));
      case 'POST /TicketNotes/query':
        return listed(filtered(noteRows(), body));
      case 'POST /Tickets':
        return createTicket(body);
      case 'PATCH /Tickets':
        return patchTicket(body);
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
    account: { userName },
    secrets: { secret, integrationCode },
    choices: {
      ...{ queueId: '8', newStatusId: '1', closedStatusId: '5', priorityId: '2' },
      ...{ noteTypeId: '1', publishId: '2' },
    },
    rotate: (next) => {
      secret = next;
    },
  };
}
