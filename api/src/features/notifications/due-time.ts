import type { QuietHours, RuleFields } from '@tenantry/contract/notice-rules';
import { Weekday } from '@tenantry/contract/tenant-schedules';
import { nextDue } from '../../domain/scan-plan/next-due.ts';

/** Clocks are apart by quarters of an hour. */
const stepMs = 15 * 60_000;
/** Quiet hours end within a day; a clock change and the hour that it moves are beyond. */
const stepsAtMost = (26 * 3_600_000) / stepMs;

function clockIn(timeZone: string, at: Date): { day: number; hour: number } {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', hour: 'numeric', hourCycle: 'h23' });
  const told = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: Weekday.options.indexOf(Weekday.parse(told.weekday?.toLowerCase())), hour: Number(told.hour) };
}

const dayBefore = (day: number) => (day + 6) % 7;

/** Whether it is quiet where the clock of a rule stands. Hours that go past midnight belong to the day on which they begin. */
export function isQuiet({ from, to, days }: QuietHours, timeZone: string, at: Date): boolean {
  const { day, hour } = clockIn(timeZone, at);
  const isQuietDay = (index: number) => days.some((name) => Weekday.options.indexOf(name) === index);
  if (from < to) return isQuietDay(day) && hour >= from && hour < to;
  return (isQuietDay(day) && hour >= from) || (isQuietDay(dayBefore(day)) && hour < to);
}

/** The first quarter of an hour at which it is no longer quiet. */
function quietEnd(quiet: QuietHours, timeZone: string, from: Date): Date {
  let atMs = Math.floor(from.getTime() / stepMs) * stepMs;
  for (let step = 0; step < stepsAtMost; step += 1) {
    atMs += stepMs;
    if (!isQuiet(quiet, timeZone, new Date(atMs))) break;
  }
  return new Date(atMs);
}

export type Due = {
  at: Date;
  isDigest: boolean;
  /** Until when nothing is sent, by the quiet hours that are now; null where none are. */
  quietUntil: Date | null;
};

/**
 * When an event is told by a rule: at once, when its quiet hours are over, or with the others of its hour. What was held back is told
 * together. Pure.
 */
export function dueTime(
  { delivery, quiet, timeZone }: Pick<RuleFields, 'delivery' | 'quiet' | 'timeZone'>,
  now: Date,
): Due {
  const { when } = delivery;
  const at =
    when === 'at-once'
      ? now
      : nextDue(
          when === 'daily'
            ? { frequency: 'daily', hour: delivery.hour, timeZone }
            : { frequency: 'weekly', weekday: 'monday', hour: delivery.hour, timeZone },
          now,
        );
  const endAt = (instant: Date) =>
    quiet !== null && isQuiet(quiet, timeZone, instant) ? quietEnd(quiet, timeZone, instant) : null;
  const held = endAt(at);
  return { at: held ?? at, isDigest: when !== 'at-once' || held !== null, quietUntil: endAt(now) };
}
