import { acquireLease, type LeaseEntity } from '../../domain/lease/lease.ts';
import type { StateTable } from '../../ports/state.ts';
import type { NoticePlace } from '../../store/notices.ts';
import { isPerEvent } from './channels/channel-kinds.ts';
import { type FilingParts, type RulesNow, readRulesNow } from './file-events.ts';
import { finishForming, formMessages } from './form-messages.ts';
import { type MessageParts, sendDue } from './send-messages.ts';

export type OutboxParts = MessageParts & FilingParts & { leases: StateTable<LeaseEntity> };

/** Longer than a message takes to send; a place whose process died is taken up by another after it. */
const leaseForMs = 2 * 60_000;
/** Timers are asked again after a minute: a sweep ends before. */
const sweptForMs = 45_000;
const placesAtOnce = 5;
/** So much that is due is looked at to find the places. */
const lookedAt = 1000;
/** Rules, owners and groups are read anew for what is sent later than this. */
const rulesFreshMs = 5000;

/** Whether a place takes each event by itself. */
async function sendsEach({ noticeChannels }: OutboxParts, place: NoticePlace): Promise<boolean> {
  if (!place.startsWith('channel:')) return false;
  const channel = await noticeChannels.get(place.slice('channel:'.length));
  return channel !== null && isPerEvent(channel.value.kind);
}

async function workPlace(
  parts: OutboxParts,
  place: NoticePlace,
  rules: () => Promise<RulesNow>,
  hasTime: () => boolean,
): Promise<number> {
  const { leases, clock, notices } = parts;
  const lease = await acquireLease(leases, `notices-${place}`, { clock, forMs: leaseForMs });
  if (lease === null) return 0;
  try {
    for (const message of await notices.dueMessages(place, clock.now(), lookedAt)) {
      if (message.deliveryIds.length > 0) await finishForming(parts, message);
    }
    await formMessages(parts, place, await sendsEach(parts, place));
    return await sendDue(parts, place, await rules(), lease, hasTime);
  } finally {
    await lease.release();
  }
}

/** Reads the rules as they stand, for what is sent within the next seconds. */
function freshRules(parts: OutboxParts): () => Promise<RulesNow> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<RulesNow> | null = null;
  return async () => {
    const nowMs = parts.clock.now().getTime();
    if (reading === null || nowMs - readAt > rulesFreshMs) {
      readAt = nowMs;
      reading = readRulesNow(parts);
    }
    return reading;
  };
}

/**
 * The outbox: makes messages of what is due and sends them, place by place. A place that fails or hangs keeps back no other, and a
 * process that dies leaves its place to the next.
 */
export function createOutbox(parts: OutboxParts) {
  return async (): Promise<number> => {
    const startedMs = parts.clock.now().getTime();
    const mayGoOn = () => parts.clock.now().getTime() - startedMs < sweptForMs;
    const worked = new Set<NoticePlace>();
    const failures: unknown[] = [];
    const rules = freshRules(parts);
    let tried = 0;
    while (mayGoOn()) {
      const places = (await parts.notices.duePlaces(parts.clock.now(), lookedAt)).filter((one) => !worked.has(one));
      if (places.length === 0) break;
      for (let at = 0; at < places.length && mayGoOn(); at += placesAtOnce) {
        const some = places.slice(at, at + placesAtOnce);
        for (const place of some) worked.add(place);
        const ended = await Promise.allSettled(some.map((place) => workPlace(parts, place, rules, mayGoOn)));
        for (const one of ended) {
          if (one.status === 'fulfilled') tried += one.value;
          else failures.push(one.reason);
        }
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} places were not worked`);
    return tried;
  };
}
