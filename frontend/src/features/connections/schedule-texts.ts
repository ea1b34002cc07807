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
  daily: 'Daily',
  weekly: 'Weekly',
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
