import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../local/build-outputs.ts';
import { type MutationReport, mutationSummary } from './mutation-summary.ts';

/**
 * `npm run mutation` tries every mutant; `npm run mutation -- --incremental` only those that a change since the last run
 * could turn; `npm run mutation -- --only FILE` those of one file, by the tests of its folder. Further arguments are Stryker's. Ends with an error where the score is below the threshold in
 * stryker.config.json.
 */
const { only, given } = (() => {
  const args = process.argv.slice(2);
  const at = args.indexOf('--only');
  if (at < 0) return { only: null, given: args };
  const file = args[at + 1];
  if (file === undefined || !existsSync(join(ROOT, file))) {
    process.stderr.write(
      'usage: npm run mutation -- [--only FILE] [--incremental] [arguments of Stryker]\n--only: no such file\n',
    );
    process.exit(2);
  }
  return { only: file, given: args.toSpliced(at, 2) };
})();
const reportFile = join(ROOT, '.local/mutation/report.json');
const startMs = performance.now();
// Not the figures of another run, where this one writes none.
rmSync(reportFile, { force: true });
const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const args = [
  'run',
  'lab/mutation/stryker.config.json',
  ...(given.includes('--incremental') ? [] : ['--force']),
  // Not among the results of whole runs, which the next incremental one begins with.
  ...(only === null ? [] : ['--mutate', only, '--incrementalFile', '.local/mutation/only.json']),
  ...given,
];
const env = { ...process.env, ...(only === null ? {} : { MUTATION_TESTS: `${dirname(only)}/*.test.ts` }) };
const { status, error } = spawnSync(process.execPath, [stryker, ...args], { cwd: ROOT, stdio: 'inherit', env });
if (error !== undefined) throw error;
if (existsSync(reportFile)) {
  const report: MutationReport = JSON.parse(readFileSync(reportFile, 'utf8'));
  const minutes = Math.round((performance.now() - startMs) / 60_000);
  process.stdout.write(`\n${mutationSummary(report)}\n\n${minutes} minutes.\n`);
}
process.exitCode = status ?? 1;
