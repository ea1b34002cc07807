import { expect, test } from 'vitest';
import { rowsOf } from './text-table.ts';

const pattern = /^(\S+): (.+)\n {2}(.+)$/gm;

test('a row is read by the groups of its pattern', () => {
  expect(rowsOf('\na: one\n  two\nb: three\n  four\n', pattern).map(([, ...groups]) => groups)).toEqual([
    ['a', 'one', 'two'],
    ['b', 'three', 'four'],
  ]);
});

test.each([
  ['a line that is indented wrongly', '\na: one\n  two\nb: three\n four\n', 'b: three'],
  ['a row without its second line', '\na: one\n  two\nb: three\n', 'b: three'],
  ['a line too many', '\na: one\n  two\n  and more\n', '  and more'],
])('%s is refused and named', (_what, table, line) => {
  expect(() => rowsOf(table, pattern)).toThrow(`"${line}"`);
});
