import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

/** How a timer ran last. Times are ISO 8601; what never was is the empty string. */
export type TimerRunEntity = {
  startedAt: string;
  /** Since when there is this timer; absent in entities of before. */
  firstStartedAt?: string;
  endedAt: string;
  /** When all its steps last succeeded. */
  succeededAt: string;
  /** The steps that failed in the run, apart by `; `. */
  failedSteps: string;
};

const partition = 'timers';
const neverRan: TimerRunEntity = { startedAt: '', endedAt: '', succeededAt: '', failedSteps: '' };

/** Remembers of each timer how it ran last, for whoever asks whether the installation works. */
export function createTimerRuns(table: StateTable<TimerRunEntity>, clock: Clock) {
  const now = () => clock.now().toISOString();

  /** Several hosts may run a timer at once: the one that writes last is the one that is told of. */
  async function keep(name: string, change: Partial<TimerRunEntity>): Promise<void> {
    const present = await table.get(partition, name);
    const entity = {
      ...(present?.value ?? { ...neverRan, firstStartedAt: change.startedAt ?? change.endedAt ?? '' }),
      ...change,
    };
    if (present) await table.replace(partition, name, entity, present.etag);
    else await table.create(partition, name, entity);
  }

  return {
    started: (name: string) => keep(name, { startedAt: now() }),
    /** @param failedSteps the names of the steps that failed; none where the run succeeded */
    ended(name: string, failedSteps: readonly string[]) {
      const endedAt = now();
      const success = failedSteps.length === 0 ? { succeededAt: endedAt } : {};
      return keep(name, { endedAt, failedSteps: failedSteps.join('; '), ...success });
    },
    /** Of every timer that has run, by its name. */
    async latest(): Promise<Map<string, TimerRunEntity>> {
      const runs = new Map<string, TimerRunEntity>();
      for await (const { key, value } of table.list(partition)) runs.set(key, value);
      return runs;
    },
  };
}

export type TimerRuns = ReturnType<typeof createTimerRuns>;
