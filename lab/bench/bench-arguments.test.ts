import { expect, test } from 'vitest';
import { readArguments, sectionNames } from './bench-arguments.ts';

test('without arguments every part is measured and nothing is written', () => {
  expect(readArguments([])).toEqual({
    size: 'usual',
    sections: [...sectionNames],
    jsonFile: null,
    markdownFile: null,
    profileDir: null,
    users: [1000, 10_000, 100_000],
    fleet: { tenants: 1000, users: 200 },
    throttledUsers: [200, 20_000],
    runs: null,
    build: true,
  });
});

test('--smallest is one run of one small size, where no other is asked for', () => {
  expect(readArguments(['--smallest'])).toMatchObject({
    size: 'smallest',
    sections: [...sectionNames],
    users: [200],
    fleet: { tenants: 2, users: 20 },
    throttledUsers: [20],
    runs: 1,
  });
  expect(readArguments(['--smallest', '--users', '50', '--runs', '2'])).toMatchObject({ users: [50], runs: 2 });
});

test('--only chooses parts, in the order in which they run', () => {
  expect(readArguments(['--only', 'pages, scan']).sections).toEqual(['scan', 'pages']);
});

test('--only names the part that there is not', () => {
  expect(() => readArguments(['--only', 'scan,speed'])).toThrow(/'speed'/);
});

test('--json, --users and --no-build reach the benchmark', () => {
  const { jsonFile, users, build } = readArguments(['--json', 'out.json', '--users', '50,2000', '--no-build']);
  expect({ jsonFile, users, build }).toEqual({ jsonFile: 'out.json', users: [50, 2000], build: false });
});

test('--tenants and --users are the size of the fleet', () => {
  const args = readArguments(['--only', 'scale', '--tenants', '50', '--users', '30']);
  expect(args).toMatchObject({ fleet: { tenants: 50, users: 30 }, throttledUsers: [30] });
  expect(() => readArguments(['--tenants', 'many'])).toThrow(/--tenants/);
});

test.each(['0', '-1', '1.5', 'many', '1000,'])('a tenant of %s users is refused', (users) => {
  expect(() => readArguments([`--users=${users}`])).toThrow(/--users/);
});

test('an argument that there is not is refused', () => {
  expect(() => readArguments(['--onyl', 'scan'])).toThrow(/onyl/);
});
