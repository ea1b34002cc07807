import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/telemetry.ts';

/** A list of due work, and how often it is due. What it does may be begun in several processes at once. */
export type Timer = { name: string; everyMinutes: number; run(): Promise<void> };

type Run = {
  startedMs: number;
  /** What it failed with: at most one error. Never rejects. */
  failures: Promise<readonly unknown[]>;
};

const minuteMs = 60_000;
/** A tick ends before the next: Azure starts no run of a timer function while one goes on (Microsoft Learn, "Timer trigger"). */
const waitMs = 55_000;
/** As long as Azure lets a function run here: `functionTimeout` in host.json. */
const givenUpAfterMs = 10 * minuteMs;

/** The clock starts a tick some milliseconds before or after the full minute. */
const isDue = (everyMinutes: number, now: Date) => Math.round(now.getTime() / minuteMs) % everyMinutes === 0;

/** What the run failed with; null where it had not ended within the time that a tick has. */
async function waitFor({ failures }: Run): Promise<readonly unknown[] | null> {
  let timeout: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timeout = setTimeout(() => resolve(null), waitMs);
  });
  return Promise.race([failures, late]).finally(() => clearTimeout(timeout));
}

/**
 * One tick of the one timer function: begins every list that is due, all at once, so that none waits for another. A list that goes
 * on when the tick ends is waited for by the next one, which begins the others; after ten minutes it is given up and begun anew.
 * @returns the tick, which throws an AggregateError with what the lists failed with that ended during it
 */
export function createTimerTick(timers: readonly Timer[], { clock, log }: { clock: Clock; log: Log }) {
  const underWay = new Map<string, Run>();

  function beginDue(now: Date): void {
    for (const { name, everyMinutes, run } of timers) {
      const earlier = underWay.get(name);
      const isFree = earlier === undefined || now.getTime() - earlier.startedMs >= givenUpAfterMs;
      if (!isFree || !isDue(everyMinutes, now)) continue;
      const failures = run().then(
        () => [],
        (error: unknown) => [error],
      );
      underWay.set(name, { startedMs: now.getTime(), failures });
    }
  }

  async function endOf(name: string, run: Run): Promise<readonly unknown[]> {
    const failures = await waitFor(run);
    if (failures !== null) underWay.delete(name);
    else log('A timer has not ended', { timer: name });
    return failures ?? [];
  }

  return async function tick(): Promise<void> {
    beginDue(clock.now());
    const failures = (await Promise.all([...underWay].map(([name, run]) => endOf(name, run)))).flat();
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of the timers failed`);
  };
}
