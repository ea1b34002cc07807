import type { TenantSchedule, Weekday } from '@tenantry/contract/tenant-schedules';

/** A schedule by the clock of a place. */
export type ClockSchedule = Exclude<TenantSchedule, { frequency: 'off' }>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekdays: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than anything that is done with it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

/** Whether this is a time zone by a name of IANA's (an offset is none: it knows no summer time). */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** What a clock of the zone shows at an instant, as if it were UTC. */
function clockMs(instantMs: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instantMs);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * When a clock of the zone shows a time. One that comes twice is the first of the two; one that is left out is as much
 * later as the clock was put forward.
 */
function instantOf(shownMs: number, timeZone: string): number {
  const offsetAt = (instantMs: number) => clockMs(instantMs, timeZone) - instantMs;
  const before = shownMs - offsetAt(shownMs - dayMs);
  const after = shownMs - offsetAt(shownMs + dayMs);
  const shown = [before, after].filter((instantMs) => clockMs(instantMs, timeZone) === shownMs);
  return shown.length > 0 ? Math.min(...shown) : before;
}

/** The first instant after `from` at which a schedule wants a scan. */
export function nextDue(schedule: ClockSchedule, from: Date): Date {
  const { hour, timeZone } = schedule;
  const fromMs = Math.floor(from.getTime() / 1000) * 1000;
  const midnightMs = Math.floor(clockMs(fromMs, timeZone) / dayMs) * dayMs;
  // The day before is looked at too: what a clock change moved may have come over midnight.
  for (let days = -1; days <= 8; days += 1) {
    const dayOfClockMs = midnightMs + days * dayMs;
    const isWanted =
      schedule.frequency === 'daily' || weekdays[new Date(dayOfClockMs).getUTCDay()] === schedule.weekday;
    if (!isWanted) continue;
    const dueMs = instantOf(dayOfClockMs + hour * hourMs, timeZone);
    if (dueMs > from.getTime()) return new Date(dueMs);
  }
  throw new Error(`No ${schedule.frequency} time was found after ${from.toISOString()} in ${timeZone}`);
}
