import { expect, test } from 'vitest';
import { secureScorePercent } from './secure-score.ts';

test.each([
  [54.03, 193, 27],
  [135.1, 193, 70],
  [135.09, 193, 69],
  [99.99, 100, 99],
  [0, 10, 0],
  [10, 10, 100],
])('%d of %d points are %d percent', (currentScore, maxScore, percent) => {
  expect(secureScorePercent({ currentScore, maxScore })).toBe(percent);
});
