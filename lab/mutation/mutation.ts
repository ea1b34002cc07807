import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../local/build-outputs.ts';
import { type MutationReport, mutationSummary } from './mutation-summary.ts';

/**
 * `npm run mutation` tries every mutant; `npm run mutation -- --incremental` only those that a change since the last run
 * could turn. Further arguments are Stryker's. Ends with an error where the score is below the threshold in
 * stryker.config.json.
 */
const given = process.argv.slice(2);
const reportFile = join(ROOT, '.local/mutation/report.json');
const startMs = performance.now();
// Not the figures of another run, where this one writes none.
rmSync(reportFile, { force: true });
const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const args = [
  'run',
  'lab/mutation/stryker.config.json',
  ...(given.includes('--incremental') ? [] : ['--force']),
  ...given,
];
const { status, error } = spawnSync(process.execPath, [stryker, ...args], { cwd: ROOT, stdio: 'inherit' });
if (error !== undefined) throw error;
if (existsSync(reportFile)) {
  const report: MutationReport = JSON.parse(readFileSync(reportFile, 'utf8'));
  const minutes = Math.round((performance.now() - startMs) / 60_000);
  process.stdout.write(`\n${mutationSummary(report)}\n\n${minutes} minutes.\n`);
}
process.exitCode = status ?? 1;
