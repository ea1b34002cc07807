import { notCheckedText } from '@tenantry/contract/coverage-texts';
import type { Coverage } from '@tenantry/contract/verdicts';

const dayFormat = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const mediumDayFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortDayFormat = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** An ISO instant as a date; throws a RangeError that names the value when it is no instant. */
export function instant(iso: string): Date {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime()))
    throw new RangeError(`Not an ISO 8601 instant: ${JSON.stringify(iso.slice(0, 40))}`);
  return date;
}

/** For example November 20, 2026. */
export function day(iso: string): string {
  return dayFormat.format(instant(iso));
}

/** For example Nov 20, 2026, for places with little room. */
export function mediumDay(iso: string): string {
  return mediumDayFormat.format(instant(iso));
}

/** For example Nov 20. */
export function shortDay(date: Date): string {
  return shortDayFormat.format(date);
}

/** For example November 20, 2026, 14:05. */
export function dayAndTime(iso: string): string {
  return `${day(iso)}, ${instant(iso).toISOString().slice(11, 16)}`;
}

/**
 * Gives instants as the clock of a time zone shows them, written as if that clock were UTC: whatever prints one needs no zone.
 * Throws a RangeError for a zone that IANA does not name.
 */
export function wallClock(timeZone: string): (iso: string) => string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (iso) => {
    const shown = new Map(parts.formatToParts(instant(iso)).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 1, date = 1, hour = 0, minute = 0, second = 0] = (
      ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
    ).map((type) => shown.get(type));
    return new Date(Date.UTC(year, month - 1, date, hour, minute, second)).toISOString();
  };
}

/** For example `Europe/Berlin (UTC+1)`, by the offset of the given instant. */
export function timeZoneText(timeZone: string, iso: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' });
  const name = format.formatToParts(instant(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const offset = name.replace('GMT', 'UTC');
  return timeZone === 'UTC' ? 'UTC' : `${timeZone} (${offset})`;
}

export function count(quantity: number, one: string, many: string): string {
  return `${quantity.toLocaleString('en-US')} ${quantity === 1 ? one : many}`;
}

/** A score as shown: whole points, or words where there is no score. */
export function scoreText(score: number | null): string {
  return score === null ? 'Not enough data' : String(Math.round(score));
}

/** What was not checked, as a sentence that follows another; '' where everything was that applies. */
export function notCheckedAfter(coverage: Coverage): string {
  const text = notCheckedText(coverage);
  return text === '' ? '' : ` ${text}`;
}

/** For example "38 of 44 checks (86%)"; rounds down, so that an incomplete audit never reads 100%. */
export function coverageText(coverage: Coverage): string {
  if (coverage.applicable === 0) return 'no applicable checks';
  return `${coverage.evaluated} of ${count(coverage.applicable, 'check', 'checks')} (${Math.floor(coverage.percent)}%)`;
}
