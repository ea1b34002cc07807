import { expect, test } from 'vitest';
import { collected } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import type { RoleFacts, RoleHolding } from '../../facts/role-facts.ts';
import { globalReaderId } from '../../microsoft/privileged-roles.ts';
import { account, role } from '../../testing/snapshots.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { verdictTable } from '../../testing/verdict-table.ts';
import { noExemption } from '../shared/check.ts';
import { agentIdentityChecks } from './agent-identities.ts';

const typed = (type: string, id: string, more: JsonObject = {}): JsonObject => ({
  '@odata.type': `#microsoft.graph.${type}`,
  id,
  displayName: `Agent ${id}`,
  ...more,
});
const agentIdentities = (...withOwners: [id: string, ...owners: string[]][]): JsonObject => ({
  agentIdentities: withOwners.map(([id, ...owners]) => ({
    id,
    displayName: `Agent ${id}`,
    owners: owners.map((owner) => ({ id: owner })),
  })),
});
const roles = (...directoryRoles: JsonObject[]): JsonObject => ({ directoryRoles });

verdictTable('agent.roles', [
  {
    when: 'an agent, a blueprint and the account of an agent hold privileged roles',
    snapshot: roles(
      role('Exchange Administrator', typed('agentIdentity', 'n'), account('a')),
      role('SharePoint Administrator', typed('agentIdentity', 'n')),
      role('Application Administrator', typed('agentIdentityBlueprintPrincipal', 'p')),
      role('Global Reader', typed('agentUser', 'u', { userPrincipalName: 'u@example.com' })),
    ),
    says: 'fail',
    message: '2 agents hold … Agent n (agent identity), Agent p (agent blueprint principal)',
    evidence: [
      'roles: Agent n (agent identity): Exchange Administrator, SharePoint Administrator (n)',
      'roles: Agent p (agent blueprint principal): Application Administrator (p)',
      'roles: u@example.com (agent user): Global Reader (u)',
    ],
    affected: ['application n: Agent n (agent identity)', 'application p: Agent p (agent blueprint principal)'],
  },
  {
    when: 'an agent reads everything',
    snapshot: roles(role('Global Reader', typed('agentUser', 'u', { userPrincipalName: 'u@example.com' }))),
    says: 'warning',
    message: '1 agent reads … u@example.com (agent user)',
    evidence: ['roles: u@example.com (agent user): Global Reader (u)'],
    affected: ['user u: u@example.com (agent user)'],
  },
  {
    when: 'an agent has a role that is not privileged',
    snapshot: roles(role('Reports Reader', typed('agentIdentity', 'n')), role('User Administrator', account('a'))),
    says: 'pass',
    message: 'No agent holds a privileged role',
    evidence: ['roles: 2 role assignments, none of an agent …'],
  },
  {
    when: 'no agent holds a role',
    snapshot: roles(role('User Administrator', account('a'))),
    says: 'pass',
    message: 'No agent holds a privileged role',
    evidence: ['roles: 1 role assignment, none of an agent …'],
  },
  {
    when: 'a holder is of a kind that is not known',
    snapshot: roles(role('User Administrator', typed('synthetic', 'x'))),
    says: 'couldNotCheck',
    message: 'Not every agent … kind of a role holder is not known',
    evidence: ['roles: the kind of a role holder is not known'],
  },
  {
    when: 'the members of a group with a privileged role were not read',
    snapshot: roles(role('User Administrator', typed('group', 'g'))),
    says: 'couldNotCheck',
    message: 'Not every agent … members of a group … could not be read',
    evidence: ['roles: the members of a group … could not be read'],
  },
]);

