import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './build-outputs.ts';
import { type BrowserSuite, namesOfBrowserTests } from './test-run/browser-test-names.ts';

// `node local/bootstrap.mjs test-names`: the full name of every test, one a line and sorted, without the files that they
// stand in: `diff` of two such lists shows what a change dropped, added or renamed.
const folder = mkdtempSync(join(tmpdir(), 'tenantry-test-names-'));
const node = (args: string[]) =>
  execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 2] });
try {
  const unitFile = join(folder, 'unit.json');
  // Collected by running the files: a static reading misses tests that a function declares.
  node(['node_modules/vitest/vitest.mjs', 'list', '--no-static-parse', `--json=${unitFile}`]);
  const unit: { name: string }[] = JSON.parse(readFileSync(unitFile, 'utf8'));
  const listed = node(['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=json']);
  const { suites }: { suites: BrowserSuite[] } = JSON.parse(listed);
  const names = [
    ...unit.map(({ name }) => `unit: ${name}`),
    ...namesOfBrowserTests(suites).map((name) => `e2e: ${name}`),
  ];
  process.stdout.write(`${names.sort().join('\n')}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
