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
