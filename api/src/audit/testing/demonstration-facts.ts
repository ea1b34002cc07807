import { createSimulatedCloud, type SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { type CollectConfiguration, collectFacts } from '../collect/collect-facts.ts';
import type { Facts } from '../facts/facts.ts';
import { simulatedDns, simulatedGraph } from './simulated-graph.ts';
import { testNow } from './verdict-for.ts';

const monthMs = 30 * 86_400_000;

/** Everything that an audit would know of a simulated tenant, the directory audit log of a month included. */
export async function factsOfTenant(
  cloud: SimulatedCloud,
  tenantId: string,
  configuration?: CollectConfiguration,
): Promise<Facts> {
  const graph = await simulatedGraph(cloud, tenantId);
  return collectFacts({
    graph,
    account: async () => graph,
    dns: simulatedDns(cloud),
    ...(configuration && { configuration }),
    now: testNow,
    done: {},
    onDataset: async () => undefined,
    auditsSince: async () => new Date(testNow.getTime() - monthMs),
  });
}

export type DemonstrationTenant = { id: string; name: string; facts: Facts };

/** Every demonstration tenant with its facts. */
export async function demonstrationFacts(): Promise<DemonstrationTenant[]> {
  const cloud = createSimulatedCloud({ now: () => testNow });
  return Promise.all(cloud.tenants.map(async ({ id, name }) => ({ id, name, facts: await factsOfTenant(cloud, id) })));
}
