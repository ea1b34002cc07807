import type { TenantSchedule, Weekday } from '@tenantry/contract/tenant-schedules';

export const weekdayLabels: Record<Weekday, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

export const frequencyLabels = {
  standard: 'A day after the last scan',
  daily: 'Every day at a time',
  weekly: 'Every week at a time',
  off: 'Off',
} as const;
export type Frequency = keyof typeof frequencyLabels;
export const frequencies = Object.keys(frequencyLabels) as Frequency[];

export const hourLabel = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** A schedule in a few words. */
export function scheduleText(schedule: TenantSchedule | null): string {
  if (schedule === null) return 'A day after the last scan';
  if (schedule.frequency === 'off') return 'Off';
  const day = schedule.frequency === 'weekly' ? `Every ${weekdayLabels[schedule.weekday]}` : 'Every day';
  return `${day} at ${hourLabel(schedule.hour)} (${schedule.timeZone})`;
}

/** The time zone of this browser. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zones that this browser knows, and those named, which it may not know. */
export function timeZones(...named: readonly string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...named])].toSorted((a, b) => a.localeCompare(b));
}
