import * as z from 'zod/mini';
import { LowerGuid } from './ids.ts';
import { Instant } from './lists.ts';
import { UserEmail } from './users.ts';

// A kind of channel has here: what somebody enters to set it up, and what is shown of it. Secrets are entered and never shown.

/** An https address that somebody types. Its host is looked up, and has to be a public one, each time that it is called. */
const HttpsAddress = z.string().check(
  z.trim(),
  z.maxLength(2000, 'Keep the address under 2000 characters'),
  z.regex(/^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i, 'Must be an https address'),
  z.refine((text) => URL.canParse(text), 'Must be an https address'),
);

const maxRecipients = 50;
const Recipients = z
  .array(UserEmail)
  .check(
    z.minLength(1, 'Enter at least one address'),
    z.maxLength(maxRecipients, `No more than ${maxRecipients} addresses`),
  );

const MailChannelInput = z.object({ kind: z.literal('mail'), recipients: Recipients });
const MailChannelView = MailChannelInput;

const TeamsChannelInput = z.object({ kind: z.literal('teams'), url: HttpsAddress });
/** The address is a secret: whoever has it can post. Its host is shown. */
const TeamsChannelView = z.object({ kind: z.literal('teams'), host: z.string() });

const WebhookChannelInput = z.object({ kind: z.literal('webhook'), url: HttpsAddress });
const WebhookChannelView = z.object({
  kind: z.literal('webhook'),
  host: z.string(),
  /** Until when messages are signed with the secret of before too; null where they are not. */
  oldSecretUntil: z.nullable(Instant),
});

/** A ticket system that is connected (ticket-systems.ts): work gets a ticket there. */
const TicketChannelInput = z.object({ kind: z.literal('ticket'), systemId: LowerGuid });
const TicketChannelView = TicketChannelInput;

/** What somebody enters, by kind. */
export const ChannelInput = z.discriminatedUnion('kind', [
  MailChannelInput,
  TeamsChannelInput,
  WebhookChannelInput,
  TicketChannelInput,
]);
export type ChannelInput = z.infer<typeof ChannelInput>;

/** What is shown, by kind. */
export const ChannelView = z.discriminatedUnion('kind', [
  MailChannelView,
  TeamsChannelView,
  WebhookChannelView,
  TicketChannelView,
]);
export type ChannelView = z.infer<typeof ChannelView>;

export const NoticeChannelKind = z.enum(['mail', 'teams', 'webhook', 'ticket']);
export type NoticeChannelKind = z.infer<typeof NoticeChannelKind>;
