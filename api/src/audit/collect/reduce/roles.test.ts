import { expect, test } from 'vitest';
import { roleChecks } from '../../checks/entra/roles.ts';
import { noExemption } from '../../checks/shared/check.ts';
import { collected } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import type { RoleFacts } from '../../facts/role-facts.ts';
import { globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { groupAccounts } from './groups.ts';
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

const typed = (type: string, id: string): JsonObject => ({
  '@odata.type': `#microsoft.graph.${type}`,
  id,
  displayName: id,
});
const typesOf = (roles: RoleFacts): string[] =>
  roles.holdings.map(({ principalId, principalType, agent }) =>
    [principalId, principalType, agent ?? ''].join(' ').trim(),
  );

test('an agent counts as what its type derives from, and is told as an agent', () => {
  const roles = facts({
    assignments: [
      holds(typed('agentIdentity', 'n')),
      holds(typed('agentIdentityBlueprintPrincipal', 'p')),
      holds(person('u', { '@odata.type': '#microsoft.graph.agentUser' })),
    ],
  });
  expect(typesOf(roles)).toEqual([
    'n servicePrincipal agentIdentity',
    'p servicePrincipal agentIdentityBlueprintPrincipal',
    'u user agentUser',
  ]);
  expect(roles.accounts).toMatchObject([{ id: 'u', agent: true }]);
});

test('a member of a group with the role counts as what it is: no device, contact or application is an account', () => {
  const members = [
    person('a'),
    typed('servicePrincipal', 's'),
    typed('agentIdentity', 'n'),
    typed('device', 'd'),
    typed('orgContact', 'c'),
    typed('group', 'inner'),
  ];
  const roles = facts({ assignments: [holds(group)], membersOf: () => members });
  expect(typesOf(roles)).toEqual([
    'g group',
    'a user',
    's servicePrincipal',
    'n servicePrincipal agentIdentity',
    'd device',
    'c contact',
  ]);
  expect(roles.accounts.map(({ id }) => id)).toEqual(['a']);
});

test.each([
  ['of a type to come', typed('synthetic', 'x')],
  ['without a type', { id: 'x', displayName: 'x' }],
])('a member %s is nobody in particular, and leaves the number open', (_, member) => {
  const assignments = [holds(person('a')), holds(person('b')), holds(group)];
  const roles = facts({ assignments, membersOf: () => [member] });
  expect(typesOf(roles)).toContain('x unknown');
  expect(count(roles)).toBe('couldNotCheck');
});

test('of a group that a policy leaves out, accounts of agents count too, and what may be an account', () => {
  const members = [
    person('a'),
    typed('agentUser', 'u'),
    typed('synthetic', 'x'),
    typed('agentIdentity', 'n'),
    typed('device', 'd'),
    typed('orgContact', 'c'),
    typed('group', 'inner'),
  ];
  expect(groupAccounts(members)).toEqual({
    count: 3,
    listed: [
      { id: 'a', name: 'a' },
      { id: 'u', name: 'u', agent: true },
      { id: 'x', name: 'x' },
    ],
  });
});
