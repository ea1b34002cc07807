export const STEP_NAMES = ['lint', 'types', 'arrows', 'unit', 'build', 'e2e'] as const;
export type StepName = (typeof STEP_NAMES)[number];

export interface TestStep {
  name: StepName;
  what: string;
  /** Arguments for Node, run one after the other. */
  commands: string[][];
}

// Biome colors its report even where nobody sees colors.
const COLORS = process.stdout.isTTY ? [] : ['--colors=off'];

/** What `npm test` does, in this order. Paths are relative to the root of the repository. */
export const TEST_STEPS: TestStep[] = [
  { name: 'lint', what: 'Biome', commands: [['node_modules/@biomejs/biome/bin/biome', 'ci', ...COLORS]] },
  {
    name: 'types',
    what: 'TypeScript, both projects',
    commands: [
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
      ['node_modules/typescript/bin/tsc', '-p', 'frontend/tsconfig.json'],
    ],
  },
  { name: 'arrows', what: 'who may import whom', commands: [['local/arrows.ts']] },
  { name: 'unit', what: 'unit and contract tests', commands: [['node_modules/vitest/vitest.mjs', 'run']] },
  { name: 'build', what: 'API bundle and frontend', commands: [['local/build.ts']] },
  { name: 'e2e', what: 'end to end in a browser', commands: [['node_modules/@playwright/test/cli.js', 'test']] },
];

/**
 * The steps to run: all, or those of `--only lint,types,...`, in their fixed order. End-to-end tests run what was
 * built, so they bring the build with them.
 * @throws Error for an argument or a step that does not exist
 */
export function selectSteps(args: readonly string[]): TestStep[] {
  if (args.length === 0) return TEST_STEPS;
  const [option, list, ...rest] = args;
  if (option !== '--only' || list === undefined || rest.length > 0) {
    throw new Error(`usage: npm test -- [--only ${STEP_NAMES.join(',')}]`);
  }
  const wanted = list.split(',');
  const unknown = wanted.filter((name) => !TEST_STEPS.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Error(`There is no step ${unknown.join(', ')}; there are ${STEP_NAMES.join(', ')}.`);
  if (wanted.includes('e2e')) wanted.push('build');
  return TEST_STEPS.filter((step) => wanted.includes(step.name));
}
