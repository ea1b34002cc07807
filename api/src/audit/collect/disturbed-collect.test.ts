import type { Verdict } from '@tenantry/contract/verdicts';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { expect, test } from 'vitest';
import type { GraphClient } from '../../ports/graph.ts';
import { type DatasetName, datasets } from '../facts/datasets.ts';
import { type DatasetResult, type Facts, failureOfDataset } from '../facts/facts.ts';
import { settingsDrift } from '../findings/drift/settings-drift.ts';
import { settingsSnapshot } from '../findings/drift/settings-snapshot.ts';
import { evaluateFacts } from '../findings/evaluate.ts';
import { verdictProblem } from '../testing/disturbed-verdicts.ts';
import { simulatedDns, simulatedGraph } from '../testing/simulated-graph.ts';
import { testNow } from '../testing/verdict-for.ts';
import { collectFacts } from './collect-facts.ts';

const cloud = createSimulatedCloud({ now: () => testNow });
const roundsPerTenant = 40;

async function collect(graph: GraphClient): Promise<Facts> {
  return collectFacts({ graph, dns: simulatedDns(cloud), now: testNow, done: {}, onDataset: async () => undefined });
}

const verdictsOf = (facts: Facts): Verdict[] => evaluateFacts(facts, { now: testNow }).verdicts;

/** Datasets that the disturbance took away, whole or in part. */
function lostOf(undisturbed: Facts, facts: Facts) {
  return (Object.entries(facts) as [DatasetName, DatasetResult][])
    .filter(([name, result]) => {
      const failure = failureOfDataset(result);
      return failure?.reason === 'couldNotCheck' && failureOfDataset(undisturbed[name])?.reason !== 'couldNotCheck';
    })
    .map(([name]) => ({ name, label: datasets[name].label }));
}

test.each(cloud.tenants)(
  'whatever of $name cannot be fetched, each verdict stays or says what is missing, and no setting seems to have changed',
  async ({ id: tenantId }) => {
    cloud.faults.clear();
    const graph = await simulatedGraph(cloud, tenantId);
    const undisturbed = await collect(graph);
    const expected = verdictsOf(undisturbed);
    const before = settingsSnapshot(undisturbed);
    const found = new Set<string>();
    let lostInAll = 0;
    for (let round = 1; round <= roundsPerTenant; round += 1) {
      cloud.faults.clear();
      const seed = `${tenantId} ${round}`;
      // Without retries: each request that is hit is lost.
      cloud.faults.set({ tenantId, pathPrefix: '/', kind: 'status', status: 503, probability: 0.08, seed });
      cloud.faults.set({ pathPrefix: '/dns/', kind: 'status', status: 503, probability: 0.04, seed });
      const facts = await collect(graph);
      const lost = lostOf(undisturbed, facts);
      lostInAll += lost.length;
      const verdicts = new Map(verdictsOf(facts).map((verdict) => [verdict.checkId, verdict]));
      const now = settingsSnapshot(facts);
      for (const { changes } of [settingsDrift(before, now), settingsDrift(now, before)])
        for (const { label, objectName } of changes) found.add(`${label}: ${objectName} seems to have changed`);
      for (const verdict of expected) {
        const problem = verdictProblem(verdict, verdicts.get(verdict.checkId), lost);
        if (problem !== null) found.add(`${problem} (without ${lost.map(({ name }) => name).join(', ')})`);
      }
    }
    expect([...found]).toEqual([]);
    expect(lostInAll).toBeGreaterThan(roundsPerTenant);
  },
);
