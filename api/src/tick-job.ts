import type { Job } from './ports/job.ts';

/** What the clock starts. Each may run in several processes at once, and does its work once all the same. */
export type TickStep = { name: string; run(): Promise<unknown> };

/**
 * The one timer: each minute, in UTC. A step that fails does not keep the others from theirs; the run then counts as failed.
 * @throws AggregateError with what the steps failed with
 */
export function tickJob(steps: readonly TickStep[], log: (message: string) => void): Job {
  return {
    kind: 'timer',
    name: 'tick',
    schedule: '0 * * * * *',
    run: async () => {
      const failures: unknown[] = [];
      for (const { name, run } of steps) {
        try {
          await run();
        } catch (error) {
          log(
            `The step "${name}" of the tick failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
          );
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} steps of the tick failed`);
    },
  };
}
