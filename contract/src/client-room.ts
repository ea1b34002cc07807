import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid, TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { MailAddress } from './mail-address.ts';
import { Color } from './report-settings.ts';
import { prose } from './text.ts';

/** Whether a contact gets into the room: never invited, invited and not come yet, or come at least once. */
export const ClientAccess = z.enum(['none', 'invited', 'active']);
export type ClientAccess = z.infer<typeof ClientAccess>;

/** A contact of the tenant as a guest of its room. */
export const ClientGuest = z.object({
  contactId: LowerGuid,
  name: z.string(),
  address: MailAddress,
  access: ClientAccess,
  invitedAt: z.nullable(Instant),
  invitedBy: z.nullable(z.string()),
  /** Null before they first come. */
  lastSeenAt: z.nullable(Instant),
  /** They have signed in with Microsoft: from then on that account alone, not another one of the same name. */
  hasMicrosoftAccount: z.boolean(),
});
export type ClientGuest = z.infer<typeof ClientGuest>;

export const ClientRoom = z.object({
  tenantId: TenantId,
  /** Closed, nobody gets in, whoever is invited. */
  isOpen: z.boolean(),
  /** Hours and prices of what comes next are shown. */
  showsPrices: z.boolean(),
  /** Null: that of the reports. */
  color: z.nullable(Color),
  /** Shown first; '' for none. */
  welcome: z.string(),
  /** Counts the changes; 0 before the first. */
  revision: z.number(),
  guests: z.array(ClientGuest),
  /** Why no link can be sent by mail, as a sentence; null where it can. */
  noMailBecause: z.nullable(z.string()),
});
export type ClientRoom = z.infer<typeof ClientRoom>;

export const maxWelcome = 500;
const params = z.object({ id: TenantId });
const tenant = { from: 'path', name: 'id' } as const;

export const getClientRoom = defineEndpoint({
  name: 'client-room',
  summary: 'The client room of a tenant: its settings, and which contacts get into it',
  method: 'GET',
  path: '/api/tenant/{id}/client-room',
  access: 'technician',
  tenant,
  params,
  response: ClientRoom,
});

export const changeClientRoom = defineEndpoint({
  name: 'client-room-change',
  summary:
    'Open or close the client room of a tenant, and set what it shows; where it was changed meanwhile, nothing is (409)',
  method: 'PUT',
  path: '/api/tenant/{id}/client-room',
  access: 'admin',
  tenant,
  params,
  body: z.object({
    revision: z.int().check(z.minimum(0)),
    isOpen: z.boolean(),
    showsPrices: z.boolean(),
    color: z.nullable(Color),
    welcome: prose({ max: maxWelcome, tooLong: `Keep the welcome under ${maxWelcome} characters` }),
  }),
  multiline: ['welcome'],
  response: ClientRoom,
});

/** How long the link of an invitation is good, and one that somebody asks for on the sign-in page. Both work once. */
export const invitationHours = 72;
export const signInLinkMinutes = 15;

export const inviteClient = defineEndpoint({
  name: 'client-invite',
  summary:
    'Let a contact into the room of their tenant, and mail them a one-time link; whoever is in already gets a new link',
  method: 'POST',
  path: '/api/tenant/{id}/client-room/guests',
  access: 'admin',
  stepUp: true,
  tenant,
  params,
  body: z.object({ contactId: LowerGuid }),
  response: z.object({
    room: ClientRoom,
    /** The mail server took the link. */
    isSent: z.boolean(),
    /** Why not, as a sentence; null where it did. They can sign in with Microsoft all the same. */
    notSentBecause: z.nullable(z.string()),
  }),
});

export const endClientAccess = defineEndpoint({
  name: 'client-access-end',
  summary: 'Take a contact’s access to the room of their tenant, and end their sessions',
  method: 'DELETE',
  path: '/api/tenant/{id}/client-room/guests/{contactId}',
  access: 'admin',
  stepUp: true,
  tenant,
  params: z.object({ id: TenantId, contactId: LowerGuid }),
  response: ClientRoom,
});
