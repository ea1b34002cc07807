import { readGraphSchema } from '@tenantry/simulator/testing/graph-schema';
import { expect, test } from 'vitest';
import { fixedPart, secondPart } from './fixed-part.ts';
import * as paths from './paths.ts';

const schema = readGraphSchema();
const now = new Date('2026-11-20T12:00:00Z');
const fixed = Object.fromEntries([...fixedPart, ...secondPart].map(({ id, path }) => [id, path]));

/** The type of what each path answers with, by the package of Graph's public types. */
const asked: [string, string][] = [
  ['User', paths.usersPath()],
  ['User', paths.signInActivityPath()],
  ['Group', paths.groupsPath()],
  ['Application', paths.appRegistrationsPath()],
  ['ServicePrincipal', fixed.agentIdentities ?? ''],
  ['RiskyUser', paths.riskyUsersPath()],
  ['RiskDetection', paths.riskDetectionsPath(now)],
  ['SecurityNamespace.Alert', paths.openAlertsPath()],
  ['SignIn', paths.signInsPath(now)],
  ['UnifiedRoleDefinition', fixed.roleDefinitions ?? ''],
  ['UnifiedRoleAssignment', fixed.roleAssignments ?? ''],
  ['UnifiedRoleEligibilityScheduleInstance', fixed.roleEligibility ?? ''],
  ['UnifiedRoleManagementPolicyAssignment', fixed.roleRules ?? ''],
];

/** The properties that $select, $filter and $expand name, those on the way to a nested one left out. */
function properties(path: string): string[] {
  const params = new URLSearchParams(path.split('?', 2)[1]);
  const selected = (params.get('$select') ?? '').split(',');
  const expanded = (params.get('$expand') ?? '').split(/[,(]/).slice(0, 1);
  const texts = (params.get('$filter') ?? '').replace(/'[^']*'/g, "''");
  const compared = [...texts.matchAll(/([A-Za-z]\w*)(?:\/\w+)* (?:eq|ne|ge|gt|le|lt) /g)].map(([, name]) => name ?? '');
  return [...selected, ...expanded, ...compared].filter((name) => name !== '');
}

test.each(asked)('a scan asks for properties that %s has: %s', (type, path) => {
  const named = properties(path);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !schema.hasProperty(type, name))).toEqual([]);
});
