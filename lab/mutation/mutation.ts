import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../local/build-outputs.ts';
import { type MutationReport, mutationSummary } from './mutation-summary.ts';

/**
 * `npm run mutation` tries every mutant; `npm run mutation -- --incremental` only those that a change since the last run
 * could turn; `npm run mutation -- --only FILE` those of one file, or of some of its lines (`FILE:14-17`), by the tests of its
 * folder, or by those of `--tests PATTERN`. Further arguments are Stryker's. Ends with an error where the score is below the
 * threshold in stryker.config.json.
 */
function taken(args: readonly string[], option: string): { value: string | null; others: string[] } {
  const at = args.indexOf(option);
  return at < 0 ? { value: null, others: [...args] } : { value: args[at + 1] ?? '', others: args.toSpliced(at, 2) };
}

const { value: only, others } = taken(process.argv.slice(2), '--only');
const { value: tests, others: given } = taken(others, '--tests');
const fileOfOnly = only?.replace(/:\d+-\d+$/, '') ?? null;
if (fileOfOnly === null ? tests !== null : fileOfOnly === '' || !existsSync(join(ROOT, fileOfOnly)) || tests === '') {
  process.stderr.write(
    'usage: npm run mutation -- [--only FILE[:LINES] [--tests PATTERN]] [--incremental] [arguments of Stryker]\n' +
      '--only: no such file\n',
  );
  process.exit(2);
}
const onlyResults = '.local/mutation/only.json';
const isIncremental = given.includes('--incremental');
const reportFile = join(ROOT, '.local/mutation/report.json');
const startMs = performance.now();
// Not the figures of another run, where this one writes none.
rmSync(reportFile, { force: true });
// Nor those of other lines.
if (!isIncremental) rmSync(join(ROOT, onlyResults), { force: true });
const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const args = [
  'run',
  'lab/mutation/stryker.config.json',
  ...(isIncremental ? [] : ['--force']),
  // Not among the results of whole runs, which the next incremental one begins with.
  ...(only === null ? [] : ['--mutate', only, '--incrementalFile', onlyResults]),
  ...given,
];
const env = {
  ...process.env,
  ...(fileOfOnly === null ? {} : { MUTATION_TESTS: tests ?? `${dirname(fileOfOnly)}/*.test.ts` }),
};
const { status, error } = spawnSync(process.execPath, [stryker, ...args], { cwd: ROOT, stdio: 'inherit', env });
if (error !== undefined) throw error;
if (existsSync(reportFile)) {
  const report: MutationReport = JSON.parse(readFileSync(reportFile, 'utf8'));
  const minutes = Math.round((performance.now() - startMs) / 60_000);
  process.stdout.write(`\n${mutationSummary(report)}\n\n${minutes} minutes.\n`);
}
process.exitCode = status ?? 1;
