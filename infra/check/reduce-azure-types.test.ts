import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAzureTypes } from './azure-types.ts';
import { reduceAzureTypes, typesUsed } from './reduce-azure-types.ts';
import { ROOT } from './testing/planted.ts';

const source = mkdtempSync(join(tmpdir(), 'infra-check-'));
afterAll(() => rmSync(source, { recursive: true }));

const published = [
  { $type: 'StringType', minLength: 3 },
  { $type: 'StringLiteralType', value: 'Hot' },
  { $type: 'UnionType', elements: [{ $ref: '#/1' }, { $ref: '#/0' }] },
  {
    $type: 'ObjectType',
    name: 'Things',
    properties: {
      name: { type: { $ref: '#/0' }, flags: 9, description: 'its name' },
      tier: { type: { $ref: '#/2' }, flags: 0 },
      state: { type: { $ref: '#/0' }, flags: 2 },
      // A type may hold itself.
      inner: { type: { $ref: '#/3' }, flags: 0 },
    },
  },
  { $type: 'ResourceType', name: 'Test.Example/things@2026-01-01', body: { $ref: '#/3' }, writableScopes: 8 },
];
for (const version of ['2025-01-01', '2026-01-01']) {
  mkdirSync(join(source, 'generated/example/test.example', version), { recursive: true });
  const types = JSON.stringify(published).replaceAll('2026-01-01', version);
  writeFileSync(join(source, 'generated/example/test.example', version, 'types.json'), types);
}

test('a type is reduced to names, flags, allowed values and limits', () => {
  const reduced = reduceAzureTypes(source, 'abc', ['Test.Example/things@2026-01-01']);
  expect(reduced.versions).toEqual({ 'Test.Example/things': ['2025-01-01', '2026-01-01'] });
  const body = reduced.resources['Test.Example/things@2026-01-01']?.body ?? -1;
  const type = reduced.types[body];
  if (type?.is !== 'object') throw new Error('the body is an object');
  expect(Object.entries(type.props).map(([name, [, flags]]) => [name, flags])).toEqual([
    ['name', 1],
    ['tier', 0],
    ['state', 2],
    ['inner', 0],
  ]);
  expect(type.props.inner?.[0]).toBe(body);
  expect(reduced.types[type.props.tier?.[0] ?? -1]).toEqual({ is: 'enum', values: ['Hot'], open: true });
  expect(reduced.types[type.props.name?.[0] ?? -1]).toEqual({ is: 'string', min: 3 });
  expect(JSON.stringify(reduced)).not.toContain('its name');
});

test('a type that Azure has not published is refused', () => {
  expect(() => reduceAzureTypes(source, 'abc', ['Test.Example/others@2026-01-01'])).toThrow(
    "not among Azure's published types: test.example/others@2026-01-01",
  );
});

test('azure-types.json has the types that Bicep uses, and says where they are from', () => {
  const { resources, commit, source: from, license } = readAzureTypes(join(import.meta.dirname, 'azure-types.json'));
  expect(Object.keys(resources).sort()).toEqual(typesUsed(ROOT));
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(from).toContain('Azure/bicep-types-az');
  expect(license).toContain('MIT');
});
