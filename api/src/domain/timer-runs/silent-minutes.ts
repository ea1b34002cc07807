import type { TimerRunEntity } from './timer-runs.ts';

const minuteMs = 60_000;

/**
 * Minutes since the timer that has been silent longest last succeeded, in whole minutes. One that never did is silent since its
 * own first start, or, where it never started, since the first start of any: as long as that is known.
 * @returns null before any timer has run, and where none should
 */
export function silentMinutes(
  runs: ReadonlyMap<string, TimerRunEntity>,
  names: readonly string[],
  now: Date,
): number | null {
  const known = [...runs.values()].map(({ firstStartedAt, succeededAt, startedAt }) =>
    [firstStartedAt, succeededAt, startedAt].find((instant) => instant !== undefined && instant !== ''),
  );
  const beginning = known.filter((instant) => instant !== undefined).sort()[0];
  if (beginning === undefined || names.length === 0) return null;
  const heard = names.map((name) => {
    const run = runs.get(name);
    return run?.succeededAt || run?.firstStartedAt || beginning;
  });
  const oldestMs = Math.min(...heard.map((instant) => Date.parse(instant)));
  return Math.max(0, Math.floor((now.getTime() - oldestMs) / minuteMs));
}
