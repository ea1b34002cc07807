import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { expect, test } from 'vitest';
import type { BatchAnswer } from '../../ports/graph.ts';
import { catalog } from '../checks/catalog.ts';
import { type Facts, factOf } from '../facts/facts.ts';
import { verdictOf } from '../findings/evaluate.ts';
import { factsOfTenant } from '../testing/demonstration-facts.ts';
import { testNow } from '../testing/verdict-for.ts';
import { collectAgentIdentities } from './agent-identities.ts';
import { agentItemIds } from './fixed-part.ts';

const answers = (all: unknown, ownerless: unknown): Map<string, BatchAnswer> =>
  new Map([
    [agentItemIds.all, { ok: true, body: all }],
    [agentItemIds.withoutOwner, { ok: true, body: ownerless }],
  ]);

test('the counts are those of Graph, with the names that came', () => {
  const result = collectAgentIdentities(
    answers(
      { '@odata.count': 412, value: [{ id: 'n1' }] },
      { '@odata.count': 250, value: [{ id: 'n1', displayName: 'Invoices' }, { id: 'n2' }] },
    ),
    testNow,
  );
  expect(result).toMatchObject({
    state: 'ok',
    value: {
      total: 412,
      withoutOwner: {
        count: 250,
        listed: [
          { id: 'n1', name: 'Invoices' },
          { id: 'n2', name: 'n2' },
        ],
      },
    },
  });
});

test.each([
  ['all', answers({ value: [] }, { '@odata.count': 0, value: [] })],
  ['those without owner', answers({ '@odata.count': 1, value: [] }, { value: [] })],
])('without the count of %s nothing is known', (_, given) => {
  expect(collectAgentIdentities(given, testNow)).toMatchObject({ state: 'failed', code: 'UnexpectedAnswer' });
});

test('a refusal of either question is told', () => {
  const failure = { status: 403, code: 'Authorization_RequestDenied', message: '' };
  const given = answers({ '@odata.count': 1 }, {}).set(agentItemIds.withoutOwner, { ok: false, failure });
  expect(collectAgentIdentities(given, testNow)).toMatchObject({ state: 'failed', reason: 'notPermitted' });
});

test('a scan of a tenant with an agent that is an administrator tells it as what it is', async () => {
  const cloud = createSimulatedCloud({ now: () => testNow });
  const facts = await factsOfTenant(cloud, '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01');
  const say = (id: string, known: Facts = facts): string => {
    const check = catalog.find((one) => one.id === id);
    if (check === undefined) throw new Error(`there is no check ${id}`);
    const { status, message } = verdictOf(check, known, { now: testNow, exemptions: {} });
    return `${status}: ${message}`;
  };
  expect(factOf(facts, 'agentIdentities')?.total).toBe(1);
  expect(factOf(facts, 'roles')?.holdings.filter(({ principalType }) => principalType === 'unknown')).toEqual([]);
  expect(say('agent.roles')).toBe('fail: 1 agent holds privileged roles: Freight invoice agent (agent identity).');
  expect(say('agent.owners')).toBe('fail: 1 agent identity has no owner: Freight invoice agent.');
  expect(say('agent.secrets')).toBe(
    'fail: 1 agent blueprint has a valid client secret: Freight invoice agent blueprint.',
  );
  expect(say('role.sp.secret')).toBe(
    'fail: 1 application with a secret can act as administrator: Freight invoice agent (agent identity).',
  );
  expect(say('role.sp.owners')).toMatch(/^fail: .*: Freight invoice agent \(agent identity\), /);
  for (const id of ['role.ga.count', 'role.ga.ratio', 'role.cloudonly', 'role.guest.admin', 'mfa.admins.registration'])
    expect(say(id), id).not.toMatch(/^couldNotCheck/);
  const excluded = factOf(facts, 'excludedGroups')?.flatMap(({ members }) => members?.listed ?? []);
  expect(excluded?.filter(({ agent }) => agent)).toHaveLength(1);
});

test('a tenant without agents has nothing to be judged', async () => {
  const cloud = createSimulatedCloud({ now: () => testNow });
  const without = cloud.tenants.find(({ name }) => name === 'alderwickclinic');
  const facts = await factsOfTenant(cloud, without?.id ?? '');
  expect(factOf(facts, 'agentIdentities')).toEqual({ total: 0, withoutOwner: { count: 0, listed: [] } });
  const statuses = catalog
    .filter(({ id }) => id.startsWith('agent.'))
    .map((check) => verdictOf(check, facts, { now: testNow, exemptions: {} }).status);
  expect(statuses).toEqual(['pass', 'notApplicable', 'notApplicable']);
});
