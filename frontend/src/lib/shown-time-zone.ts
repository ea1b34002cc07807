/** IANA's name; undefined for the browser's. */
let shown: string | undefined;
let formats: ReturnType<typeof formatsIn> | null = null;

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone that the reader has chosen for all pages; null where it is the browser's. */
export const shownTimeZone = (): string | null => shown ?? null;

function formatsIn(timeZone: string | undefined) {
  return {
    date: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone }),
    dateTime: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    time: new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone }),
    /** Its parts, in numbers: for reckoning. */
    clock: new Intl.DateTimeFormat('en-US', {
      timeZone,
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
  };
}

/** The formats of dates and times in the shown time zone. */
export function timeFormats() {
  formats ??= formatsIn(shown);
  return formats;
}

/**
 * From now on times are shown in this zone (specification, settlement 32: a page's zone is the user's, else the browser's).
 * @param timeZone null for the browser's; so is one that this browser does not know
 */
export function showTimesIn(timeZone: string | null): void {
  try {
    formats = formatsIn(timeZone ?? undefined);
    shown = timeZone ?? undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.warn(`This browser knows no time zone ${timeZone}`);
    showTimesIn(null);
  }
}

export type ClockTime = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** What clocks in the shown zone say at an instant. `month` counts from 1. */
export function clockTimeOf(instant: Date): ClockTime {
  const parts = new Map(
    timeFormats()
      .clock.formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
  return {
    year,
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}
