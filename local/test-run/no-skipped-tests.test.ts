import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenantry-skipped-'));
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { NoSkippedTests } from ${JSON.stringify(join(import.meta.dirname, 'no-skipped-tests.ts'))};
     export default { test: { globals: true, include: ['*.test.js'], reporters: [new NoSkippedTests()] } };`,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(tests: string, ...args: string[]) {
  writeFileSync(join(folder, 'a.test.js'), tests);
  const { status, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', folder, ...args], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

// Written so that the linter of this repository does not take the text for a skipped test of its own.
const skip = ['test', 'skip'].join('.');

test('a run with a skipped or a planned test fails and names it', () => {
  expect(run(`test('runs', () => {}); ${skip}('is left out', () => {});`)).toEqual({
    status: 1,
    stderr: expect.stringContaining('- is left out'),
  });
  expect(run("test('runs', () => {}); test.todo('is planned');").status).toBe(1);
});

test('a run without skipped tests passes, also one narrowed by name', () => {
  const tests = "test('first', () => {}); test('second', () => {});";
  expect(run(tests).status).toBe(0);
  expect(run(tests, '-t', 'first').status).toBe(0);
});
