export type Gate = {
  /** @returns null where too many wait already; `work` is then not called */
  enter<T>(work: () => Promise<T>): Promise<T> | null;
};

/** Lets `atOnce` pieces of work run at a time and up to `waiting` more wait for their turn, first come first served. */
export function createGate(atOnce: number, waiting: number): Gate {
  const queue: (() => void)[] = [];
  let running = 0;
  const leave = (): void => {
    const next = queue.shift();
    // Who leaves hands the place on, so that nobody slips in between.
    if (next) next();
    else running -= 1;
  };
  return {
    enter(work) {
      if (running < atOnce) {
        running += 1;
        return work().finally(leave);
      }
      if (queue.length >= waiting) return null;
      return new Promise<void>((resolve) => queue.push(resolve)).then(() => work().finally(leave));
    },
  };
}
