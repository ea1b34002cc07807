import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdToCloud, noteCloud } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenantry-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an empty folder, and one that is not there, is for either cloud', () => {
  for (const cloud of ['simulator', 'microsoft'] as const) {
    holdToCloud(folder, cloud);
    holdToCloud(join(folder, 'none'), cloud);
  }
});

test('a folder stays with the cloud that it began with', () => {
  noteCloud(folder, 'microsoft');
  holdToCloud(folder, 'microsoft');
  expect(() => holdToCloud(folder, 'simulator')).toThrow(
    `${folder} holds the data of real tenants: it was made with --microsoft and is never opened without --microsoft.\nChoose another folder: --data DIR`,
  );
  noteCloud(folder, 'simulator');
  holdToCloud(folder, 'simulator');
  expect(() => holdToCloud(folder, 'microsoft')).toThrow('holds the data of the simulated cloud');
});

test('a folder of an earlier version is one of the simulated cloud', () => {
  mkdirSync(join(folder, 'azurite'));
  holdToCloud(folder, 'simulator');
  expect(() => holdToCloud(folder, 'microsoft')).toThrow('is never opened with --microsoft');
});

test('a note that nobody wrote opens nothing', () => {
  writeFileSync(join(folder, 'microsoft-cloud'), 'other\n');
  for (const cloud of ['simulator', 'microsoft'] as const) expect(() => holdToCloud(folder, cloud)).toThrow('other');
});
