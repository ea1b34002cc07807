import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');

test('every file and decision that SECURITY.md relies on is there', () => {
  const files = [...page.matchAll(/`((?:api|e2e|infra|\.npmrc|staticwebapp)[^`]*)`|\((docs\/[\w/.-]+)/g)].map(
    ([, code, doc]) => code ?? doc ?? '',
  );
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 3));
  const named = [...page.matchAll(/decision (\d{3})/g)].map(([, number]) => number ?? '');
  expect(named.filter((number) => !decisions.includes(number))).toEqual([]);
});

test('Tenantry asks for no application permission that changes anything', () => {
  const permissions: { permission?: string; name?: string }[] = JSON.parse(
    readFileSync(join(root, 'infra/bicep/generated/permissions.json'), 'utf8'),
  );
  const names = permissions.map(({ permission, name }) => permission ?? name ?? '');
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !/\.Read(\.|$)/.test(name))).toEqual([]);
});
