import { cleanText } from '@tenantry/contract/text';
import * as z from 'zod/mini';
import type { GuardedFetch } from '../../ports/guarded-fetch.ts';
import type {
  FoundTicket,
  NewTicket,
  TicketAnswer,
  TicketState,
  TicketSystem,
  TicketSystemAccess,
} from '../../ports/ticket-system.ts';
import { andThen, askTickets, domainOf, ok, optionsOf, type TicketHttp, ticketFailed, urlOf } from './ticket-http.ts';

/**
 * ConnectWise PSA by its REST interface (developer.connectwise.com, Products, ConnectWise PSA, REST; its OpenAPI document of 2022.2):
 * Basic with company, public and private key, the header clientId, JSON Patch for changes, `conditions` for queries. The reference is
 * the ticket's `externalXRef`, of at most 100 characters.
 */

const base = '/v4_6_release/apis/3.0';
const Reference = z.object({ id: z.number(), name: z.optional(z.string()) });
const Named = z.object({ id: z.number(), name: z.string() });
const Ticket = z.object({
  id: z.number(),
  status: z.optional(z.nullable(Reference)),
  closedFlag: z.optional(z.nullable(z.boolean())),
  closedDate: z.optional(z.nullable(z.string())),
});
type Ticket = z.infer<typeof Ticket>;
const Company = z.object({ id: z.number(), name: z.string(), website: z.optional(z.nullable(z.string())) });
const Status = z.object({
  id: z.number(),
  name: z.string(),
  closedStatus: z.optional(z.boolean()),
  inactive: z.optional(z.boolean()),
});
const Note = z.object({ id: z.number(), text: z.optional(z.nullable(z.string())) });

const pageSize = 1000;
const maxSummary = 100;

function messageOf(body: unknown): string {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown };
  const parts = Array.isArray(errors) ? errors.map((one) => String((one as { message?: unknown }).message ?? '')) : [];
  return [String(message ?? ''), ...parts].filter((part) => part !== '').join(' ');
}

/** A text within a condition. */
const quoted = (text: string): string => `"${text.replaceAll('"', '')}"`;

/** The site in which people work, by the address of the interface: https://api-na.myconnectwise.net is https://na.myconnectwise.net. */
const siteOf = (address: string): string => address.replace(/^https:\/\/api-/, 'https://').replace(/\/$/, '');

type More = { query?: Record<string, string | undefined>; body?: unknown };
type Ask = <T>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  schema: z.ZodMiniType<T>,
  more?: More,
) => Promise<TicketAnswer<T>>;

