import { expect, test } from 'vitest';
import { roleChecks } from '../../checks/entra/roles.ts';
import { noExemption } from '../../checks/shared/check.ts';
import { collected } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import type { RoleFacts } from '../../facts/role-facts.ts';
import { globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { type RoleAnswers, roleFacts } from './roles.ts';

const person = (id: string, more: JsonObject = {}): JsonObject => ({
  '@odata.type': '#microsoft.graph.user',
  id,
  displayName: id,
  userType: 'Member',
  accountEnabled: true,
  onPremisesSyncEnabled: null,
  ...more,
});
const holds = (principal: JsonObject): JsonObject => ({
  principalId: principal.id,
  roleDefinitionId: globalAdministratorId,
  principal,
});
const group = { '@odata.type': '#microsoft.graph.group', id: 'g', displayName: 'Admins' };

function facts(answers: Partial<RoleAnswers>): RoleFacts {
  return roleFacts({
    assignments: [],
    eligible: [],
    eligibility: 'read',
    definitions: [],
    membersOf: () => null,
    ...answers,
  });
}

function count(roles: RoleFacts): string | undefined {
  const check = roleChecks.find((item) => item.id === 'role.ga.count');
  return check?.evaluate({ roles: collected(roles, testNow) }, { now: testNow, exemption: noExemption }).status;
}

test('a person with an active and an eligible assignment counts once', () => {
  const roles = facts({ assignments: [holds(person('a'))], eligible: [holds(person('a'))] });
  expect(count(roles)).toBe('fail');
});

test('members of a group with the role count as holders', () => {
  const roles = facts({ assignments: [holds(person('a')), holds(group)], membersOf: () => [person('b')] });
  expect(count(roles)).toBe('pass');
  expect(roles.holdings.find((holding) => holding.principalId === 'b')?.viaGroupId).toBe('g');
});

test('a group whose members could not be read leaves the number open', () => {
  expect(count(facts({ assignments: [holds(person('a')), holds(person('b')), holds(group)] }))).toBe('couldNotCheck');
});

test('eligible holders that Microsoft refused to show leave the number open; without the license there are none', () => {
  const assignments = [holds(person('a')), holds(person('b'))];
  expect(count(facts({ assignments, eligible: null, eligibility: 'refused' }))).toBe('couldNotCheck');
  expect(count(facts({ assignments, eligible: null, eligibility: 'notLicensed' }))).toBe('pass');
});

test('too many holders stay too many, whatever could not be read', () => {
  const assignments = [...'abcdefghi'].map((id) => holds(person(id)));
  expect(count(facts({ assignments, eligible: null, eligibility: 'refused' }))).toBe('fail');
});

test('a service principal is no person', () => {
  const application = { '@odata.type': '#microsoft.graph.servicePrincipal', id: 's', displayName: 'App' };
  expect(count(facts({ assignments: [holds(person('a')), holds(application)] }))).toBe('fail');
});
