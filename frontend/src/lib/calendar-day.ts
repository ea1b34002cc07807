import { fridayBefore } from '@tenantry/contract/last-friday';
import { shownTimeZone } from './shown-time-zone.ts';

const clocks = new Map<string | null, Intl.DateTimeFormat>();

/** Formats the parts of a time in the reader's zone in numbers, for reckoning. */
function clock(): Intl.DateTimeFormat {
  const zone = shownTimeZone();
  const known = clocks.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone ?? undefined,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(zone, format);
  return format;
}

/** What clocks in the reader's zone say at an instant. `month` counts from 1. */
function clockTimeOf(instant: Date) {
  const parts = new Map(
    clock()
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

function written(year: number, month: number, day: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** A day of the reader's own calendar as `YYYY-MM-DD`, which is what a date field takes and gives. */
export function dayOf(instant: Date): string {
  const { year, month, day } = clockTimeOf(instant);
  return written(year, month, day);
}

/** The day that is `days` after today. */
export function dayAfter(now: Date, days: number): string {
  const { year, month, day } = clockTimeOf(now);
  const after = new Date(Date.UTC(year, month - 1, day + days));
  return written(after.getUTCFullYear(), after.getUTCMonth() + 1, after.getUTCDate());
}

/** How much clocks in the reader's zone are ahead of UTC at an instant. */
function aheadMs(instantMs: number): number {
  const { year, month, day, hour, minute, second } = clockTimeOf(new Date(instantMs));
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instantMs / 1000) * 1000;
}

/** The last millisecond of a day in the reader's zone; `daysBefore` it, where that is asked for. */
function endMs(day: string, daysBefore = 0): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const noon = new Date(Date.UTC(year, month - 1, date, 12));
  if (written(noon.getUTCFullYear(), noon.getUTCMonth() + 1, noon.getUTCDate()) !== day) return null;
  const asUtcMs = Date.UTC(year, month - 1, date - daysBefore, 23, 59, 59, 999);
  // Clocks may be changed within the hours between: what they are ahead by is asked again where the first answer leads to.
  return asUtcMs - aheadMs(asUtcMs - aheadMs(asUtcMs));
}

/** The first instant of a day in the reader's zone, as ISO 8601 in UTC; null for what is no day. */
export function startOfDay(day: string): string | null {
  const before = endMs(day, 1);
  return before === null ? null : new Date(before + 1).toISOString();
}

function startOf(day: string): string {
  const start = startOfDay(day);
  if (start === null) throw new RangeError(`${day} is no day`);
  return start;
}

/** When today began in the reader's zone, as ISO 8601 in UTC. */
export const startOfToday = (now: Date): string => startOf(dayOf(now));

/** When the latest Friday before today began in the reader's zone, as ISO 8601 in UTC. */
export const startOfLastFriday = (now: Date): string => startOf(fridayBefore(dayOf(now)));

/** The last instant of a day in the reader's zone, as ISO 8601 in UTC; null for what is no day. */
export function endOfDay(day: string): string | null {
  const end = endMs(day);
  return end === null ? null : new Date(end).toISOString();
}

/**
 * What is wrong with the last day of something that ends.
 * @param maxDays the longest that the API lets it last, from now
 */
export function lastDayError(day: string, maxDays: number, now: Date): string | null {
  const end = endOfDay(day);
  if (end === null) return 'Choose a day';
  if (Date.parse(end) <= now.getTime()) return 'Choose a day in the future';
  // The end of a day is up to a day later than now on that day.
  return day > dayAfter(now, maxDays - 1) ? 'Choose a day within the next year' : null;
}
