import { createHash } from 'node:crypto';
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
import { type Ask, type Zoned, zoned } from './autotask-zone.ts';
import { andThen, domainOf, ok, optionsOf, type TicketHttp, ticketFailed, urlOf } from './ticket-http.ts';

/**
 * Autotask by its REST interface (autotask.net/help/DeveloperHelp, REST API): the zone of a user first, then three headers with each
 * call, picklists from `entityInformation/fields`, filters of `query`. The reference is the ticket's `externalID`, of at most 50
 * characters: it is a hash of ours, which stands in the description in full.
 */

const PickValue = z.object({ value: z.string(), label: z.string(), isActive: z.optional(z.boolean()) });
const Field = z.object({ name: z.string(), picklistValues: z.optional(z.nullable(z.array(PickValue))) });
const Fields = z.object({ fields: z.array(Field) });
const Ticket = z.object({
  id: z.number(),
  ticketNumber: z.optional(z.nullable(z.string())),
  status: z.optional(z.nullable(z.number())),
  completedDate: z.optional(z.nullable(z.string())),
});
type Ticket = z.infer<typeof Ticket>;
const page = { pageDetails: z.object({ nextPageUrl: z.optional(z.nullable(z.string())) }) };
const Tickets = z.object({ items: z.array(Ticket), ...page });
const Companies = z.object({
  items: z.array(z.object({ id: z.number(), companyName: z.string(), webAddress: z.optional(z.nullable(z.string())) })),
  ...page,
});
const Notes = z.object({ items: z.array(z.object({ id: z.number() })), ...page });
const Created = z.object({ itemId: z.number() });

const companiesAtOnce = 500;
const maxTitle = 255;
const maxText = 8000;
/** The status that every Autotask has for what is done: "Complete". */
const completeStatus = '5';
const dueInDays = 14;

function messageOf(body: unknown): string {
  const { errors, message } = (body ?? {}) as { errors?: unknown; message?: unknown };
  return Array.isArray(errors) ? errors.map(String).join(' ') : String(message ?? '');
}

/** What is wrong with a request is told by 500 with the list of errors; so is a limit that was reached. */
const isAboutRequest = (status: number, message: string): boolean =>
  (status === 500 || status === 409) && message !== '' && !/threshold|too many|limit/i.test(message);

const autotaskReference = (reference: string): string =>
  `tenantry:${createHash('sha256').update(reference).digest('base64url').slice(0, 40)}`;

type Filter = { op: 'eq' | 'gt' | 'in' | 'contains'; field: string; value: string | number | readonly number[] };
const query = (filter: readonly Filter[], includeFields: readonly string[], maxRecords: number) => ({
  filter,
  includeFields,
  MaxRecords: maxRecords,
});
const ticketFields = ['id', 'ticketNumber', 'status', 'completedDate'];

function listOf(fields: z.infer<typeof Fields>, name: string) {
  const values = fields.fields.find((one) => one.name.toLowerCase() === name.toLowerCase())?.picklistValues ?? [];
  const active = values.filter(({ isActive }) => isActive !== false);
  return optionsOf(active.map(({ value, label }) => ({ id: value, name: label })));
}

async function choicesOf(ask: Ask) {
  const fields = await ask('GET', '/Tickets/entityInformation/fields', Fields);
  const notes = await ask('GET', '/TicketNotes/entityInformation/fields', Fields);
  return andThen(fields, (ticket) =>
    andThen(notes, (note) => {
      const list = (field: string, label: string, options: ReturnType<typeof listOf>) => ({
        ...{ field, label, options },
        isRequired: true,
      });
      const statuses = listOf(ticket, 'status');
      return ok([
        list('queueId', 'Queue', listOf(ticket, 'queueID')),
        list('newStatusId', 'Status when opened', statuses),
        list('closedStatusId', 'Status when closed', statuses),
        list('priorityId', 'Priority', listOf(ticket, 'priority')),
        list('noteTypeId', 'Type of notes', listOf(note, 'noteType')),
        list('publishId', 'Notes are published to', listOf(note, 'publish')),
      ]);
    }),
  );
}

type StatusLabels = ReadonlyMap<string, string>;

/** What the statuses are called, asked for once. */
function statusLabelsBy(ask: Ask): () => Promise<TicketAnswer<StatusLabels>> {
  let labels: StatusLabels | null = null;
  return async () => {
    if (labels !== null) return ok(labels);
    return andThen(ask('GET', '/Tickets/entityInformation/fields', Fields), (fields) => {
      labels = new Map(listOf(fields, 'status').map(({ id, label }) => [id, label]));
      return ok(labels);
    });
  };
}

