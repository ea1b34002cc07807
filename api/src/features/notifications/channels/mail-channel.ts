import { createHash } from 'node:crypto';
import type { DeliveryOutcome, Mail } from '../../../ports/mail.ts';
import type { NoticeMessage, Notifier, Recipients } from '../../../ports/notifier.ts';
import { renderMail } from '../rendering/render-mail.ts';
import { type ChannelKind, rulesUrl, type SendingParts } from './channel-kind.ts';

/** The right side of message ids: the host of the installation (RFC 5322, 3.6.4). */
const hostOf = (publicOrigin: string): string =>
  new URL(publicOrigin).hostname.replace(/[^a-z0-9.-]/gi, '') || 'tenantry';

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40);

/** The message as a mail to one of its recipients: one thread for one subject at one place. */
export function mailOf(message: NoticeMessage, to: string, publicOrigin: string, place: string): Mail {
  const host = hostOf(publicOrigin);
  const thread = shortHash(`${place}\n${message.threadKey}`);
  const url = rulesUrl(publicOrigin);
  return {
    messageId: `notice-${shortHash(`${message.id}\n${to.toLowerCase()}`)}@${host}`,
    to: [to],
    subject: message.subject,
    ...renderMail(message, publicOrigin, url),
    threadId: `thread-${thread}@${host}`,
    ...(url.startsWith('https:') ? { unsubscribeUrl: url } : {}),
  };
}

/** What became of it once nobody is left to wait for: it is delivered where it reached anybody. */
function outcomeOf(to: readonly string[], settled: ReadonlyMap<string, string>): DeliveryOutcome {
  const failures = to.flatMap((address) => {
    const told = settled.get(address) ?? '';
    return told === '' ? [] : [{ address, told }];
  });
  if (failures.length === 0) return { kind: 'delivered' };
  const [only] = failures;
  const reason =
    to.length === 1 && only
      ? only.told
      : `Not to ${failures.map(({ address, told }) => `${address}: ${told}`).join(' ')}`;
  return failures.length < to.length
    ? { kind: 'delivered', notTo: reason }
    : { kind: 'failed', reason, isPermanent: true };
}

/** Nobody keeps what becomes of it, as of a test. */
const onceOnly: Recipients = { settled: {}, settle: async () => true };

/**
 * Sends to these addresses, a mail each, so that nobody sees another's and each failure is one person's. Where no mail can be sent, that is
 * said and tried again: somebody may be setting it up.
 */
export function mailNotifier({ mail, publicOrigin }: SendingParts, to: readonly string[], place: string): Notifier {
  return async (message, recipients = onceOnly) => {
    if (to.length === 0) return { kind: 'failed', reason: 'There is no mail address to send to', isPermanent: true };
    const unavailable = await mail.unavailable();
    if (unavailable !== null) return { kind: 'failed', reason: unavailable, isPermanent: false };
    const settled = new Map(Object.entries(recipients.settled));
    let passing: DeliveryOutcome | null = null;
    for (const address of to.filter((one) => !settled.has(one))) {
      const outcome = await mail.send(mailOf(message, address, publicOrigin, place));
      if (outcome.kind === 'failed' && !outcome.isPermanent) {
        passing ??= to.length === 1 ? outcome : { ...outcome, reason: `Not yet to ${address}: ${outcome.reason}` };
        if (outcome.isUnanswered) break;
        continue;
      }
      const told = outcome.kind === 'delivered' ? '' : outcome.reason;
      settled.set(address, told);
      if (!(await recipients.settle(address, told)))
        return { kind: 'failed', reason: 'The other recipients are sent it at the next try', isPermanent: false };
    }
    return passing ?? outcomeOf(to, settled);
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
