import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { KillersFirst } from './killers-first.ts';

const fewRuns = join(import.meta.dirname, 'few-runs.ts');

/**
 * What `npm run mutation` runs for each mutant: the tests of the audit engine and of the mail-flow check. A sixth of the
 * mutants sit in constants of modules, for which Stryker runs every test: most of what stands here saves time on them.
 */
export default defineConfig({
  plugins: [
    {
      name: 'few-runs',
      enforce: 'pre',
      resolveId: (source, importer) => (source === 'fast-check' && importer !== fewRuns ? fewRuns : null),
    },
  ],
  test: {
    environment: 'node',
    include: [process.env.MUTATION_TESTS ?? 'api/src/{audit,mailflow,cli/checks-page}/**/*.test.ts'],
    // These test neither checks nor mail flow, and kill nothing there that others do not.
    exclude: ['api/src/audit/{collect,findings/drift,findings/frameworks}/**'],
    // One worker, and modules loaded once, for each mutant.
    isolate: false,
    runner: 'lab/mutation/stops-at-failure.ts',
    sequence: { sequencer: KillersFirst },
  },
});
