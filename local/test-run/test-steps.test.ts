import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STEP_NAMES, selectSteps, TEST_STEPS } from './test-steps.ts';

const names = (args: string[]) => selectSteps(args).map((step) => step.name);

test('without arguments every step runs, in the documented order', () => {
  expect(names([])).toEqual([...STEP_NAMES]);
});

test('a selection keeps the order, and end-to-end tests bring the build', () => {
  expect(names(['--only', 'unit,lint'])).toEqual(['lint', 'unit']);
  expect(names(['--only', 'e2e'])).toEqual(['build', 'e2e']);
});

test.each([[['--only', 'lnit']], [['--only']], [['lint']], [['--only', 'lint', 'unit']]])('%j is refused', (args) => {
  expect(() => selectSteps(args)).toThrow(/lint, ?types|lint,types/);
});

test('every command of every step is there', () => {
  const scripts = TEST_STEPS.flatMap((step) => step.commands.map(([script]) => script ?? ''));
  expect(scripts.filter((script) => !existsSync(join(import.meta.dirname, '../..', script)))).toEqual([]);
});
