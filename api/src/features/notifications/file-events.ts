import { createHash } from 'node:crypto';
import { systemWideId } from '@tenantry/contract/ids';
import { truncate } from '@tenantry/contract/text';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { createOnce } from '../../ports/collection.ts';
import type { NoticeEvent } from '../../ports/notifier.ts';
import type { NoticeRuleRecord, NoticeRuleStore } from '../../store/notice-rules.ts';
import type { DeliveryRecord, NoticePlace, NoticeStore } from '../../store/notices.ts';
import { placeOfUser } from '../../store/notices.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import type { UserRecord } from '../../store/users.ts';
import { type Due, dueTime } from './due-time.ts';
import { type GroupMembers, mayHear, placesFor } from './rule-matching.ts';

export type FilingParts = Pick<CommonParts, 'users' | 'clock'> & {
  notices: NoticeStore;
  noticeRules: Pick<NoticeRuleStore, 'all'>;
  tenantGroups: Pick<TenantGroupStore, 'all'>;
};

/** The rules with their owners and the groups, as they stand now. */
export type RulesNow = {
  rules: readonly NoticeRuleRecord[];
  ownerOf(userId: string): UserRecord | null;
  members: GroupMembers;
};

/** A delivery's id: the same event at the same place is one delivery, whoever finds it and however often. */
const deliveryId = (place: NoticePlace, eventKey: string): string =>
  createHash('sha256').update(`${place}\n${eventKey}`).digest('hex').slice(0, 40);

const longestTitle = 300;
const longestDetail = 1500;

/** Reads rules, owners and groups: a read each for rules and groups, and one for each owner. */
export async function readRulesNow(
  { noticeRules, tenantGroups, users }: Pick<FilingParts, 'noticeRules' | 'tenantGroups' | 'users'>,
  others: readonly string[] = [],
): Promise<RulesNow> {
  const [rules, groups] = await Promise.all([noticeRules.all(), tenantGroups.all()]);
  const ids = [...new Set([...rules.map(({ ownerId }) => ownerId), ...others])];
  const owners = new Map<string, UserRecord>();
  for (const id of ids) {
    const stored = await users.get(id);
    if (stored) owners.set(id, stored.value);
  }
  const members = new Map(groups.map(({ id, tenantIds }) => [id, new Set(tenantIds)]));
  return { rules, members, ownerOf: (userId) => owners.get(userId) ?? null };
}

/** By several rules at the earliest of their times. */
const earliest = (one: Due, other: Due): Due => ({
  ...(other.at < one.at ? other : one),
  quietUntil:
    one.quietUntil === null || other.quietUntil === null
      ? null
      : new Date(Math.min(one.quietUntil.getTime(), other.quietUntil.getTime())),
});

/** Where an event is told, and when. What concerns somebody is on their page anyway. */
export function placesOf(event: NoticeEvent, { rules, ownerOf, members }: RulesNow, now: Date): Map<NoticePlace, Due> {
  const places = new Map<NoticePlace, Due>();
  const person = event.userId === null ? null : ownerOf(event.userId);
  if (person !== null && mayHear(person, event))
    places.set(placeOfUser(person.id), { at: now, isDigest: false, quietUntil: null });
  for (const rule of rules) {
    const found = placesFor(rule, ownerOf(rule.ownerId), event, members);
    if (found.length === 0) continue;
    const due = dueTime(rule, now);
    for (const place of found) {
      const known = places.get(place);
      places.set(place, known === undefined ? due : earliest(known, due));
    }
  }
  return places;
}

const digitsOfMs = 15;

/**
 * When an event was filed, as lists are ordered by: those that are filed in one go, in the order in which they happened. Behind the
 * milliseconds stands that instant as a number; of an instant written without it, all of its millisecond are before it.
 */
function filedAt(now: Date, { at }: NoticeEvent): string {
  const happened = String(Math.max(0, Date.parse(at) || 0)).padStart(digitsOfMs, '0');
  return now.toISOString().replace('Z', `${happened}Z`);
}

function deliveryOf(event: NoticeEvent, place: NoticePlace, due: Due, now: Date): DeliveryRecord {
  const isOnPage = place.startsWith('user:');
  return {
    id: deliveryId(place, event.key),
    record: 'delivery',
    place,
    tenantId: event.tenant?.id ?? systemWideId,
    event: {
      ...event,
      title: truncate(event.title, longestTitle, '…'),
      detail: truncate(event.detail, longestDetail, '…'),
    },
    isDigest: due.isDigest,
    dueAt: isOnPage ? '' : due.at.toISOString(),
    messageId: '',
    isUnread: isOnPage,
    createdAt: filedAt(now, event),
  };
}

/** So many deliveries are written at the same time. */
const atOnce = 20;

/**
 * Writes a delivery for each event and place that a rule names, each once: whoever else writes it writes the same.
 * @param now the same for all that is filed in one go
 * @returns how many were new
 */
export async function fileEvents(
  parts: FilingParts,
  events: readonly NoticeEvent[],
  now = parts.clock.now(),
): Promise<number> {
  if (events.length === 0) return 0;
  const concerned = events.flatMap(({ userId }) => userId ?? []);
  const rulesNow = await readRulesNow(parts, concerned);
  const wanted = events.flatMap((event) =>
    [...placesOf(event, rulesNow, now)].map(([place, due]) => deliveryOf(event, place, due, now)),
  );
  let filed = 0;
  for (let at = 0; at < wanted.length; at += atOnce) {
    const written = await Promise.all(
      wanted.slice(at, at + atOnce).map((delivery) => createOnce(parts.notices.deliveries(delivery.place), delivery)),
    );
    filed += written.filter((one) => one !== null).length;
  }
  return filed;
}