export function openAutotask(fetch: GuardedFetch, access: TicketSystemAccess): TicketSystem {
  const { choices } = access;
  const http: TicketHttp = {
    fetch,
    name: 'Autotask',
    secrets: Object.values(access.secrets),
    messageOf,
    isAboutRequest,
  };
  const { ask, zone } = zoned(http, access);
  const closedStatus = choices.closedStatusId || completeStatus;
  const found = ({ id, ticketNumber }: Ticket, { web }: Zoned): FoundTicket => ({
    id: String(id),
    number: ticketNumber ?? String(id),
    url: urlOf(web, '/Mvc/ServiceDesk/TicketDetail.mvc', { ticketId: String(id) }),
  });
  const statusLabels = statusLabelsBy(ask);
  const stateOf = (ticket: Ticket, at: Zoned, names: ReadonlyMap<string, string>): TicketState => {
    const isClosed = String(ticket.status) === closedStatus || String(ticket.status) === completeStatus;
    return {
      ...found(ticket, at),
      status: names.get(String(ticket.status)) ?? String(ticket.status ?? ''),
      isClosed,
      closedAt: isClosed ? (ticket.completedDate ?? null) : null,
    };
  };
  const tickets = (filter: Filter, most: number) =>
    ask('POST', '/Tickets/query', Tickets, query([filter], ticketFields, most));

  return {
    async test() {
      return andThen(await ask('GET', '/Tickets/entityInformation/fields', Fields), () =>
        andThen(zone(), ({ rest }) => ok(`Signed in to Autotask at ${URL.parse(rest)?.hostname}.`)),
      );
    },

    choices: () => choicesOf(ask),

    /** Pages go by id: a page begins after the last id of the one before. */
    async companies(after) {
      const filter: Filter[] = [
        { op: 'gt', field: 'id', value: after === 1 ? -1 : after },
        { op: 'eq', field: 'isActive', value: 1 },
      ];
      const body = query(filter, ['id', 'companyName', 'webAddress'], companiesAtOnce);
      return andThen(await ask('POST', '/Companies/query', Companies, body), ({ items }) => {
        const last = items.at(-1)?.id ?? 0;
        return ok({
          companies: items.map((one) => ({
            id: String(one.id),
            name: one.companyName,
            domain: domainOf(one.webAddress),
          })),
          // The first page is asked for by 1, which no later one may be taken for.
          next: items.length === companiesAtOnce ? Math.max(last, 2) : null,
        });
      });
    },

    async open({ companyId, summary, description, reference }: NewTicket) {
      const body = {
        companyID: Number(companyId),
        title: cleanText(summary, maxTitle),
        description: description.slice(0, maxText),
        queueID: Number(choices.queueId),
        status: Number(choices.newStatusId),
        priority: Number(choices.priorityId),
        dueDateTime: new Date(Date.now() + dueInDays * 86_400_000).toISOString(),
        externalID: autotaskReference(reference),
      };
      return andThen(await ask('POST', '/Tickets', Created, body), async ({ itemId }) =>
        andThen(await tickets({ op: 'eq', field: 'id', value: itemId }, 1), ({ items: [one] }) =>
          andThen(zone(), (at) => ok(found(one ?? { id: itemId }, at))),
        ),
      );
    },

    async findByReference({ reference }) {
      const filter: Filter = { op: 'eq', field: 'externalID', value: autotaskReference(reference) };
      return andThen(await tickets(filter, 1), ({ items: [one] }) =>
        andThen(zone(), (at) => ok(one ? found(one, at) : null)),
      );
    },

    async hasNote(ticketId, marker) {
      const filter: Filter[] = [
        { op: 'eq', field: 'ticketID', value: Number(ticketId) },
        { op: 'contains', field: 'description', value: marker },
      ];
      return andThen(await ask('POST', '/TicketNotes/query', Notes, query(filter, ['id'], 1)), ({ items }) =>
        ok(items.length > 0),
      );
    },

    async addNote(ticketId, text) {
      const body = {
        ticketID: Number(ticketId),
        title: 'Tenantry',
        description: text.slice(0, maxText),
        noteType: Number(choices.noteTypeId),
        publish: Number(choices.publishId),
      };
      return andThen(await ask('POST', `/Tickets/${Number(ticketId)}/Notes`, Created, body), () => ok(null));
    },

    async close(ticketId, resolution) {
      if (!choices.closedStatusId) return ticketFailed('No status is chosen with which tickets are closed.');
      const body = { id: Number(ticketId), status: Number(closedStatus), resolution: resolution.slice(0, maxText) };
      return andThen(await ask('PATCH', '/Tickets', Created, body), () => ok(null));
    },

    async states(ticketIds) {
      const ids = ticketIds.map(Number).filter(Number.isInteger);
      return andThen(tickets({ op: 'in', field: 'id', value: ids }, 500), ({ items }) =>
        andThen(zone(), (at) => andThen(statusLabels(), (names) => ok(items.map((one) => stateOf(one, at, names))))),
      );
    },
  };
}
