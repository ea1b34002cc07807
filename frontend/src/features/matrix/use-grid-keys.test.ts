import { expect, test } from 'vitest';
import { placeAfter } from './use-grid-keys.ts';

const size = { rows: 30, columns: 40 };
const from = { row: 5, column: 7 };

test.each([
  ['ArrowUp', false, { row: 4, column: 7 }],
  ['ArrowDown', false, { row: 6, column: 7 }],
  ['ArrowLeft', false, { row: 5, column: 6 }],
  ['ArrowRight', false, { row: 5, column: 8 }],
  ['Home', false, { row: 5, column: -1 }],
  ['End', false, { row: 5, column: 39 }],
  ['Home', true, { row: 0, column: -1 }],
  ['End', true, { row: 29, column: 39 }],
  ['PageDown', false, { row: 15, column: 7 }],
  ['PageUp', false, { row: -5, column: 7 }],
])('%s with control %s leads to where the grid pattern says', (key, isControl, place) => {
  expect(placeAfter(key, isControl, from, size)).toEqual(place);
});

test('a key of no meaning leads nowhere', () => {
  expect(placeAfter('a', false, from, size)).toBeNull();
});
