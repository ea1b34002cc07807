import { expect, test } from 'vitest';
import { notCheckedText } from './coverage-texts.ts';

test.each([
  [{ evaluated: 4, applicable: 4, percent: 100 }, ''],
  [{ evaluated: 3, applicable: 4, percent: 75 }, '1 check was not made.'],
  [
    { evaluated: 124, applicable: 214, percent: 57, notSetUp: 74 },
    '90 checks were not made: 74 wait for tenant configuration to be set up.',
  ],
  [
    { evaluated: 10, applicable: 214, percent: 4, notSetUp: 74, notOffered: 70 },
    '204 checks were not made: 74 wait for tenant configuration to be set up, 70 cannot be made in the organization’s cloud.',
  ],
])('what was not checked is said with what would change it: %j', (coverage, text) => {
  expect(notCheckedText(coverage)).toBe(text);
});
