import { expect, it } from 'vitest';
import { askedOnChange, configurationPermission, datasetNames, datasets } from '../facts/datasets.ts';
import { catalog } from './catalog.ts';
import { grantedBy, optionalPermissions, requiredPermissions } from './permissions.ts';

it('each permission of each dataset is required, once, and nothing else is; those of a feature stand apart', () => {
  const everywhere = [...datasetNames, ...askedOnChange].filter((name) => datasets[name].feature === undefined);
  const wanted = everywhere.flatMap((name) => datasets[name].permission?.split(' and ') ?? []);
  const required = requiredPermissions().map(({ permission }) => permission);
  expect(required).toEqual([...new Set(wanted)].sort((one, two) => one.localeCompare(two)));
  expect(required.length).toBeGreaterThan(15);
});

it('each check stands with every permission that its datasets need', () => {
  for (const check of catalog) {
    const needed = check.datasets.flatMap((name) => datasets[name].permission?.split(' and ') ?? []);
    const standing = [...requiredPermissions(), ...optionalPermissions()].filter(({ checks }) =>
      checks.some(({ id }) => id === check.id),
    );
    expect(standing.map(({ permission }) => permission)).toEqual(expect.arrayContaining([...new Set(needed)]));
  }
});

it('the one permission to write is that of tenant configuration, and no tenant has to grant it', () => {
  expect(requiredPermissions().filter(({ permission }) => permission.includes('Write'))).toEqual([]);
  expect(optionalPermissions().map(({ permission }) => permission)).toEqual([configurationPermission]);
});

it('only what is read as an account is delegated', () => {
  expect(requiredPermissions().flatMap((one) => (one.isDelegated ? [one.permission] : []))).toEqual([
    'OnPremDirectorySynchronization.Read.All',
  ]);
});

it.each([
  ['Policy.Read.All', ['Policy.Read.All'], 'Policy.Read.All'],
  ['SecurityEvents.Read.All', ['SecurityEvents.ReadWrite.All'], 'SecurityEvents.ReadWrite.All'],
  ['User.Read.All', ['Directory.Read.All'], 'Directory.Read.All'],
  ['User.Read.All', ['Directory.ReadWrite.All'], 'Directory.ReadWrite.All'],
  ['Policy.Read.AuthenticationMethod', ['Policy.Read.All'], 'Policy.Read.All'],
  ['RoleManagement.Read.Directory', ['RoleManagement.ReadWrite.Directory'], 'RoleManagement.ReadWrite.Directory'],
  // An application gets no device registration policy for it (deviceRegistrationPolicy, "Permissions").
  ['Policy.Read.DeviceConfiguration', ['Policy.Read.All'], null],
  ['AuditLog.Read.All', ['Directory.ReadWrite.All'], null],
  ['User.Read.All', ['User.Read', 'User.ReadBasic.All'], null],
  ['User.Read.All', [], null],
])('%s is granted by %j: %s', (permission, granted, by) => {
  expect(grantedBy(permission, new Set(granted))).toBe(by);
});
