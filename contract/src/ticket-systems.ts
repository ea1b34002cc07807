import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid } from './ids.ts';
import { Instant } from './lists.ts';
import { line } from './text.ts';
import { Priority } from './verdicts.ts';

export const TicketSystemKind = z.enum(['halopsa', 'connectwise', 'autotask']);
export type TicketSystemKind = z.infer<typeof TicketSystemKind>;

export const ticketSystemLabels: Readonly<Record<TicketSystemKind, string>> = {
  halopsa: 'HaloPSA',
  connectwise: 'ConnectWise PSA',
  autotask: 'Autotask',
};

type AccountField = {
  name: string;
  label: string;
  hint: string;
  isSecret: boolean;
  isRequired: boolean;
  /** Whether it says which system it is: by another value the same address leads to other tickets and companies. */
  isPlace: boolean;
};
const field = (name: string, label: string, hint: string, more: Partial<AccountField> = {}): AccountField => ({
  name,
  label,
  hint,
  isSecret: false,
  isRequired: true,
  isPlace: false,
  ...more,
});
const secret = { isSecret: true };

/** What each kind signs in with. The names are those of the vendors' own pages (docs/tickets.md). */
export const ticketAccountFields: Readonly<Record<TicketSystemKind, readonly AccountField[]>> = {
  halopsa: [
    field('clientId', 'Client ID', 'Of the API application, authentication method Client ID and Secret.'),
    field('clientSecret', 'Client secret', 'Stored encrypted and never shown again.', secret),
    field('tenant', 'Halo tenant', 'Only where Halo hosts it and its page of API details names one.', {
      isRequired: false,
      isPlace: true,
    }),
  ],
  connectwise: [
    field('companyId', 'Company ID', 'What you sign in to ConnectWise PSA with, beside your name.', { isPlace: true }),
    field('publicKey', 'Public key', 'Of the API member.'),
    field('privateKey', 'Private key', 'Stored encrypted and never shown again.', secret),
    field('clientId', 'Client ID', 'From the ConnectWise developer network, one for your integration.', secret),
  ],
  autotask: [
    field('userName', 'User name (key)', 'Of the API-only user.', { isPlace: true }),
    field('secret', 'Password (secret)', 'Stored encrypted and never shown again.', secret),
    field('integrationCode', 'Tracking identifier', 'Of the API-only user, also called integration code.', secret),
  ],
};

/** Where each kind usually is, as an example. */
export const ticketAddressExamples: Readonly<Record<TicketSystemKind, string>> = {
  halopsa: 'https://example.halopsa.com',
  connectwise: 'https://api-na.myconnectwise.net',
  autotask: 'https://webservices.autotask.net',
};

const Values = z.record(line({ min: 1, max: 40 }), line({ max: 500 }));
const Address = line({ min: 1, tooShort: 'Address is required', max: 200 }).check(
  z.regex(/^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/?$/, 'Must be https:// and a host name, without a path'),
);

/** What was chosen of the lists of the system, by field: ids as the system has them. */
export const TicketChoices = z.record(line({ min: 1, max: 40 }), line({ max: 100 }));
export type TicketChoices = z.infer<typeof TicketChoices>;

/** One thing that has to be chosen, with what the system offers. */
export const TicketChoiceList = z.object({
  field: z.string(),
  label: z.string(),
  isRequired: z.boolean(),
  options: z.array(z.object({ id: z.string(), label: z.string() })),
});
export type TicketChoiceList = z.infer<typeof TicketChoiceList>;

/** What opens tickets by itself: each new task from a gravity on, of the tenants of some groups. */
export const TicketRule = z.object({
  isOn: z.boolean(),
  from: Priority,
  /** None: of all tenants. */
  groupIds: z.array(LowerGuid).check(z.maxLength(200)),
});
export type TicketRule = z.infer<typeof TicketRule>;

