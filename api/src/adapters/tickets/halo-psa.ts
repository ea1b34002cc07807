import { cleanText, uriComponent } from '@tenantry/contract/text';
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
 * HaloPSA by its REST interface (halo.halopsa.com/apidoc; its OpenAPI document "Halo API", version v2): OAuth 2 client credentials at
 * /auth/token, lists of objects to POST. A ticket carries no reference of ours in a field that can be searched: it stands in its
 * details, which `search_details` finds.
 */

const Token = z.object({ access_token: z.string(), expires_in: z.optional(z.number()) });
const Named = z.object({ id: z.number(), name: z.string() });
const Client = z.object({
  id: z.number(),
  name: z.string(),
  domain: z.optional(z.nullable(z.string())),
  website: z.optional(z.nullable(z.string())),
});
const Fault = z.object({
  id: z.number(),
  details: z.optional(z.nullable(z.string())),
  status_id: z.optional(z.nullable(z.number())),
  status_name: z.optional(z.nullable(z.string())),
  hasbeenclosed: z.optional(z.nullable(z.boolean())),
  dateclosed: z.optional(z.nullable(z.string())),
});
type Fault = z.infer<typeof Fault>;
const Faults = z.object({ record_count: z.number(), tickets: z.array(Fault) });
const Clients = z.object({ record_count: z.number(), clients: z.array(Client) });
const Action = z.object({
  id: z.number(),
  note: z.optional(z.nullable(z.string())),
  note_html: z.optional(z.nullable(z.string())),
});
const Actions = z.object({ actions: z.array(Action) });

const companiesAtOnce = 100;
/** The most notes of a ticket that are looked through. */
const notesAtMost = 100;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Plain text as HTML that shows it. */
const asHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (one) => escapes[one] ?? one).replaceAll('\n', '<br>');

function messageOf(body: unknown): string {
  if (typeof body === 'string') return body;
  const { error_description, message, Message, error } = (body ?? {}) as Record<string, unknown>;
  return String(error_description ?? message ?? Message ?? error ?? '');
}

type Ask = <T>(method: 'GET' | 'POST', path: string, schema: z.ZodMiniType<T>, more?: More) => Promise<TicketAnswer<T>>;
type More = { query?: Record<string, string | undefined>; body?: unknown };

/** Signs in once, and again where the token has come to its end. */
function signedIn(http: TicketHttp, { address, account, secrets }: TicketSystemAccess): Ask {
  let token: { value: string; until: number } | null = null;
  async function current(): Promise<TicketAnswer<string>> {
    if (token !== null && token.until > Date.now()) return ok(token.value);
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: account.clientId ?? '',
      client_secret: secrets.clientSecret ?? '',
      scope: 'all',
    });
    const url = urlOf(address, '/auth/token', { tenant: account.tenant || undefined });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const answer = await askTickets(http, { method: 'POST', url, headers, body: form.toString() }, Token);
    if (answer.kind !== 'ok') {
      // A client that is not known is told by 400 (RFC 6749, 5.2), and concerns every call.
      return { ...answer, concerns: 'system', isPermanent: false, retryAfterSeconds: answer.retryAfterSeconds ?? 900 };
    }
    const { access_token: value, expires_in: seconds = 300 } = answer.value;
    token = { value, until: Date.now() + (seconds - 30) * 1000 };
    return ok(value);
  }
  return async (method, path, schema, { query, body } = {}) =>
    andThen(await current(), (value) =>
      askTickets(
        http,
        {
          method,
          url: urlOf(address, `/api${path}`, query),
          headers: {
            authorization: `Bearer ${value}`,
            accept: 'application/json',
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        },
        schema,
      ),
    );
}

const isoOf = (date: string | null | undefined): string | null => {
  const time = Date.parse(date ?? '');
  // Halo writes a date that there is not as the year 1.
  return Number.isNaN(time) || time < 0 ? null : new Date(time).toISOString();
};

/** Ticket types, statuses, actions and priorities. */
async function choicesOf(ask: Ask) {
  const [types, statuses, outcomes, priorities] = [
    await ask('GET', '/TicketType', z.array(Named), { query: { can_create_only: 'true' } }),
    await ask('GET', '/Status', z.array(Named), { query: { type: 'ticket' } }),
    await ask('GET', '/Outcome', z.array(z.object({ id: z.number(), outcome: z.string() }))),
    await ask('GET', '/Priority', z.array(z.object({ priorityid: z.number(), name: z.string() }))),
  ];
  return andThen(types, (type) =>
    andThen(statuses, (status) =>
      andThen(outcomes, (outcome) =>
        andThen(priorities, (priority) => {
          const named = outcome.map(({ id, outcome: name }) => ({ id, name }));
          const ranked = new Map(priority.map(({ priorityid: id, name }) => [id, { id, name }]));
          return ok([
            { field: 'ticketTypeId', label: 'Ticket type', isRequired: true, options: optionsOf(type) },
            { field: 'closedStatusId', label: 'Status when closed', isRequired: true, options: optionsOf(status) },
            { field: 'noteOutcomeId', label: 'Action for notes', isRequired: true, options: optionsOf(named) },
            { field: 'priorityId', label: 'Priority', isRequired: false, options: optionsOf([...ranked.values()]) },
          ]);
        }),
      ),
    ),
  );
}

