import { mixedProfile } from '@tenantry/simulator/profiles/mixed-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { expect, test } from 'vitest';
import { factOf, failureOfDataset } from '../facts/facts.ts';
import { evaluateFacts } from '../findings/evaluate.ts';
import { simulatedGraph } from '../testing/simulated-graph.ts';
import { testNow } from '../testing/verdict-for.ts';
import { collectFacts } from './collect-facts.ts';
import { collectPolicyGroups } from './policy-groups.ts';

const hidden = {
  ...mixedProfile,
  groups: mixedProfile.groups.map((group) => ({ ...group, visibility: 'HiddenMembership' as const })),
};
const cloud = createSimulatedCloud({ now: () => testNow, tenants: [hidden] });
const everything = cloud.entra.change;

async function scan(withPermission: boolean) {
  cloud.entra.reset();
  const held = (await (await simulatedGraph(cloud, hidden.id)).permissions()) ?? new Set();
  everything({
    tenantId: hidden.id,
    grants: [...held].filter((permission) => withPermission || permission !== 'Member.Read.Hidden'),
  });
  const graph = await simulatedGraph(cloud, hidden.id);
  const facts = await collectFacts({ graph, now: testNow, done: {}, onDataset: async () => undefined });
  return { graph, facts, verdicts: evaluateFacts(facts, { now: testNow }).verdicts };
}

test('an excluded group with hidden members is not known, and not a group of nobody', async () => {
  const { facts, verdicts } = await scan(false);
  expect(factOf(facts, 'excludedGroups')).toBeUndefined();
  expect(failureOfDataset(facts.excludedGroups)).toMatchObject({ reason: 'notPermitted', code: 'HiddenMembership' });
  expect(verdicts.filter(({ message }) => message.includes('no accounts')).map(({ checkId }) => checkId)).toEqual([]);
  const asking = verdicts.filter(({ recommendation }) => recommendation.includes('Member.Read.Hidden'));
  expect(asking.map(({ status }) => status)).toEqual(asking.map(() => 'notPermitted'));
});

test('with the permission its members are told, and an empty one is empty', async () => {
  const { facts } = await scan(true);
  const groups = factOf(facts, 'excludedGroups') ?? [];
  expect(groups.length).toBeGreaterThan(0);
  expect(groups.every(({ members }) => members !== null && members.count > 0)).toBe(true);
});

test('whom policies reach by such a group is not known either', async () => {
  const { graph, facts } = await scan(false);
  const groups = await collectPolicyGroups(graph, facts);
  expect([...groups.unread.values()]).toContain('403 HiddenMembership');
});
