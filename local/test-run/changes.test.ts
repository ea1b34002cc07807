import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { changesSinceMain } from './changes.ts';

let root: string;
function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@msp.example', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
}
function commit(file: string): string {
  writeFileSync(join(root, file), `${file}\n`);
  git('add', '-A');
  git('commit', '-qm', file);
  return git('rev-parse', 'HEAD');
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tenantry-changes-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  git('init', '-q', '-b', 'main');
});

test('a branch has what it committed, what it has not committed yet and new files, and nothing that main did since', () => {
  writeFileSync(join(root, '.gitignore'), 'ignored\n');
  const left = commit('a.ts');
  git('switch', '-qc', 'branch');
  commit('b.ts');
  git('switch', '-q', 'main');
  commit('of-main.ts');
  git('switch', '-q', 'branch');
  writeFileSync(join(root, 'a.ts'), 'changed');
  writeFileSync(join(root, 'new file.ts'), '');
  writeFileSync(join(root, 'ignored'), '');
  expect(changesSinceMain(root)).toEqual({ base: left, files: ['a.ts', 'b.ts', 'new file.ts'] });
});

test('main itself without changes has none', () => {
  const head = commit('a.ts');
  expect(changesSinceMain(root)).toEqual({ base: head, files: [] });
});

test('a clone without a main of its own compares with that of its origin', () => {
  const head = commit('a.ts');
  git('update-ref', 'refs/remotes/origin/main', head);
  git('branch', '-qm', 'main', 'other');
  expect(changesSinceMain(root)).toEqual({ base: head, files: [] });
});

test('without any main there is nothing to compare with', () => {
  commit('a.ts');
  git('branch', '-qm', 'main', 'other');
  expect(() => changesSinceMain(root)).toThrow('--changed compares with the branch main');
});
