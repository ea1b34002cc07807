import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { expect, test } from 'vitest';
import { collectFacts } from '../collect/collect-facts.ts';
import { type DatasetName, datasetNames } from '../facts/datasets.ts';
import type { Facts } from '../facts/facts.ts';
import { verdictOf } from '../findings/evaluate.ts';
import { simulatedDns, simulatedGraph } from '../testing/simulated-graph.ts';
import { testNow } from '../testing/verdict-for.ts';
import { catalog } from './catalog.ts';
import { datasetsOfCheck } from './datasets-of-check.ts';

const cloud = createSimulatedCloud({ now: () => testNow });

async function collected(tenantId: string, names: readonly DatasetName[]): Promise<Facts> {
  const graph = await simulatedGraph(cloud, tenantId);
  return collectFacts({
    graph,
    account: async () => graph,
    dns: simulatedDns(cloud),
    now: testNow,
    done: {},
    skip: datasetNames.filter((name) => !names.includes(name)),
    onDataset: async () => undefined,
  });
}

test.each(cloud.tenants)('each check by itself says of $name what it says in a whole scan', async ({ id }) => {
  const whole = await collected(id, datasetNames);
  const parts = new Map<string, Facts>();
  for (const check of catalog) {
    const names = datasetsOfCheck(check);
    const key = names.toSorted().join();
    const part = parts.get(key) ?? (await collected(id, names));
    parts.set(key, part);
    const [alone, among] = [part, whole].map((facts) => {
      const { affected, ...verdict } = verdictOf(check, facts, { now: testNow });
      // What else is known of an account needs other data.
      return { ...verdict, affected: affected.map(({ account: _, ...one }) => one) };
    });
    expect(alone, check.id).toEqual(among);
  }
});

test('a check is asked for no more than it declares and what that is collected from', () => {
  const sharing = catalog.find(({ id }) => id === 'spo.sharing');
  const branding = catalog.find(({ id }) => id === 'branding');
  expect(sharing && datasetsOfCheck(sharing)).toEqual(['sharepointSettings']);
  expect(branding && datasetsOfCheck(branding)).toEqual(['organization', 'branding']);
});
