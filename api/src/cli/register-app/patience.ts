import { pause } from '../../adapters/graph/graph-rate-limiter.ts';

/** How long a change at Microsoft may take until all of its servers know it. */
export type Patience = { pauseMs: number; limitMs: number };
export const usualPatience: Patience = { pauseMs: 5_000, limitMs: 180_000 };

type Attempts<T> = {
  attempt(): Promise<T>;
  /** An error that goes away by itself. */
  isNotYet(error: unknown): boolean;
  /** Told once, when the first attempt fails so. */
  waiting(): void;
  /** How long Microsoft asked to wait, where it did. */
  askedToWaitMs?(error: unknown): number;
  patience: Patience;
  signal: AbortSignal | undefined;
};

/** Tries until Microsoft knows what was changed. @throws the last error where that takes too long */
export async function eventually<T>(attempts: Attempts<T>): Promise<T> {
  const { attempt, isNotYet, waiting, askedToWaitMs, patience, signal } = attempts;
  const until = performance.now() + patience.limitMs;
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      const pauseMs = Math.max(patience.pauseMs, askedToWaitMs?.(error) ?? 0);
      if (!isNotYet(error) || performance.now() + pauseMs > until) throw error;
      if (count === 1) waiting();
      await pause(pauseMs, signal);
    }
  }
}
