import { expect, test } from 'vitest';
import { nextDelayMs } from './slow-graph.ts';

test('a run that would end before the kills is slowed down, up to a limit; one that lags behind them is not', () => {
  expect(nextDelayMs(500, 0.5, 0.2)).toBe(1000);
  expect(nextDelayMs(0, 0.5, 0.2)).toBe(200);
  expect(nextDelayMs(14_000, 0.5, 0.2)).toBe(15_000);
  expect(nextDelayMs(500, 0.25, 0.2)).toBe(500);
  expect(nextDelayMs(500, 0.9, 1)).toBe(500);
});