export const TicketSystem = z.object({
  id: LowerGuid,
  kind: TicketSystemKind,
  name: z.string(),
  address: z.string(),
  account: z.record(z.string(), z.string()),
  /** The names of the secrets that are kept; none is ever shown. */
  secretsKept: z.array(z.string()),
  choices: TicketChoices,
  /** What has to be chosen yet before tickets are opened, by the name of the field. */
  choicesMissing: z.array(z.string()),
  isOn: z.boolean(),
  rule: TicketRule,
  /** The last test; null before the first. */
  tested: z.nullable(z.object({ at: Instant, isOk: z.boolean(), message: z.string() })),
  /** Why nothing can be sent to it; null while it can. */
  trouble: z.nullable(z.object({ since: Instant, reason: z.string(), retryAt: z.nullable(Instant) })),
  counts: z.object({ open: z.number(), waiting: z.number(), failed: z.number(), matched: z.number() }),
  revision: z.number(),
  updatedAt: Instant,
  updatedBy: z.string(),
});
export type TicketSystem = z.infer<typeof TicketSystem>;

export const listTicketSystems = defineEndpoint({
  name: 'ticket-systems',
  summary: 'The ticket systems that this installation is connected to, with how they stand',
  method: 'GET',
  path: '/api/admin/ticket-systems',
  access: 'admin',
  response: z.object({ systems: z.array(TicketSystem), tenants: z.number() }),
});

const Name = line({ min: 1, tooShort: 'Name is required', max: 60, tooLong: 'Keep the name under 60 characters' });

export const createTicketSystem = defineEndpoint({
  name: 'ticket-system-create',
  summary: 'Connect a ticket system; its secrets are kept encrypted and never shown again',
  method: 'POST',
  path: '/api/admin/ticket-systems',
  access: 'admin',
  stepUp: true,
  body: z.object({ kind: TicketSystemKind, name: Name, address: Address, account: Values, secrets: Values }),
  response: TicketSystem,
  statuses: [201],
});

const systemParams = z.object({ systemId: LowerGuid });

export const changeTicketSystem = defineEndpoint({
  name: 'ticket-system-change',
  summary:
    'Change a ticket system; what is left out stays. A new address asks for the secrets again, so that they go nowhere else',
  method: 'PATCH',
  path: '/api/admin/ticket-systems/{systemId}',
  access: 'admin',
  stepUp: true,
  params: systemParams,
  body: z.object({
    name: z.optional(Name),
    address: z.optional(Address),
    account: z.optional(Values),
    secrets: z.optional(Values),
    choices: z.optional(TicketChoices),
    isOn: z.optional(z.boolean()),
    rule: z.optional(TicketRule),
    revision: z.int(),
  }),
  response: TicketSystem,
});

export const deleteTicketSystem = defineEndpoint({
  name: 'ticket-system-delete',
  summary: 'Forget a ticket system, its companies and what is known of its tickets; tickets stay in it',
  method: 'DELETE',
  path: '/api/admin/ticket-systems/{systemId}',
  access: 'admin',
  params: systemParams,
  response: z.object({ success: z.literal(true) }),
});

export const testTicketSystem = defineEndpoint({
  name: 'ticket-system-test',
  summary: 'Sign in to a ticket system and tell what it answered',
  method: 'POST',
  path: '/api/admin/ticket-systems/{systemId}/test',
  access: 'admin',
  params: systemParams,
  response: z.object({ isOk: z.boolean(), message: z.string() }),
});

export const listTicketChoices = defineEndpoint({
  name: 'ticket-system-choices',
  summary: 'What a ticket system offers of boards, queues, statuses and the like, asked for now',
  method: 'GET',
  path: '/api/admin/ticket-systems/{systemId}/choices',
  access: 'admin',
  params: systemParams,
  /** Of what was chosen, the board, on which its statuses depend. */
  query: z.object({ boardId: z.optional(z.string().check(z.regex(/^\d{1,10}$/, 'Must be the id of a board'))) }),
  response: z.object({ lists: z.array(TicketChoiceList) }),
});
