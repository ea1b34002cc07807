import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { loadTenantProfile } from '@tenantry/simulator/tenant-profile';
import { createMicrosoft365, noLiveTenants } from '../../api/src/adapters/graph/microsoft365-connector.ts';
import { simulatedMailInProcess } from '../../api/src/adapters/graph/simulated-dns.ts';
import { simulatorInProcess } from '../../api/src/adapters/graph/upstream.ts';
import { collectFacts } from '../../api/src/audit/collect/collect-facts.ts';
import { type Facts, failureOfDataset } from '../../api/src/audit/facts/facts.ts';
import { evaluateFacts } from '../../api/src/audit/findings/evaluate.ts';
import { factsFromSnapshot } from '../../api/src/audit/snapshot/snapshot.ts';
import type { Size } from './bench-arguments.ts';
import { figure, median, type Section } from './table.ts';

const exclusionsEach = 50;
const sizes = {
  usual: { users: 10_000, manyPolicies: 400, rounds: 5, roundMs: 500 },
  smallest: { users: 100, manyPolicies: 20, rounds: 1, roundMs: 20 },
} as const;
type Counts = (typeof sizes)[Size];

/** @throws Error where something could not be collected: other facts than the tenant's would be judged */
export async function factsOfTenant(users: number, now: Date): Promise<Facts> {
  const profile = loadTenantProfile(weakProfile, users);
  const cloud = createSimulatedCloud({ now: () => now, tenants: [profile] });
  const mail = simulatedMailInProcess(cloud.dns);
  const microsoft365 = createMicrosoft365({ upstream: simulatorInProcess(cloud), mail }, noLiveTenants(mail));
  const target = { entraTenantId: profile.id, isSimulated: true };
  const facts = await collectFacts({
    graph: microsoft365.graph(target),
    dns: microsoft365.mail(target).dns,
    now,
    done: {},
    onDataset: () => Promise.resolve(),
  });
  for (const [dataset, result] of Object.entries(facts)) {
    const failure = failureOfDataset(result);
    if (failure?.reason === 'couldNotCheck') throw new Error(`Not collected: ${dataset}: ${failure.message}`);
  }
  return facts;
}

/** How often `run` ends in a second. */
function perSecond(run: () => void, roundMs: number): number {
  const startMs = performance.now();
  let times = 0;
  do {
    run();
    times += 1;
  } while (performance.now() - startMs < roundMs);
  return times / ((performance.now() - startMs) / 1000);
}

/** A tenant whose every policy leaves out accounts of its own. */
function policiesWithExclusions(manyPolicies: number, now: Date): Facts {
  const policies = Array.from({ length: manyPolicies }, (_, index) => ({
    id: `p${index}`,
    displayName: `P${index}`,
    state: 'enabled',
    conditions: {
      users: {
        includeUsers: ['All'],
        excludeUsers: Array.from({ length: exclusionsEach }, (__, account) => `u${index * exclusionsEach + account}`),
      },
      applications: { includeApplications: ['All'] },
      clientAppTypes: ['all'],
    },
    grantControls: { operator: 'OR', builtInControls: [index % 3 === 0 ? 'block' : 'mfa'] },
  }));
  const snapshot = { securityDefaults: { isEnabled: false }, conditionalAccessPolicies: policies };
  return factsFromSnapshot(snapshot, now).facts;
}

/** One evaluation of facts that were not seen before, so that nothing of an earlier one is found again. */
function benchExclusions({ manyPolicies, rounds, roundMs }: Counts, now: Date) {
  const runs = Array.from({ length: rounds }, () => {
    const facts = policiesWithExclusions(manyPolicies, now);
    const text = JSON.stringify(facts);
    const started = performance.now();
    evaluateFacts(facts, { now });
    return { evaluateMs: performance.now() - started, floorMs: 1000 / perSecond(() => void JSON.parse(text), roundMs) };
  });
  const evaluateMs = median(runs.map((run) => run.evaluateMs));
  const floorMs = median(runs.map((run) => run.floorMs));
  const row = [
    figure(manyPolicies),
    figure(exclusionsEach),
    figure(evaluateMs),
    figure(floorMs, 1),
    `${figure(evaluateMs / floorMs, 1)} ×`,
  ];
  return { columns: ['policies', 'exclusions each', 'ms', 'floor ms', 'ratio of times'], rows: [row], runs };
}

/** Evaluations of the whole catalog over the facts of one tenant, beside reading these facts from JSON. */
export async function benchVerdicts({ size }: { size: Size }): Promise<Section> {
  const now = new Date();
  const counts = sizes[size];
  const { users, rounds, roundMs } = counts;
  const facts = await factsOfTenant(users, now);
  const text = JSON.stringify(facts);
  const { verdicts, coverage } = evaluateFacts(facts, { now });
  const rates: { evaluate: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const floor = perSecond(() => void JSON.parse(text), roundMs);
    rates.push({ evaluate: perSecond(() => void evaluateFacts(facts, { now }), roundMs), floor });
  }
  const exclusions = benchExclusions(counts, now);
  const evaluate = median(rates.map((rate) => rate.evaluate));
  const floor = median(rates.map((rate) => rate.floor));
  return {
    title: 'Verdicts: the whole catalog over one tenant',
    tables: [
      {
        columns: ['users', 'checks', 'evaluated', 'facts KB', 'per second', 'floor per second', 'ratio of times'],
        rows: [
          [
            figure(users),
            String(verdicts.length),
            `${coverage.evaluated} of ${coverage.applicable}`,
            figure(text.length / 1000, 1),
            figure(evaluate),
            figure(floor),
            `${figure(floor / evaluate, 2)} ×`,
          ],
        ],
      },
      { columns: exclusions.columns, rows: exclusions.rows },
    ],
    notes: [`Floor: JSON.parse of the same facts. Medians of ${rounds}, taking turns.`],
    data: { users, checks: verdicts.length, coverage, factsBytes: text.length, rates, exclusions: exclusions.runs },
  };
}
