import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type SettingName, settingsOnAzure } from '../api/src/azure-settings.ts';
import { readConfig, Settings } from '../api/src/config.ts';
import { alertRules } from '../api/src/features/health/alert-rules.ts';
import { containers } from '../api/src/store/containers.ts';
import { timers } from '../api/src/timers.ts';
import { generated, placedSettings, staleFiles, writeFiles } from './generate.ts';

const folder = join(import.meta.dirname, 'bicep/generated');
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

function copyOfGenerated(): string {
  const copy = mkdtempSync(join(tmpdir(), 'tenantry-generated-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

test('what Bicep loads is what the code says', () => {
  expect(staleFiles(generated(), folder), 'run npm run infra:generate').toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(Object.keys(generated()).sort());
});

test('a file that differs, or is missing, is named', () => {
  const copy = copyOfGenerated();
  rmSync(join(copy, 'timers.json'));
  const [first, ...rest] = Object.values(containers);
  const fewer = { ...generated(), 'containers.json': rest.map(({ name }) => name) };
  expect(first).toBeDefined();
  expect(staleFiles(fewer, copy)).toEqual(['containers.json', 'timers.json']);
  writeFiles(fewer, copy);
  expect(staleFiles(fewer, copy)).toEqual([]);
});

test('every container is there with its keys, its time to live and an index for each of its orders', () => {
  const made: ReturnType<typeof Object>[] = read('containers.json');
  expect(made.map(({ id }) => id)).toEqual(Object.values(containers).map(({ name }) => name));
  // A database takes 25 containers for the throughput that they share; each of the others has its own, which costs more.
  const ownThroughput: readonly string[] = read('own-throughput.json');
  expect(made.length - ownThroughput.length).toBeLessThanOrEqual(25);
  expect(made.map(({ id }) => id)).toEqual(expect.arrayContaining([...ownThroughput]));
  for (const container of Object.values(containers)) {
    const one = made.find(({ id }) => id === container.name);
    expect(one.partitionKey).toEqual({ paths: [`/${container.partitionField}`], kind: 'Hash', version: 2 });
    expect(one.defaultTtl).toBe('timeToLiveSeconds' in container ? container.timeToLiveSeconds : undefined);
    const unique: readonly string[] = 'uniqueKeys' in container ? container.uniqueKeys : [];
    expect(one.uniqueKeyPolicy.uniqueKeys).toEqual(unique.map((key) => ({ paths: [`/${key}`] })));
    const orders: readonly string[] = [
      ...('orders' in container ? container.orders : []),
      ...('ordersAcross' in container ? container.ordersAcross : []),
    ];
    expect(one.indexingPolicy.compositeIndexes).toEqual(
      orders.flatMap((field) => [
        [
          { path: `/${field}`, order: 'ascending' },
          { path: '/id', order: 'ascending' },
        ],
        [
          { path: `/${field}`, order: 'descending' },
          { path: '/id', order: 'descending' },
        ],
      ]),
    );
  }
});

test('a setting that was renamed in one of the two tables stops the generator by its name', () => {
  const names = Object.keys(Settings.shape);
  const renamed = names.map((name) => (name === 'STAFF_GUESTS' ? 'GUESTS' : name));
  expect(() => placedSettings(renamed, settingsOnAzure)).toThrow('no setting STAFF_GUESTS');
  const { STAFF_GUESTS, ...others } = settingsOnAzure;
  expect(STAFF_GUESTS.from).toBe('parameter');
  expect(() => placedSettings(names, others)).toThrow('does not say who sets STAFF_GUESTS on Azure');
});

test('every setting has one place, and those of Azure are enough to start with', () => {
  const settings = read('app-settings.json');
  const { resource, parameter, secret, azure, local } = settings;
  const placed = [
    ...Object.keys(settings.default),
    ...Object.keys(settings.tuning),
    ...[resource, parameter, secret].flatMap((names) => Object.values<string>(names)),
    ...azure,
    ...local,
  ];
  expect(placed.sort()).toEqual(Object.keys(Settings.shape).sort());
  const environment: Partial<Record<SettingName, string>> = {
    ...settings.default,
    [resource.publicOrigin]: 'https://tenantry.example',
    [resource.storageAccount]: 'sttenantry',
    [resource.cosmosEndpoint]: 'https://tenantry.documents.azure.com:443/',
    [resource.keyVaultUrl]: 'https://tenantry.vault.azure.net/',
    [parameter.staffGuests]: 'refused',
    [parameter.trustedProxies]: '2',
    [secret.setupCode]: 'a-long-setup-code-1234',
    WEBSITE_SITE_NAME: 'func-tenantry',
  };
  expect(readConfig(environment)).toMatchObject({ store: { kind: 'cosmos' }, vault: { kind: 'keyvault' } });
});

test('the timers and the settings that main.bicep takes by name are those of the code', () => {
  const main = readFileSync(join(import.meta.dirname, 'bicep/main.bicep'), 'utf8');
  const allowed = /@allowed\(\[([^\]]*)\]\)\nparam disabledTimers /.exec(main)?.[1] ?? '';
  expect([...allowed.matchAll(/'([^']+)'/g)].map(([, name]) => name)).toEqual(Object.keys(timers));
  const settings = /\nparam settings \{([^}]*)\}/.exec(main)?.[1] ?? '';
  expect([...settings.matchAll(/(\w+): string\?/g)].map(([, name]) => name)).toEqual(
    Object.keys(read('app-settings.json').tuning),
  );
});

test('azd asks for every parameter without a default, and every other one can be set in its environment', () => {
  const main = readFileSync(join(import.meta.dirname, 'bicep/main.bicep'), 'utf8');
  const declared = [...main.matchAll(/^param (\w+) (.*)$/gm)].map(([, name, rest = '']) => ({ name, rest }));
  // A default, a type over several lines with one behind it, or a type that takes nothing.
  const required = declared.filter(({ rest }) => !/=|\{$|\?$/.test(rest)).map(({ name }) => name);
  expect(required).toEqual(['environmentName', 'location', 'webLocation', 'setupCode']);
  const file = JSON.parse(readFileSync(join(import.meta.dirname, 'bicep/main.parameters.json'), 'utf8'));
  expect(Object.keys(file.parameters)).toEqual(declared.map(({ name }) => name));
  const values = Object.values<{ value: string }>(file.parameters).map(({ value }) => value);
  const variables = values.map((value) => /^\$\{(\w+)\}$/.exec(value)?.[1]);
  expect(new Set(variables).size).toBe(declared.length);
  expect(variables).not.toContain(undefined);
  // azd writes every output into the same environment: the value of the last deployment would be the parameter of the next.
  const outputs = [...main.matchAll(/^output (\w+) /gm)].map(([, name]) => name);
  expect(variables.filter((name) => outputs.includes(name))).toEqual([]);
});

test('every timer and every alert is there by its name', () => {
  expect(read('timers.json').map(({ name }: { name: string }) => name)).toEqual(Object.keys(timers));
  expect(read('alerts.json').map(({ name }: { name: string }) => name)).toEqual(alertRules.map(({ name }) => name));
});

test('no setting that Bicep sets has a hyphen in its name, which Linux refuses', () => {
  for (const name of Object.keys(settingsOnAzure)) expect(name).toMatch(/^[A-Za-z0-9_.]+$/);
});
