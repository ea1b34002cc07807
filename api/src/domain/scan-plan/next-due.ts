import type { TenantSchedule } from '@tenantry/contract/tenant-schedules';
import { Cron, CronDate } from 'croner';

/** A schedule by the clock of a place. */
export type ClockSchedule = Exclude<TenantSchedule, { frequency: 'off' }>;

const dayMs = 86_400_000;

/** Whether this is a time zone by a name of IANA's (an offset is none: it knows no summer time). */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * When a clock of `to` shows what one of `from` shows at this instant. A time that comes twice is the first of the two;
 * one that is left out is as much later as the clock was put forward.
 */
export function sameClockTime(at: Date, from: string, to: string): Date {
  const clock = new CronDate(at, from);
  clock.tz = to;
  return clock.getDate();
}

/**
 * The first instant after `from` at which a schedule wants a scan. croner searches a clock that never changes, and the time
 * found is then placed in the zone: its own search in a zone drops a time that a change moves past midnight (Nuuk, Apia)
 * and runs any other at the end of the gap, not as much later.
 */
export function nextDue(schedule: ClockSchedule, from: Date): Date {
  const { hour, timeZone } = schedule;
  const weekday = schedule.frequency === 'weekly' ? schedule.weekday.slice(0, 3) : '*';
  const clockTimes = new Cron(`0 ${hour} * * ${weekday}`, { timezone: 'UTC' });
  // From the day before: a clock change may have moved a time past midnight.
  const start = new Date(sameClockTime(from, timeZone, 'UTC').getTime() - dayMs);
  for (const clockTime of clockTimes.enumerate(start)) {
    const due = sameClockTime(clockTime, 'UTC', timeZone);
    if (due > from) return due;
  }
  throw new Error(`No ${schedule.frequency} time was found after ${from.toISOString()} in ${timeZone}`);
}
