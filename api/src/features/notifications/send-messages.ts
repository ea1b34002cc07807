import type { Lease } from '../../domain/lease/lease.ts';
import { replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { DeliveryOutcome } from '../../ports/mail.ts';
import type { NoticeEvent, NoticeMessage, Notifier, Recipients } from '../../ports/notifier.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { NoticeChannelRecord, NoticeChannelStore } from '../../store/notice-channels.ts';
import type { MessageRecord, NoticePlace } from '../../store/notices.ts';
import type { UserStore } from '../../store/users.ts';
import type { ChannelSecrets } from './channel-secrets.ts';
import type { SendingParts } from './channels/channel-kind.ts';
import { notifierOf } from './channels/channel-kinds.ts';
import { mailNotifier } from './channels/mail-channel.ts';
import { placesOf, type RulesNow } from './file-events.ts';
import type { FormingParts } from './form-messages.ts';
import { subjectOf, worstFirst } from './rendering/message-words.ts';

export type MessageParts = FormingParts &
  SendingParts & {
    users: Pick<UserStore, 'get'>;
    noticeChannels: NoticeChannelStore;
    channelSecrets: Pick<ChannelSecrets, 'open'>;
    log: Log;
  };

const minuteMs = 60_000;
/** How long after each try that failed the next one comes: about 16 hours in all. */
const pausesMinutes = [1, 2, 5, 10, 20, 40, 60, 120, 240, 480];
/** A message lists so many of its events; renderers take of these what they have room for. */
const listedAtMost = { single: 1, digest: 100, storm: 10 } as const;
const longestReason = 300;
/** So many messages of a place are sent in one go. */
const messagesAtOnce = 50;

/** What messages of one subject have in common: a finding, a task, or a kind of event of a tenant. */
function threadKeyOf([first]: readonly NoticeEvent[], form: MessageRecord['form']): string {
  if (form !== 'single' || first === undefined) return form;
  const { kind, path } = first;
  return /[?&](finding|task)=/.test(path) ? path : `${kind} ${path}`;
}

type ToldNow = {
  message: NoticeMessage;
  /** Where it is quiet for all that it tells: a try that failed is not made up for at night. */
  quietUntil: Date | null;
};

/** The message with what may be told of it now; null where that is nothing. */
async function toldNow(parts: MessageParts, message: MessageRecord, rulesNow: RulesNow): Promise<ToldNow | null> {
  const { id, place } = message;
  const now = parts.clock.now();
  const deliveries = await parts.notices.deliveriesOf(place, id);
  const dues = deliveries.flatMap(({ event }) => {
    const due = placesOf(event, rulesNow, now).get(place);
    return due === undefined ? [] : [{ event, quietUntil: due.quietUntil?.getTime() ?? 0 }];
  });
  if (dues.length === 0) return null;
  const events = worstFirst(dues.map(({ event }) => event));
  const quietUntil = Math.min(...dues.map((due) => due.quietUntil));
  // Of many that came at once one may be left.
  const form = message.form === 'storm' && events.length === 1 ? 'single' : message.form;
  const listed = events.slice(0, listedAtMost[form]);
  const unlisted = events.length - listed.length;
  return {
    message: { id, subject: subjectOf(events, form), threadKey: threadKeyOf(events, form), events: listed, unlisted },
    quietUntil: quietUntil === 0 ? null : new Date(quietUntil),
  };
}

const channelOfPlace = (place: NoticePlace): string | null =>
  place.startsWith('channel:') ? place.slice('channel:'.length) : null;

/** Why nothing goes to a place any more; null where it does. */
async function whyNotTo({ noticeChannels }: MessageParts, place: NoticePlace): Promise<string | null> {
  const channelId = channelOfPlace(place);
  if (channelId === null) return null;
  const channel = (await noticeChannels.get(channelId))?.value;
  if (!channel) return 'The channel was deleted';
  return channel.isEnabled ? null : 'The channel is switched off';
}

/** How messages go to a place now. */
async function notifierTo(parts: MessageParts, place: NoticePlace): Promise<Notifier> {
  const channelId = channelOfPlace(place);
  if (channelId === null) {
    const email = (await parts.users.get(place.slice('mail:'.length)))?.value.email ?? null;
    return mailNotifier(parts, email === null ? [] : [email], place);
  }
  const channel = (await parts.noticeChannels.get(channelId))?.value;
  if (!channel) throw new Error('The channel was deleted meanwhile');
  return channelNotifier(parts, channel);
}

/** Sends by a channel; what is thrown is a failure that passes. @throws EnvelopeError where its secrets do not open */
export async function channelNotifier(parts: MessageParts, channel: NoticeChannelRecord): Promise<Notifier> {
  return notifierOf(parts, channel, await parts.channelSecrets.open(channel));
}

/** Hands a message over. Whatever is thrown is told as a failure: what sends is made to throw nothing. */
export async function handOver(notify: () => Promise<DeliveryOutcome>, log: Log): Promise<DeliveryOutcome> {
  try {
    return await notify();
  } catch (error) {
    log('A notification could not be handed over', { error });
    return {
      kind: 'failed',
      reason: 'It could not be handed over. The log of this installation says why',
      isPermanent: false,
    };
  }
}

/** Why a message did not arrive, or at whom of several; '' where it did. */
export const troubleOf = (outcome: DeliveryOutcome): string =>
  (outcome.kind === 'delivered' ? (outcome.notTo ?? '') : outcome.reason).slice(0, longestReason);

/** The message after a try. Pure. */
export function afterTry(message: MessageRecord, outcome: DeliveryOutcome, now: Date): MessageRecord {
  const attempts = message.attempts + 1;
  const ended = { ...message, attempts, dueAt: '', endedAt: now.toISOString() };
  const reason = troubleOf(outcome);
  if (outcome.kind === 'delivered') return { ...ended, state: 'delivered', reason };
  const pause = pausesMinutes[message.attempts];
  if (outcome.isPermanent || pause === undefined) {
    // Some of its recipients may have it.
    const isReached = Object.values(message.settled ?? {}).includes('');
    return { ...ended, state: isReached ? 'delivered' : 'failed', reason };
  }
  const waitMs = Math.max(pause * minuteMs, (outcome.retryAfterSeconds ?? 0) * 1000);
  return { ...message, attempts, reason, dueAt: new Date(now.getTime() + waitMs).toISOString() };
}

/** Keeps on a channel how its last delivery ended. */
export async function noteDelivery(
  noticeChannels: NoticeChannelStore,
  channelId: string,
  outcome: DeliveryOutcome,
  now: Date,
): Promise<void> {
  const reason = troubleOf(outcome);
  const lastDelivery = { at: now.toISOString(), ok: reason === '', reason };
  await update(noticeChannels, channelId, (channel) => ({ ...channel, lastDelivery }));
}

/** Whether what is next may be sent: the place is still ours, and there is time. */
type MayGoOn = () => Promise<boolean>;

/** @returns false where the other side did not answer, so that what else waits for it would wait as long */
async function sendOne(
  parts: MessageParts,
  message: MessageRecord,
  rulesNow: RulesNow,
  mayGoOn: MayGoOn,
): Promise<boolean> {
  const { notices, noticeChannels, clock, log } = parts;
  const { place } = message;
  const messages = notices.messages(place);
  const stored = await messages.get(message.id);
  if (stored?.value.state !== 'pending') return true;
  const drop = (reason: string) =>
    replaceIfUnchanged(
      messages,
      { ...stored.value, state: 'dropped', reason, dueAt: '', endedAt: clock.now().toISOString() },
      stored.etag,
    );
  const told = await toldNow(parts, stored.value, rulesNow);
  if (told === null) {
    await drop('No rule may tell any of it any more');
    return true;
  }
  const because = await whyNotTo(parts, place);
  if (because !== null) {
    await drop(because);
    return true;
  }
  if (told.quietUntil !== null) {
    await replaceIfUnchanged(messages, { ...stored.value, dueAt: told.quietUntil.toISOString() }, stored.etag);
    return true;
  }
  let current = stored;
  const recipients: Recipients = {
    settled: stored.value.settled ?? {},
    async settle(address, because) {
      const settled = { ...current.value.settled, [address]: because };
      const kept = await replaceIfUnchanged(messages, { ...current.value, settled }, current.etag);
      if (kept === null) return false;
      current = kept;
      return mayGoOn();
    },
  };
  const outcome = await handOver(async () => (await notifierTo(parts, place))(told.message, recipients), log);
  const after = afterTry(current.value, outcome, clock.now());
  await replaceIfUnchanged(messages, after, current.etag);
  const channelId = channelOfPlace(place);
  if (channelId !== null) await noteDelivery(noticeChannels, channelId, outcome, clock.now());
  if (after.state === 'failed') log('A notification was given up', { attempt: after.attempts, reason: after.reason });
  return outcome.kind === 'delivered' || outcome.isUnanswered !== true;
}

/**
 * Sends what is due at a place, the oldest first, as long as nobody else has taken it over, there is time, and the other side answers: a
 * receiver that hangs would hold up the other places.
 * @returns how many were tried
 */
export async function sendDue(
  parts: MessageParts,
  place: NoticePlace,
  rulesNow: RulesNow,
  lease: Pick<Lease, 'renew'>,
  hasTime: () => boolean,
): Promise<number> {
  const mayGoOn = async () => hasTime() && lease.renew();
  let tried = 0;
  for (const message of await parts.notices.dueMessages(place, parts.clock.now(), messagesAtOnce)) {
    if (message.deliveryIds.length > 0) continue;
    if (!(await mayGoOn())) break;
    tried += 1;
    if (!(await sendOne(parts, message, rulesNow, mayGoOn))) break;
  }
  return tried;
}
