import type { ReportDay } from '@tenantry/contract/report-schedules';
import { Weekday } from '@tenantry/contract/tenant-schedules';
import { nextDue, sameClockTime } from '../scan-plan/next-due.ts';

type Due = { day: ReportDay; hour: number; timeZone: string };

const dayMs = 86_400_000;
/** Sunday first, as the contract counts. */
const weekdays = [Weekday.options[6], ...Weekday.options.slice(0, 6)];

/** A day of a month, or its last where it is shorter, as a clock of UTC shows it. */
function dayOfMonth(year: number, month: number, day: number, hour: number): Date {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, last), hour));
}

/** The first instant after `from` at which reports are due. Clock changes are met as scans meet them (domain/scan-plan/next-due.ts). */
export function nextReportDue({ day, hour, timeZone }: Due, from: Date): Date {
  if (day.every === 'week') {
    const weekday = weekdays[day.weekday] ?? 'monday';
    return nextDue({ frequency: 'weekly', weekday, hour, timeZone }, from);
  }
  const start = new Date(sameClockTime(from, timeZone, 'UTC').getTime() - dayMs);
  for (let more = 0; ; more += 1) {
    const clockTime = dayOfMonth(start.getUTCFullYear(), start.getUTCMonth() + more, day.day, hour);
    const due = sameClockTime(clockTime, 'UTC', timeZone);
    if (due > from) return due;
  }
}

/** When reports were due before an instant: what was audited since then is what a report of that instant may tell. */
export function lastReportDue(due: Due, before: Date): Date {
  const longest = due.day.every === 'week' ? 8 : 63;
  let last = nextReportDue(due, new Date(before.getTime() - longest * dayMs));
  for (let next = last; next < before; next = nextReportDue(due, next)) last = next;
  return last;
}

/** The day of an instant in a time zone, as 2026-11-30. */
export const dayIn = (timeZone: string, at: Date): string =>
  sameClockTime(at, timeZone, 'UTC').toISOString().slice(0, 10);
