import { describe, expect, test } from 'vitest';
import { figure, formatTable, median } from './table.ts';

describe('median', () => {
  test('is the middle value by size, not by place', () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  test('is the mean of the two middle values of an even count', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test('of one value is that value', () => {
    expect(median([7])).toBe(7);
  });

  test('of nothing is an error and not a figure', () => {
    expect(() => median([])).toThrow(RangeError);
  });

  test('leaves the list as it was', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('figure', () => {
  test('groups thousands and leaves decimals alone', () => {
    expect(figure(1_234_567.12345, 4)).toBe('1 234 567.1235');
  });

  test('keeps small figures short', () => {
    expect(figure(999)).toBe('999');
  });
});

describe('formatTable', () => {
  test('puts names to the left and figures to the right', () => {
    const text = formatTable({
      columns: ['route', 'KB'],
      rows: [
        ['/a', '9'],
        ['/login', '176.1'],
      ],
    });
    expect(text.split('\n')).toEqual(['route      KB', '------  -----', '/a          9', '/login  176.1']);
  });

  test('refuses a row that lacks a cell', () => {
    expect(() => formatTable({ columns: ['a', 'b'], rows: [['1']] })).toThrow(/1 cells/);
  });
});
