import { parseArgs } from 'node:util';
import { browserTestsOf } from './browser-tests.ts';
import type { Changes, Tree } from './changes.ts';
import { isOfDocuments, unitFiltersOf } from './unit-tests.ts';

export const STEP_NAMES = ['scripts', 'lint', 'types', 'arrows', 'infra', 'build', 'unit', 'commands', 'e2e'] as const;
export type StepName = (typeof STEP_NAMES)[number];

export interface TestStep {
  name: StepName;
  what: string;
  /** Arguments for Node, run one after the other. */
  commands: string[][];
  /** Others of its kind run at the same time: it leaves a core free, and measures no time. */
  isBesideOthers?: true;
}

export interface TestArguments {
  steps: readonly StepName[];
  /** Only what a change since main can touch. */
  changed: boolean;
}

// Biome colors its report even where nobody sees colors.
const COLORS = process.stdout.isTTY ? [] : ['--colors=off'];
const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test'];

/** What `npm test` does, in this order. Paths are relative to the root of the repository. */
export const TEST_STEPS: TestStep[] = [
  // The longest of those that run side by side begins first.
  {
    name: 'scripts',
    what: 'PowerShell, where it is',
    commands: [['lab/powershell/scripts-check.ts']],
    isBesideOthers: true,
  },
  {
    name: 'lint',
    what: 'Biome, and Knip for what nobody imports (knip.json)',
    commands: [
      ['node_modules/@biomejs/biome/bin/biome', 'ci', ...COLORS],
      ['node_modules/knip/bin/knip.js', '--no-progress', '--include', 'files,exports,types'],
    ],
    isBesideOthers: true,
  },
  {
    name: 'types',
    what: 'TypeScript, both projects',
    commands: [
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
      ['node_modules/typescript/bin/tsc', '-p', 'frontend/tsconfig.json'],
    ],
    isBesideOthers: true,
  },
  { name: 'arrows', what: 'who may import whom', commands: [['local/arrows.ts']], isBesideOthers: true },
  {
    name: 'infra',
    what: 'Bicep, parameters and workflows',
    commands: [['infra/check/infra-check.ts']],
    isBesideOthers: true,
  },
  {
    name: 'build',
    what: 'API bundle and frontend, and what each page loads',
    commands: [['local/build.ts'], ['frontend/measure-bundle.mjs']],
    isBesideOthers: true,
  },
  { name: 'unit', what: 'unit and contract tests', commands: [VITEST] },
  {
    name: 'commands',
    what: 'every other command of the README, at its smallest size',
    commands: [['lab/commands/run-commands.ts']],
  },
  { name: 'e2e', what: 'end to end in a browser', commands: [PLAYWRIGHT] },
];

const isStepName = (name: string): name is StepName => STEP_NAMES.some((one) => one === name);

/**
 * The steps that are asked for, all or those of `--only lint,types,...`. End-to-end tests run what was built, so they
 * bring the build with them.
 * @throws Error for an argument or a step that does not exist
 */
export function parseTestArguments(args: readonly string[]): TestArguments {
  const usage = `usage: npm test -- [--only ${STEP_NAMES.join(',')}] [--changed]`;
  const { only, changed } = (() => {
    try {
      return parseArgs({
        args: [...args],
        options: { only: { type: 'string' }, changed: { type: 'boolean', default: false } },
      }).values;
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    }
  })();
  const wanted = only === undefined ? STEP_NAMES : only.split(',').filter(isStepName);
  const unknown = only?.split(',').filter((name) => !isStepName(name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`There is no step ${unknown.join(', ')}; there are ${STEP_NAMES.join(', ')}.\n${usage}`);
  const needed = (name: StepName) =>
    wanted.includes(name) ||
    (name === 'build' && ['e2e', 'commands'].some((one) => isStepName(one) && wanted.includes(one)));
  return { steps: STEP_NAMES.filter(needed), changed };
}

/** The steps that are asked for, in their fixed order. */
export function stepsOf({ steps }: TestArguments): TestStep[] {
  return TEST_STEPS.filter(({ name }) => steps.includes(name));
}

/** Steps that run at the same time, one list after the other. */
export function stagesOf(steps: readonly TestStep[]): TestStep[][] {
  const stages: TestStep[][] = [];
  for (const step of steps) {
    const last = stages.at(-1);
    if (step.isBesideOthers && last?.at(-1)?.isBesideOthers) last.push(step);
    else stages.push([step]);
  }
  return stages;
}

/** What infra/ is held against: itself, the workflows, and the code's tables that Bicep loads. */
const INFRA_SOURCES =
  /^(infra|\.github)\/|^azure\.yaml$|^docs\/operate\.md$|^contract\/src\/health\.ts$|^api\/src\/(azure-settings|config|timers|jobs)\.ts$|^api\/src\/(store|adapters\/cosmos)\/|^api\/src\/(audit\/checks\/permissions|ports\/work-queue|features\/health\/alert-rules)\.ts$/;

/** What runs in PowerShell, or says that it would, and what plays Microsoft for it. */
const SCRIPT_SOURCES =
  /^lab\/powershell\/|^(README|CONTRIBUTING|SECURITY)\.md$|^(docs|frontend\/public\/help)\/.*\.md$|^simulator\/src\/(graph|entra|sign-in)\/|^api\/src\/(features\/tenant-configuration|audit\/findings\/remedies|cli\/(audit|register-app))\//;

/** The commands themselves; what they call is held by the tests beside it. */
const COMMAND_SOURCES =
  /^(lab|local)\/|^api\/src\/cli\/|^e2e\/screenshots\/|^infra\/(smoke|dependencies|generate)|^package\.json$/;

/** The steps for a change: the tests that it can touch, and no step that has none. */
export function stepsOfChange(selection: TestArguments, changes: Changes, tree: Tree): TestStep[] {
  const browserTests = browserTestsOf(changes.files, tree.tags);
  const commandsOf: Partial<Record<StepName, string[][]>> = {
    ...(isOfDocuments(changes) ? { lint: [], types: [], arrows: [] } : {}),
    unit: unitFiltersOf(changes, tree).map((filters) => [...VITEST, ...filters]),
    ...(changes.files.some((file) => INFRA_SOURCES.test(file)) ? {} : { infra: [] }),
    ...(changes.files.some((file) => SCRIPT_SOURCES.test(file)) ? {} : { scripts: [] }),
    // Playwright's own set-up builds what is older than its sources.
    build: [],
    ...(changes.files.some((file) => COMMAND_SOURCES.test(file)) ? {} : { commands: [] }),
    e2e: browserTests === 'all' ? [PLAYWRIGHT] : browserTests.map((tests) => [...PLAYWRIGHT, '--grep', tests]),
  };
  return stepsOf(selection)
    .map((step) => ({ ...step, commands: commandsOf[step.name] ?? step.commands }))
    .filter(({ commands }) => commands.length > 0);
}
