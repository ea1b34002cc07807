import type { DueDays } from '../../store/tasks.ts';

const dayMs = 86_400_000;

/** The calendar day at an instant, in UTC. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Today and the Sunday with which its week ends, in UTC as all days of tasks are. */
export function dueDays(now: Date): DueDays {
  const untilSunday = (7 - now.getUTCDay()) % 7;
  return { today: dayOf(now), weekEnd: dayOf(new Date(now.getTime() + untilSunday * dayMs)) };
}
