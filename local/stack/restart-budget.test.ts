import { expect, test } from 'vitest';
import { RestartBudget } from './restart-budget.ts';

test('five restarts a minute and no more, counted over the last minute', () => {
  const budget = new RestartBudget(5, 60_000);
  const taken = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 59_999, 60_000, 60_001].map((at) => budget.take(at));
  expect(taken).toEqual([true, true, true, true, true, false, false, true, false]);
});
