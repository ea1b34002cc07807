import { createHash } from 'node:crypto';
import type { Mail } from '../../../ports/mail.ts';
import type { NoticeMessage, Notifier } from '../../../ports/notifier.ts';
import { renderMail } from '../rendering/render-mail.ts';
import { type ChannelKind, rulesUrl, type SendingParts } from './channel-kind.ts';

/** The right side of message ids: the host of the installation (RFC 5322, 3.6.4). */
const hostOf = (publicOrigin: string): string =>
  new URL(publicOrigin).hostname.replace(/[^a-z0-9.-]/gi, '') || 'tenantry';

/** The message as a mail: one thread for one subject at one place. */
export function mailOf(message: NoticeMessage, to: readonly string[], publicOrigin: string, place: string): Mail {
  const host = hostOf(publicOrigin);
  const thread = createHash('sha256').update(`${place}\n${message.threadKey}`).digest('hex').slice(0, 40);
  const url = rulesUrl(publicOrigin);
  return {
    messageId: `notice-${message.id}@${host}`,
    to,
    subject: message.subject,
    ...renderMail(message, publicOrigin, url),
    threadId: `thread-${thread}@${host}`,
    ...(url.startsWith('https:') ? { unsubscribeUrl: url } : {}),
  };
}

/** Sends to these addresses; where no mail can be sent, that is said and tried again: somebody may be setting it up. */
export function mailNotifier({ mail, publicOrigin }: SendingParts, to: readonly string[], place: string): Notifier {
  return async (message) => {
    if (to.length === 0) return { kind: 'failed', reason: 'There is no mail address to send to', isPermanent: true };
    const unavailable = await mail.unavailable();
    if (unavailable !== null) return { kind: 'failed', reason: unavailable, isPermanent: false };
    return mail.send(mailOf(message, to, publicOrigin, place));
  };
}

const recipientsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** A fixed list of recipients, by the one mailbox of the installation. */
export const mailChannel: ChannelKind<'mail'> = {
  kind: 'mail',
  isPerEvent: false,
  keep: ({ recipients }) => ({
    settings: { recipients: [...new Map(recipients.map((one) => [one.toLowerCase(), one])).values()] },
    secrets: {},
  }),
  newSecret: null,
  view: ({ recipients }) => ({ kind: 'mail', recipients: recipientsOf(recipients) }),
  notifier: (parts, { id, settings }) => mailNotifier(parts, recipientsOf(settings.recipients), id),
};
