import { expect, test } from 'vitest';
import { secureScoreLabel } from './secure-score-label.ts';

test('the word for a percentage changes at 80, 60 and 40', () => {
  expect([100, 80, 79, 60, 59, 40, 39, 0].map(secureScoreLabel)).toEqual([
    'Excellent',
    'Excellent',
    'Good',
    'Good',
    'Fair',
    'Fair',
    'Needs Improvement',
    'Needs Improvement',
  ]);
});
