import { graphAppRoles, graphScopes } from '@tenantry/simulator/directory/graph-permissions';
import { expect, test } from 'vitest';
import { optionalPermissions, requiredPermissions } from './permissions.ts';

test('every permission that the product asks for is one that the simulated Graph has', () => {
  const has = {
    role: new Set(graphAppRoles.map(({ value }) => value)),
    scope: new Set(graphScopes.map(({ value }) => value)),
  };
  const missing = [...requiredPermissions(), ...optionalPermissions()].filter(
    ({ permission, isDelegated }) => !has[isDelegated ? 'scope' : 'role'].has(permission),
  );
  expect(missing.map(({ permission }) => permission)).toEqual([]);
});
