import type { Condition } from '../../ports/collection.ts';
import { monthOf } from '../../store/month.ts';
import type { Scope } from '../../store/scope.ts';

/** What entries are asked for; '' is no condition. */
export type TrailFilter = {
  eventType: string;
  /** Part of the name, as of `target`. */
  user: string;
  target: string;
  /** An instant or a day in UTC. */
  startDate: string;
  endDate: string;
  /** A group of tenants: whoever asks is narrowed to it, here it is only told. */
  groupId?: string | undefined;
};

/** Ids begin so, and then with the time: their order is that of time, over months too. */
const prefix = 'entry-';
const afterAll = 'entry.';

/** The first id that an entry of this instant can have. */
export const firstIdAt = (at: Date): string => `${prefix}${at.toISOString()}`;

const dayMs = 86_400_000;
const isDay = (text: string) => text.length === 'yyyy-mm-dd'.length;

/** The first id after the end of a filter: a day counts wholly, an instant with its millisecond. */
function idAfter(endDate: string): string {
  const end = new Date(endDate).getTime() + (isDay(endDate) ? dayMs : 1);
  return firstIdAt(new Date(end));
}

/** Which entries: a range of ids, and what holds beside it. Only the range is needed to find the months. */
export type TrailSelection = {
  from: string;
  below: string;
  where: readonly Condition[];
  /** Names the selection among others. */
  key: string;
};

/** Entries that fit the filter and are in the scope; null where the scope is empty. */
export function selectionOf(filter: TrailFilter, scope: Scope): TrailSelection | null {
  if (scope.kind === 'none') return null;
  const { eventType, user, target, startDate, endDate } = filter;
  const from = startDate === '' ? prefix : firstIdAt(new Date(startDate));
  const below = endDate === '' ? afterAll : idAfter(endDate);
  const where: Condition[] = [];
  if (scope.kind === 'tenants') where.push({ field: 'tenantId', op: 'in', value: scope.tenantIds });
  if (eventType !== '') where.push({ field: 'eventType', op: 'eq', value: eventType });
  if (user !== '') where.push({ field: 'user', op: 'contains', value: user });
  if (target !== '') where.push({ field: 'target', op: 'contains', value: target });
  return { from, below, where, key: JSON.stringify([from, below, where]) };
}

/** Whether entries of a month can be in the selection. */
export function mayHold({ from, below }: TrailSelection, month: string): boolean {
  const first = `${prefix}${month}`;
  return `${first}.` > from && first < below;
}

export const idsFrom = (value: string): Condition => ({ field: 'id', op: 'gte', value });
export const idsBelow = (value: string): Condition => ({ field: 'id', op: 'lt', value });

/** The month of an entry's id. */
export const monthOfId = (id: string): string => monthOf(id.slice(prefix.length));
