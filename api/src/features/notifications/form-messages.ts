import { createHash } from 'node:crypto';
import { systemWideId } from '@tenantry/contract/ids';
import type { Clock } from '../../ports/clock.ts';
import { createOnce, replaceIfUnchanged } from '../../ports/collection.ts';
import type { DeliveryRecord, MessageRecord, NoticePlace, NoticeStore } from '../../store/notices.ts';
import { subjectOf, worstFirst } from './rendering/message-words.ts';

export type FormingParts = { notices: NoticeStore; clock: Clock };

/** So many messages of one event go to a place within the window; what comes beyond waits and is one message. */
const singlesAtMost = 10;
const stormWindowMs = 10 * 60_000;
/** So many events are one message; more are several. */
const deliveriesAtMost = 2000;
const markedAtOnce = 20;

type Form = MessageRecord['form'];

/** A message's id: of the same deliveries it is the same, whoever makes it. */
const messageId = (place: NoticePlace, deliveryIds: readonly string[]): string =>
  createHash('sha256')
    .update(`${place}\n${deliveryIds.toSorted().join('\n')}`)
    .digest('hex')
    .slice(0, 40);

function messageOf(place: NoticePlace, deliveries: readonly DeliveryRecord[], form: Form, now: Date): MessageRecord {
  const at = now.toISOString();
  const deliveryIds = deliveries.map(({ id }) => id);
  const tenantIds = [...new Set(deliveries.map(({ tenantId }) => tenantId))];
  const [only = systemWideId] = tenantIds;
  return {
    id: messageId(place, deliveryIds),
    record: 'message',
    place,
    tenantId: tenantIds.length === 1 ? only : systemWideId,
    deliveryIds,
    form,
    events: deliveries.length,
    subject: subjectOf(worstFirst(deliveries.map(({ event }) => event)), form),
    state: 'pending',
    attempts: 0,
    reason: '',
    dueAt: at,
    messageId: '',
    isUnread: false,
    createdAt: at,
    endedAt: null,
  };
}

/** Marks a delivery as part of a message, unless it is part of one. */
async function mark(notices: NoticeStore, place: NoticePlace, id: string, message: string): Promise<void> {
  const deliveries = notices.deliveries(place);
  for (;;) {
    const stored = await deliveries.get(id);
    if (stored?.value.messageId !== '') return;
    const marked = { ...stored.value, messageId: message, dueAt: '' };
    if (await replaceIfUnchanged(deliveries, marked, stored.etag)) return;
  }
}

/** Marks what a message is made of, which another process may have begun; from then on it can be sent. */
export async function finishForming({ notices }: FormingParts, message: MessageRecord): Promise<void> {
  const { id, place, deliveryIds } = message;
  for (let at = 0; at < deliveryIds.length; at += markedAtOnce) {
    await Promise.all(deliveryIds.slice(at, at + markedAtOnce).map((one) => mark(notices, place, one, id)));
  }
  const messages = notices.messages(place);
  const stored = await messages.get(id);
  if (stored && stored.value.deliveryIds.length > 0)
    await replaceIfUnchanged(messages, { ...stored.value, deliveryIds: [] }, stored.etag);
}

/**
 * How single deliveries go out: each by itself while they are few, all in one where they are many; one alone is no storm. After a storm
 * what comes next waits until its window is over. Null: they wait.
 */
async function formOfSingles(
  { notices, clock }: FormingParts,
  place: NoticePlace,
  count: number,
): Promise<'single' | 'storm' | null> {
  const since = new Date(clock.now().getTime() - stormWindowMs).toISOString();
  const recent = await notices.messagesSince(place, since);
  if (recent.some(({ form, events }) => form === 'storm' && events > 1)) return null;
  const singles = recent.filter(({ form }) => form === 'single').length;
  return count === 1 || singles + count <= singlesAtMost ? 'single' : 'storm';
}

/**
 * Makes messages of what is due at a place. What a message is made of is written before it is sent, so that whoever takes it up after a
 * process that died sends the same one.
 * @param isEach whether each event goes by itself, however many there are
 */
export async function formMessages(parts: FormingParts, place: NoticePlace, isEach = false): Promise<void> {
  const { notices, clock } = parts;
  const now = clock.now();
  const due = await notices.dueDeliveries(place, now, deliveriesAtMost);
  if (due.length === 0) return;
  const digest = due.filter(({ isDigest }) => isDigest);
  const singles = due.filter(({ isDigest }) => !isDigest);
  const made: MessageRecord[] = [];
  if (isEach) made.push(...due.map((one) => messageOf(place, [one], 'single', now)));
  else {
    if (digest.length > 0) made.push(messageOf(place, digest, 'digest', now));
    const form = singles.length === 0 ? null : await formOfSingles(parts, place, singles.length);
    if (form === 'single') made.push(...singles.map((one) => messageOf(place, [one], 'single', now)));
    if (form === 'storm') made.push(messageOf(place, singles, 'storm', now));
  }
  for (const message of made) {
    await createOnce(notices.messages(place), message);
    await finishForming(parts, message);
  }
}