verdictTable('agent.owners', [
  {
    when: 'there is no agent',
    snapshot: agentIdentities(),
    says: 'notApplicable',
    message: 'no agent identities',
    evidence: ['agentIdentities: 0 agent identities, 0 without an owner'],
  },
  {
    when: 'each has an owner',
    snapshot: agentIdentities(['n', 'ada'], ['m', 'ada', 'bela']),
    says: 'pass',
    message: 'Every agent identity has an owner',
    evidence: ['agentIdentities: 2 agent identities, 0 without an owner'],
  },
  {
    when: 'some have none',
    snapshot: agentIdentities(['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g', 'ada']),
    says: 'fail',
    message: '6 agent identities have no owner: Agent a, Agent b, Agent c, Agent d, Agent e and 1 more',
    evidence: ['agentIdentities: 7 agent identities, 6 without an owner'],
    affected: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => `application ${id}: Agent ${id}`),
  },
]);

const blueprint = (id: string, ...ends: string[]): JsonObject =>
  typed('agentIdentityBlueprint', id, { passwordCredentials: ends.map((endDateTime) => ({ endDateTime })) });
const plain: JsonObject = {
  id: 'x',
  displayName: 'Backup',
  passwordCredentials: [{ endDateTime: '2027-01-01T00:00:00Z' }],
};

verdictTable('agent.secrets', [
  {
    when: 'there is no blueprint, and an application with a secret',
    snapshot: { applications: [plain] },
    says: 'notApplicable',
    message: 'No agent blueprint',
  },
  {
    when: 'an expired secret is left',
    snapshot: { applications: [plain, blueprint('b', '2025-01-01T00:00:00Z')] },
    says: 'pass',
    message: 'No agent blueprint has a valid client secret',
    evidence: ['appRegistrations: 1 agent blueprint: 0 with a valid secret'],
  },
  {
    when: 'one has a secret, and another does not say',
    snapshot: {
      applications: [plain, blueprint('b', '2027-01-01T00:00:00Z'), typed('agentIdentityBlueprint', 'c')],
    },
    says: 'fail',
    message: '1 agent blueprint has a valid client secret: Agent b',
    evidence: ['appRegistrations: 2 agent blueprints: 1 with a valid secret'],
    affected: ['application b: Agent b'],
  },
  {
    when: 'one does not say',
    snapshot: { applications: [typed('agentIdentityBlueprint', 'c')] },
    says: 'couldNotCheck',
    message: 'secrets of Agent c are not known',
    evidence: ['appRegistrations: 1 agent blueprint: 0 with a valid secret'],
    affected: ['application c: Agent c'],
  },
]);

test('registrations that were read before blueprints were told apart say nothing of them', () => {
  const none = { count: 0, listed: [] };
  const facts = { appRegistrations: collected({ total: 3, live: none, expired: none, untold: none }, testNow) };
  const check = agentIdentityChecks.find(({ id }) => id === 'agent.secrets');
  expect(check?.evaluate(facts, { now: testNow, exemption: noExemption }).status).toBe('couldNotCheck');
});

test('holders by a group that were read before agents were told apart may be agents', () => {
  const holding = (over: Partial<RoleHolding> = {}): RoleHolding => ({
    roleTemplateId: globalReaderId,
    roleName: 'Global Reader',
    principalId: 'm',
    principalType: 'user',
    name: 'Member',
    upn: null,
    viaGroupId: 'g',
    eligible: false,
    ...over,
  });
  const status = (over: Partial<RoleFacts>) => {
    const none: RoleFacts = { holdings: [], accounts: [], unresolvedGroups: [], eligibility: 'read' };
    const facts = { roles: collected({ ...none, ...over }, testNow) };
    const check = agentIdentityChecks.find(({ id }) => id === 'agent.roles');
    return check?.evaluate(facts, { now: testNow, exemption: noExemption }).status;
  };
  expect(status({ holdings: [holding()] })).toBe('couldNotCheck');
  expect(status({ holdings: [holding()], agentsTold: true })).toBe('pass');
  expect(status({ holdings: [holding({ viaGroupId: null })] })).toBe('pass');
  expect(status({ holdings: [holding({ agent: 'agentIdentity' }), holding()] })).toBe('couldNotCheck');
});
