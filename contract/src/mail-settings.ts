import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Instant } from './lists.ts';
import { MailAddress } from './mail-address.ts';
import { line } from './text.ts';

/** How mail leaves: not at all, by an SMTP server, or from a mailbox of Exchange Online by Microsoft Graph. */
export const MailWay = z.enum(['off', 'smtp', 'graph']);
export type MailWay = z.infer<typeof MailWay>;

/** TLS is required in both: begun by STARTTLS, or from the first byte on. */
export const MailSecurity = z.enum(['starttls', 'tls']);
export type MailSecurity = z.infer<typeof MailSecurity>;

/** Nothing, a user and a password, or OAuth 2.0 with the app registration of this installation (Exchange Online). */
export const MailSignIn = z.enum(['none', 'password', 'oauth']);
export type MailSignIn = z.infer<typeof MailSignIn>;

export const MailSettings = z.object({
  way: MailWay,
  fromAddress: z.string(),
  fromName: z.string(),
  host: z.string(),
  port: z.number(),
  security: MailSecurity,
  signIn: MailSignIn,
  user: z.string(),
  /** A password is kept. It is never shown. */
  hasPassword: z.boolean(),
  /** Why no mail can leave now, as a sentence; null where it can. */
  unavailable: z.nullable(z.string()),
  /** What became of the last mail that was handed over; null before the first. */
  lastDelivery: z.nullable(z.object({ at: Instant, isDelivered: z.boolean(), answer: z.string() })),
  /** Counts the changes; 0 before the first. */
  revision: z.number(),
  updatedAt: z.nullable(Instant),
  updatedBy: z.nullable(z.string()),
});
export type MailSettings = z.infer<typeof MailSettings>;

export const getMailSettings = defineEndpoint({
  name: 'mail-settings',
  summary: 'From which mailbox this installation sends, how, and what became of the last mail',
  method: 'GET',
  path: '/api/settings/mail',
  access: 'admin',
  response: MailSettings,
});

const Host = z.union([
  z.literal(''),
  line({ max: 253, tooLong: 'Must be the name of a server' }).check(
    z.regex(
      /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$|^\[?[0-9A-Fa-f:.]+\]?$/,
      'Must be the name of a server, such as smtp.office365.com',
    ),
  ),
]);

export const changeMailSettings = defineEndpoint({
  name: 'mail-settings-change',
  summary: 'Set from which mailbox this installation sends; a password goes to the vault and is never shown',
  method: 'PUT',
  path: '/api/settings/mail',
  access: 'admin',
  stepUp: true,
  body: z.object({
    revision: z.int().check(z.minimum(0)),
    way: MailWay,
    fromAddress: z.union([z.literal(''), MailAddress]),
    fromName: line({ max: 120, tooLong: 'Keep the name under 120 characters' }),
    host: Host,
    port: z.int('Must be a port').check(z.minimum(1, 'Must be a port'), z.maximum(65_535, 'Must be a port')),
    security: MailSecurity,
    signIn: MailSignIn,
    user: line({ max: 254, tooLong: 'Keep the user under 254 characters' }),
    /** Absent: the one that is kept, which another server or user does not get. */
    password: z.optional(
      z
        .string()
        .check(z.minLength(1, 'Enter the password'), z.maxLength(1000, 'Keep the password under 1000 characters')),
    ),
  }),
  response: MailSettings,
});

export const testMail = defineEndpoint({
  name: 'mail-test',
  summary: 'Send a mail to your own address, and say what the server answered',
  method: 'POST',
  path: '/api/settings/mail/test',
  access: 'admin',
  response: z.object({ to: z.string(), isDelivered: z.boolean(), answer: z.string() }),
});