export function openHaloPsa(fetch: GuardedFetch, access: TicketSystemAccess): TicketSystem {
  const { address, choices } = access;
  const http: TicketHttp = { fetch, name: 'HaloPSA', secrets: Object.values(access.secrets), messageOf };
  const ask = signedIn(http, access);
  const found = ({ id }: Fault): FoundTicket => ({
    id: String(id),
    number: String(id),
    url: urlOf(address, '/tickets', { id: String(id) }),
  });
  const stateOf = (fault: Fault): TicketState => {
    const isClosed = fault.hasbeenclosed === true || String(fault.status_id) === choices.closedStatusId;
    return {
      ...found(fault),
      status: cleanText(fault.status_name ?? '', 100) || String(fault.status_id ?? ''),
      isClosed,
      closedAt: isClosed ? isoOf(fault.dateclosed) : null,
    };
  };
  const note = (ticketId: string, text: string, more: object = {}) => [
    {
      ticket_id: Number(ticketId),
      outcome_id: Number(choices.noteOutcomeId),
      hiddenfromuser: true,
      note_html: asHtml(text),
      ...more,
    },
  ];

  return {
    async test() {
      const answer = await ask('GET', '/TicketType', z.array(Named));
      return andThen(answer, (types) => ok(`Signed in to HaloPSA. Ticket types: ${types.length}.`));
    },

    choices: () => choicesOf(ask),

    async companies(page) {
      const query = {
        pageinate: 'true',
        page_size: String(companiesAtOnce),
        page_no: String(page),
        includeinactive: 'false',
      };
      return andThen(await ask('GET', '/Client', Clients, { query }), ({ clients, record_count: total }) =>
        ok({
          companies: clients.map(({ id, name, domain, website }) => ({
            id: String(id),
            name,
            domain: domainOf(domain) || domainOf(website),
          })),
          next: page * companiesAtOnce < total && clients.length > 0 ? page + 1 : null,
        }),
      );
    },

    async open({ companyId, summary, description }: NewTicket) {
      const body = [
        {
          client_id: Number(companyId),
          tickettype_id: Number(choices.ticketTypeId),
          ...(choices.priorityId ? { priority_id: Number(choices.priorityId) } : {}),
          summary,
          details_html: asHtml(description),
          donotapplytemplateintheapi: true,
        },
      ];
      return andThen(await ask('POST', '/Tickets', Fault, { body }), (fault) => ok(found(fault)));
    },

    async findByReference({ reference }) {
      const query = {
        search_details: reference,
        pageinate: 'true',
        page_size: '20',
        page_no: '1',
      };
      return andThen(await ask('GET', '/Tickets', Faults, { query }), ({ tickets }) => {
        const one = tickets.find(({ details }) => details?.includes(`[${reference}]`) === true);
        return ok(one ? found(one) : null);
      });
    },

    async hasNote(ticketId, marker) {
      const query = { ticket_id: ticketId, count: String(notesAtMost), includehtmlnote: 'true' };
      return andThen(await ask('GET', '/Actions', Actions, { query }), ({ actions }) =>
        ok(actions.some((one) => `${one.note ?? ''} ${one.note_html ?? ''}`.includes(marker))),
      );
    },

    async addNote(ticketId, text) {
      return andThen(await ask('POST', '/Actions', Action, { body: note(ticketId, text) }), () => ok(null));
    },

    async close(ticketId, resolution) {
      if (!choices.closedStatusId) return ticketFailed('No status is chosen with which tickets are closed.');
      const body = note(ticketId, resolution, { new_status: Number(choices.closedStatusId) });
      return andThen(await ask('POST', '/Actions', Action, { body }), () => ok(null));
    },

    async states(ticketIds) {
      const query = {
        ticketids: ticketIds.map(uriComponent).join(','),
        includestatus: 'true',
        pageinate: 'true',
        page_size: '100',
        page_no: '1',
      };
      return andThen(await ask('GET', '/Tickets', Faults, { query }), ({ tickets }) => ok(tickets.map(stateOf)));
    },
  };
}
