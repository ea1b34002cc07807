import { expect, test } from 'vitest';
import { paced, TooMuchWorkError } from './work-budget.ts';

/** A clock that stands still until it is told. */
function clock() {
  let time = 0;
  const pass = (ms: number): void => {
    time += ms;
  };
  return { now: () => time, pass };
}

test('others run between pieces of work, and their time does not count', async () => {
  const { now, pass } = clock();
  const pace = paced(1000, now);
  let others = 0;
  for (let piece = 0; piece < 9; piece += 1) {
    pass(100);
    // What waits for its turn gets it, however long it takes.
    setImmediate(() => {
      others += 1;
      pass(10_000);
    });
    await pace();
    expect(others).toBe(piece + 1);
  }
});

test('work beyond the budget ends', async () => {
  const { now, pass } = clock();
  const pace = paced(1000, now);
  pass(999);
  await pace();
  pass(2);
  await expect(pace()).rejects.toThrow(TooMuchWorkError);
});
