import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteCloud } from './stack/data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenantry-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start(args: string[], env: Record<string, string> = {}) {
  const command = [join(import.meta.dirname, 'start.ts'), '--no-build', '--data', folder, ...args];
  const { status, stderr, stdout } = spawnSync(process.execPath, command, {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  return { status, said: stderr + stdout };
}

test('--microsoft in a shell that leads to a simulator starts nothing and says what to do', () => {
  const { status, said } = start(['--microsoft'], { SIMULATOR_URL: 'http://127.0.0.1:7100' });
  expect(status).toBe(2);
  expect(said).toContain('unset SIMULATOR_URL');
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['simulator', ['--microsoft']],
  ['microsoft', []],
] as const)('a folder with the data of %s is not opened in the other mode', (cloud, args) => {
  noteCloud(folder, cloud);
  const { status, said } = start([...args]);
  expect(status).toBe(1);
  expect(said).toContain('Choose another folder: --data DIR');
  expect(readdirSync(folder)).toEqual(['microsoft-cloud']);
});
