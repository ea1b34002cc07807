import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseTestArguments, STEP_NAMES, stagesOf, stepsOf, stepsOfChange, TEST_STEPS } from './test-steps.ts';

const names = (args: string[]) => stepsOf(parseTestArguments(args)).map((step) => step.name);

test('without arguments every step runs, in the documented order', () => {
  expect(names([])).toEqual([...STEP_NAMES]);
});

test('what leaves a core free runs side by side before all that fills both, or measures time', () => {
  const stages = (args: string[]) =>
    stagesOf(stepsOf(parseTestArguments(args))).map((stage) => stage.map(({ name }) => name));
  expect(stages([])).toEqual([
    ['scripts', 'lint', 'types', 'arrows', 'infra', 'build'],
    ['unit'],
    ['commands'],
    ['e2e'],
  ]);
  expect(stages(['--only', 'lint,unit,e2e'])).toEqual([['lint', 'build'], ['unit'], ['e2e']]);
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

const tree = { tags: new Set(['@findings']), testTexts: new Map<string, string>(), testFolders: [] };
const ofChange = (files: string[], args: string[] = []) =>
  stepsOfChange(parseTestArguments(['--changed', ...args]), { base: 'abc', files }, tree);

test('of a change, unit tests are those related to it and browser tests those of its feature', () => {
  const steps = ofChange(['frontend/src/features/findings/findings-page.tsx']);
  expect(steps.map((step) => step.name)).toEqual(['lint', 'types', 'arrows', 'unit', 'e2e']);
  expect(steps.find((step) => step.name === 'unit')?.commands).toEqual([
    expect.arrayContaining(['--changed', 'abc', '--passWithNoTests']),
  ]);
  expect(steps.at(-1)?.commands).toEqual([expect.arrayContaining(['--grep', '@findings(?![\\w-])'])]);
});

test('a change that no browser test can tell of brings no browser, and one of the ground brings all', () => {
  expect(ofChange(['api/src/audit/checks/entra/roles.ts']).map((step) => step.name)).toEqual([
    'lint',
    'types',
    'arrows',
    'unit',
  ]);
  expect(ofChange(['contract/src/ids.ts']).at(-1)).toEqual(TEST_STEPS.at(-1));
  expect(ofChange(['contract/src/ids.ts'], ['--only', 'lint']).map((step) => step.name)).toEqual(['lint']);
});

test('a change of documents alone brings the tests that read them, and no step besides', () => {
  const readers = new Map([['infra/security-page.test.ts', "import { readFileSync } from 'node:fs'; 'SECURITY.md'"]]);
  const steps = (...files: string[]) =>
    stepsOfChange(parseTestArguments(['--changed']), { base: 'abc', files }, { ...tree, testTexts: readers });
  expect(steps('SECURITY.md', 'docs/architecture.md').map(({ name, commands }) => [name, commands])).toEqual([
    // It reads what is PowerShell in any page.
    ['scripts', [['lab/powershell/scripts-check.ts']]],
    ['unit', [['node_modules/vitest/vitest.mjs', 'run', 'infra/security-page.test.ts']]],
  ]);
  expect(steps('CHANGELOG.md')).toEqual([]);
  // The check of infra reads this page.
  expect(steps('docs/operate.md').map(({ name }) => name)).toEqual(['scripts', 'infra']);
});

test.each([
  'infra/bicep/main.bicep',
  '.github/workflows/ci.yml',
  'api/src/config.ts',
  'api/src/store/containers.ts',
  'api/src/timers.ts',
  'api/src/features/health/alert-rules.ts',
])('a change of %s brings the check of infra', (file) => {
  expect(ofChange([file]).map((step) => step.name)).toContain('infra');
});

test.each([
  'lab/powershell/run-script.ts',
  'frontend/public/help/require-mfa.md',
  'api/src/features/tenant-configuration/set-up-script-parts.ts',
  'simulator/src/graph/grant-routes.ts',
])('a change of %s brings the check of scripts', (file) => {
  expect(ofChange([file]).map((step) => step.name)).toContain('scripts');
});
