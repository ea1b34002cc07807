import { graphAppRoles, graphScopes } from '@tenantry/simulator/directory/graph-permissions';
import { expect, test } from 'vitest';
import { requiredPermissions } from '../../audit/checks/permissions.ts';
import { configurationPermission } from '../../audit/facts/datasets.ts';
import { askedPermissions } from './asked-permissions.ts';
import { knownPermissionId } from './permission-ids.ts';

const choices = [false, true].flatMap((isPublicClient) =>
  [false, true].map((withTenantConfiguration) => ({ isPublicClient, withTenantConfiguration })),
);

test.each(choices)(
  'no permission but that of tenant configuration can write, and that one is asked for by its option alone: %o',
  (app) => {
    const writing = askedPermissions(app, 'commercial').filter(({ name }) => !/\.Read(\.|$)/.test(name));
    expect(writing.map(({ name }) => name)).toEqual(app.withTenantConfiguration ? [configurationPermission] : []);
  },
);

test('every permission that the audit needs is asked for, of its kind and with what it is for', () => {
  const asked = askedPermissions({ isPublicClient: false, withTenantConfiguration: false }, 'commercial');
  expect(asked.map(({ name, kind }) => [name, kind])).toEqual(
    requiredPermissions().map(({ permission, isDelegated }) => [permission, isDelegated ? 'Scope' : 'Role']),
  );
  for (const { purpose } of asked) expect(purpose).not.toBe('');
});

test('what a cloud does not offer is not asked for, its option or not', () => {
  const asked = askedPermissions({ isPublicClient: true, withTenantConfiguration: true }, 'china');
  const names = new Set(asked.map(({ name }) => name));
  const gone = requiredPermissions().filter(({ permission }) => !names.has(permission));
  expect(gone.map(({ permission }) => permission)).toEqual(
    requiredPermissions()
      .map(({ permission }) => permission)
      .filter((permission) => !requiredPermissions('china').some((one) => one.permission === permission)),
  );
  expect(names).not.toContain('IdentityRiskyUser.Read.All');
  expect(names).not.toContain(configurationPermission);
});

test('ids that are printed are those of the directory', () => {
  const idOf = { Role: new Map<string, unknown>(), Scope: new Map<string, unknown>() };
  for (const { value, id } of graphAppRoles) idOf.Role.set(value ?? '', id);
  for (const { value, id } of graphScopes) idOf.Scope.set(value ?? '', id);
  const app = { isPublicClient: true, withTenantConfiguration: false };
  const known = askedPermissions(app, 'commercial').filter(knownPermissionId);
  expect(known.length).toBeGreaterThan(35);
  for (const one of known) expect(knownPermissionId(one)).toBe(idOf[one.kind].get(one.name));
});
