import { expect, test } from 'vitest';
import { startsPage } from './report-flow.ts';
import { contentHeight } from './report-styles.ts';

test('a section goes on below when it fits or when half of the page is free', () => {
  const long = { wholePt: contentHeight * 2, openingPt: 200 };
  expect(startsPage(long, 0.45)).toBe(false);
  expect(startsPage(long, 0.55)).toBe(true);
  expect(startsPage({ wholePt: contentHeight * 0.2, openingPt: 100 }, 0.75)).toBe(false);
});

test('a heading is not left on a page that has no room for its first rows', () => {
  expect(startsPage({ wholePt: contentHeight * 2, openingPt: contentHeight * 0.7 }, 0.4)).toBe(true);
});
