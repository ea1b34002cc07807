import pLimit from 'p-limit';

export type Gate = {
  /** @returns null where too many wait already; `work` is then not called */
  enter<T>(work: () => Promise<T>): Promise<T> | null;
};

/** Lets `atOnce` pieces of work run at a time and `waiting` more wait; p-limit alone would let any number wait. */
export function createGate(atOnce: number, waiting: number): Gate {
  const limit = pLimit(atOnce);
  return {
    enter: (work) => (limit.activeCount < atOnce || limit.pendingCount < waiting ? limit(work) : null),
  };
}
