import { setImmediate } from 'node:timers/promises';

/** The work that a draft takes is more than anybody waits for. */
export class TooMuchWorkError extends Error {}

/** To be called between one piece of work and the next. */
export type Pace = () => Promise<void>;

/** So long others wait for their turn. */
const turnMs = 50;

/**
 * A pace that lets others run every now and then, and ends what takes too long. What others did meanwhile does not count.
 * @param budgetMs how much work there may be in all
 * @throws TooMuchWorkError (the pace) where it was more
 */
export function paced(budgetMs: number, now: () => number = () => performance.now()): Pace {
  let spent = 0;
  let since = now();
  return async () => {
    const turn = now() - since;
    if (spent + turn > budgetMs) throw new TooMuchWorkError(`More than ${budgetMs} ms of work`);
    if (turn < turnMs) return;
    spent += turn;
    await setImmediate();
    since = now();
  };
}
