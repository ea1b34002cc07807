import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseTestArguments, STEP_NAMES, stepsOf, TEST_STEPS } from './test-steps.ts';

const names = (args: string[]) => stepsOf(parseTestArguments(args)).map((step) => step.name);

test('without arguments every step runs, in the documented order', () => {
  expect(names([])).toEqual([...STEP_NAMES]);
});

test('a selection keeps the order, and end-to-end tests bring the build', () => {
  expect(names(['--only', 'unit,lint'])).toEqual(['lint', 'unit']);
  expect(names(['--only', 'e2e'])).toEqual(['build', 'e2e']);
});

test.each([[['--only', 'lnit']], [['--only']], [['lint']], [['--only', 'lint', 'unit']]])('%j is refused', (args) => {
  expect(() => names(args)).toThrow(/lint, ?types|lint,types/);
});

test('every command of every step is there', () => {
  const scripts = TEST_STEPS.flatMap((step) => step.commands.map(([script]) => script ?? ''));
  expect(scripts.filter((script) => !existsSync(join(import.meta.dirname, '../..', script)))).toEqual([]);
});

const stepsOfChange = (files: string[], args: string[] = []) =>
  stepsOf(parseTestArguments(['--changed', ...args]), { base: 'abc', files }, new Set(['@findings']), new Map());

test('of a change, unit tests are those related to it and browser tests those of its feature', () => {
  const steps = stepsOfChange(['frontend/src/features/findings/findings-page.tsx']);
  expect(steps.map((step) => step.name)).toEqual([...STEP_NAMES]);
  expect(steps.find((step) => step.name === 'unit')?.commands).toEqual([
    expect.arrayContaining(['--changed', 'abc', '--passWithNoTests']),
  ]);
  expect(steps.at(-1)?.commands).toEqual([expect.arrayContaining(['--grep', '@findings(?![\\w-])'])]);
});

test('a change that no browser test can tell of brings neither build nor browser, and one of the ground brings all', () => {
  expect(stepsOfChange(['api/src/audit/checks/roles.ts']).map((step) => step.name)).toEqual(STEP_NAMES.slice(0, 4));
  expect(stepsOfChange(['contract/src/ids.ts']).at(-1)).toEqual(TEST_STEPS.at(-1));
  expect(stepsOfChange(['contract/src/ids.ts'], ['--only', 'lint']).map((step) => step.name)).toEqual(['lint']);
});

test('a file that is read and not imported brings the tests that name it', () => {
  const texts = new Map([
    ['local/stack/stack.test.ts', "join(root, 'staticwebapp.config.json')"],
    ['local/build.test.ts', 'a test of something else'],
  ]);
  const selection = parseTestArguments(['--changed', '--only', 'unit']);
  const changes = { base: 'abc', files: ['staticwebapp.config.json', 'README.md', 'local/build.ts'] };
  const [unit] = stepsOf(selection, changes, new Set(), texts);
  expect(unit?.commands.slice(1)).toEqual([expect.arrayContaining(['run', 'local/stack/stack.test.ts'])]);
});