function asking(http: TicketHttp, { address, account, secrets }: TicketSystemAccess): Ask {
  const login = `${account.companyId ?? ''}+${account.publicKey ?? ''}:${secrets.privateKey ?? ''}`;
  const headers = {
    authorization: `Basic ${Buffer.from(login).toString('base64')}`,
    clientId: secrets.clientId ?? '',
    accept: 'application/json',
  };
  return (method, path, schema, { query, body } = {}) =>
    askTickets(
      http,
      {
        method,
        url: urlOf(address, `${base}${path}`, query),
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      schema,
    );
}

/** Lists of boards and priorities, and the statuses of the board that was chosen. */
async function choicesOf(ask: Ask, boardId: string | undefined) {
  const query = { pageSize: String(pageSize), page: '1', conditions: 'inactiveFlag=false', orderBy: 'name' };
  const boards = await ask('GET', '/service/boards', z.array(Named), { query });
  const priorities = await ask('GET', '/service/priorities', z.array(Named), { query: { pageSize: '100', page: '1' } });
  const statuses: TicketAnswer<z.infer<typeof Status>[]> =
    boardId !== undefined && /^\d{1,10}$/.test(boardId)
      ? await ask('GET', `/service/boards/${boardId}/statuses`, z.array(Status), {
          query: { pageSize: '200', page: '1' },
        })
      : ok([]);
  return andThen(boards, (board) =>
    andThen(priorities, (priority) =>
      andThen(statuses, (all) => {
        const active = all.filter(({ inactive }) => inactive !== true);
        const closing = active.filter(({ closedStatus }) => closedStatus === true);
        return ok([
          { field: 'boardId', label: 'Board', isRequired: true, options: optionsOf(board) },
          { field: 'closedStatusId', label: 'Status when closed', isRequired: true, options: optionsOf(closing) },
          { field: 'newStatusId', label: 'Status when opened', isRequired: false, options: optionsOf(active) },
          { field: 'priorityId', label: 'Priority', isRequired: false, options: optionsOf(priority) },
        ]);
      }),
    ),
  );
}

export function openConnectWise(fetch: GuardedFetch, access: TicketSystemAccess): TicketSystem {
  const { address, choices } = access;
  const http: TicketHttp = { fetch, name: 'ConnectWise PSA', secrets: Object.values(access.secrets), messageOf };
  const ask = asking(http, access);
  const found = ({ id }: Ticket): FoundTicket => ({
    id: String(id),
    number: String(id),
    url: urlOf(siteOf(address), '/v4_6_release/services/system_io/Service/fv_sr100_request.rails', {
      service_recid: String(id),
      companyName: access.account.companyId,
    }),
  });
  const stateOf = (ticket: Ticket): TicketState => ({
    ...found(ticket),
    status: cleanText(ticket.status?.name ?? '', 100),
    isClosed: ticket.closedFlag === true,
    closedAt: ticket.closedFlag === true ? (ticket.closedDate ?? null) : null,
  });
  const tickets = (conditions: string) =>
    ask('GET', '/service/tickets', z.array(Ticket), {
      query: { conditions, fields: 'id,status,closedFlag,closedDate', pageSize: '100', page: '1' },
    });
  const noteBody = (text: string, kind: 'internal' | 'resolution') => ({
    text,
    detailDescriptionFlag: false,
    internalAnalysisFlag: kind === 'internal',
    resolutionFlag: kind === 'resolution',
  });
  const addNote = (ticketId: string, text: string, kind: 'internal' | 'resolution') =>
    ask('POST', `/service/tickets/${ticketId}/notes`, Note, { body: noteBody(text, kind) });
  const hasNote = async (ticketId: string, marker: string): Promise<TicketAnswer<boolean>> => {
    const query = { pageSize: String(pageSize), page: '1', orderBy: 'id desc' };
    return andThen(await ask('GET', `/service/tickets/${ticketId}/notes`, z.array(Note), { query }), (notes) =>
      ok(notes.some(({ text }) => text?.includes(marker) === true)),
    );
  };

  return {
    async test() {
      const answer = await ask('GET', '/system/info', z.object({ version: z.string() }));
      return andThen(answer, ({ version }) => ok(`Signed in to ConnectWise PSA ${cleanText(version, 40)}.`));
    },

    choices: ({ boardId }) => choicesOf(ask, boardId),

    async companies(page) {
      const query = {
        conditions: 'deletedFlag=false',
        fields: 'id,name,website',
        orderBy: 'id',
        pageSize: String(pageSize),
        page: String(page),
      };
      return andThen(await ask('GET', '/company/companies', z.array(Company), { query }), (companies) =>
        ok({
          companies: companies.map(({ id, name, website }) => ({ id: String(id), name, domain: domainOf(website) })),
          next: companies.length === pageSize ? page + 1 : null,
        }),
      );
    },

    async open({ companyId, summary, description, reference }: NewTicket) {
      const { boardId, newStatusId, priorityId } = choices;
      const body = {
        summary: cleanText(summary, maxSummary),
        board: { id: Number(boardId) },
        company: { id: Number(companyId) },
        ...(newStatusId ? { status: { id: Number(newStatusId) } } : {}),
        ...(priorityId ? { priority: { id: Number(priorityId) } } : {}),
        externalXRef: reference,
        initialDescription: description,
      };
      return andThen(await ask('POST', '/service/tickets', Ticket, { body }), (ticket) => ok(found(ticket)));
    },

    async findByReference({ reference }) {
      return andThen(await tickets(`externalXRef=${quoted(reference)}`), ([one]) => ok(one ? found(one) : null));
    },

    hasNote,

    async addNote(ticketId, text) {
      return andThen(await addNote(ticketId, text, 'internal'), () => ok(null));
    },

    /** Note and status are two calls: where the first was made before, it is not made again. */
    async close(ticketId, resolution) {
      const { closedStatusId } = choices;
      if (!closedStatusId) return ticketFailed('No status is chosen with which tickets are closed.');
      const marker = resolution.split('\n').at(-1) ?? resolution;
      const noted = await andThen(await hasNote(ticketId, marker), async (isThere) =>
        isThere ? ok(null) : andThen(await addNote(ticketId, resolution, 'resolution'), () => ok(null)),
      );
      const body = [{ op: 'replace', path: 'status/id', value: Number(closedStatusId) }];
      return andThen(noted, async () =>
        andThen(await ask('PATCH', `/service/tickets/${ticketId}`, Ticket, { body }), () => ok(null)),
      );
    },

    async states(ticketIds) {
      const ids = ticketIds.map(Number).filter(Number.isInteger);
      return andThen(await tickets(`id in (${ids.join(',')})`), (all) => ok(all.map(stateOf)));
    },
  };
}
