import { graphAppRoles, graphScopes } from '@tenantry/simulator/directory/graph-permissions';
import { expect, test } from 'vitest';
import { requiredPermissions } from './permissions.ts';

test('every permission that the product asks for is one that the simulated Graph has', () => {
  const has = {
    role: new Set(graphAppRoles.map(({ value }) => value)),
    scope: new Set(graphScopes.map(({ value }) => value)),
  };
  const missing = requiredPermissions().filter(
    ({ permission, isDelegated }) => !has[isDelegated ? 'scope' : 'role'].has(permission),
  );
  expect(missing.map(({ permission }) => permission)).toEqual([]);
  expect(has.role.has('ConfigurationMonitoring.ReadWrite.All')).toBe(true);
});
