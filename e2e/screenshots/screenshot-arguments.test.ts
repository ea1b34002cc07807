import { expect, it } from 'vitest';
import { readArguments } from './screenshot-arguments.ts';

const known = ['/findings', '/help'];

it('without arguments every page is taken, in each theme, width and state', () => {
  expect(readArguments([], known)).toEqual({
    only: null,
    themes: ['light', 'dark', 'contrast'],
    widths: [1280, 390],
    states: ['data', 'empty', 'failing'],
    out: 'screenshots',
    build: true,
  });
});

it('pages, themes, widths and states can be picked', () => {
  const args = ['--only', '/help', '--themes', 'dark,light', '--widths', '390', '--states', 'empty', '--no-build'];
  expect(readArguments(args, known)).toMatchObject({
    only: ['/help'],
    themes: ['dark', 'light'],
    widths: [390],
    states: ['empty'],
    build: false,
  });
});

it.each([
  [['--only', '/nowhere'], /there is no page '\/nowhere' \(\/findings, \/help\)/],
  [['--themes', 'sepia'], /there is no 'sepia'/],
  [['--widths', 'wide'], /'wide' is no whole number from 240 to 3840/],
  [['--states', 'broken'], /there is no 'broken'/],
  [['--colour', 'red'], /--colour/],
])('%j is refused in words', (args, words) => {
  expect(() => readArguments(args, known)).toThrow(words);
});
