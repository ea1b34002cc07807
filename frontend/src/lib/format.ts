import { timeFormats } from './shown-time-zone.ts';

const numberFormat = new Intl.NumberFormat();
const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** An instant (ISO 8601) as a date in the reader's own zone and language. */
export const formatDate = (instant: string) => timeFormats().date.format(new Date(instant));
/** An instant (ISO 8601) as date and time in the reader's own zone and language. */
export const formatDateTime = (instant: string) => timeFormats().dateTime.format(new Date(instant));
/** An instant (ISO 8601) as the time of day in the reader's own zone and language. */
export const formatTime = (instant: string) => timeFormats().time.format(new Date(instant));
/** A day of the calendar (`YYYY-MM-DD`), which is the same in every zone. */
export const formatDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));
export const formatNumber = (value: number) => numberFormat.format(value);
/** US dollars without decimals (specification, section 9). */
export const formatDollars = (value: number) => dollarFormat.format(value);
/** `1 issue`, `2 issues`. */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
/** Points of a score that something brings: `+1 point`, `−2 points`, `No points`. */
export const pointsText = (points: number): string =>
  points === 0 ? 'No points' : `${points < 0 ? '−' : '+'}${countOf(Math.abs(points), 'point')}`;
/** The size of a file: `12 KB`, `1.4 MB`. */
export const formatSize = (bytes: number) =>
  bytes < 1_000_000
    ? `${formatNumber(Math.ceil(bytes / 1000))} KB`
    : `${formatNumber(Math.round(bytes / 1e5) / 10)} MB`;
/** Milliseconds as seconds with one decimal. */
export const formatSeconds = (durationMs: number) => `${(durationMs / 1000).toFixed(1)} s`;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * How long ago an instant (ISO 8601) was: 'Just now' under a minute, then minutes, hours and days; 'Never' for none
 * (specification, section 9).
 */
export function relativeTime(instant: string | null | undefined, now: Date): string {
  if (!instant) return 'Never';
  const ageMs = now.getTime() - new Date(instant).getTime();
  if (ageMs < minuteMs) return 'Just now';
  if (ageMs < hourMs) return `${countOf(Math.floor(ageMs / minuteMs), 'minute')} ago`;
  if (ageMs < dayMs) return `${countOf(Math.floor(ageMs / hourMs), 'hour')} ago`;
  return `${countOf(Math.floor(ageMs / dayMs), 'day')} ago`;
}

/** How soon an instant (ISO 8601) will be: 'shortly' under two minutes or once it is over, then minutes, hours, days. */
export function comingTime(instant: string, now: Date): string {
  const aheadMs = new Date(instant).getTime() - now.getTime();
  if (aheadMs < 2 * minuteMs) return 'shortly';
  const minutes = Math.round(aheadMs / minuteMs);
  if (minutes < 60) return `in ${countOf(minutes, 'minute')}`;
  if (aheadMs < 2 * dayMs) return `in ${countOf(Math.round(aheadMs / hourMs), 'hour')}`;
  return `in ${countOf(Math.round(aheadMs / dayMs), 'day')}`;
}

const idLength = 8;

/** The first characters of what tells a record from others of its kind: its id begins with its tenant's. */
export const firstOfId = (id: string, kind: string): string => {
  const own = id.slice(id.indexOf(`_${kind}-`) + kind.length + 2);
  return `${own.slice(0, idLength)}…`;
};

/** The end of an id, as records are referred to. */
export const endOfId = (id: string): string => `#${id.slice(-idLength)}`;
