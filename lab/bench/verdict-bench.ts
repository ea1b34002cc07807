import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { loadTenantProfile } from '@tenantry/simulator/tenant-profile';
import { createMicrosoft365, noLiveTenants } from '../../api/src/adapters/graph/microsoft365-connector.ts';
import { simulatedMailInProcess } from '../../api/src/adapters/graph/simulated-dns.ts';
import { simulatorInProcess } from '../../api/src/adapters/graph/upstream.ts';
import { collectFacts } from '../../api/src/audit/collect/collect-facts.ts';
import { evaluateFacts } from '../../api/src/audit/evaluate.ts';
import type { Facts } from '../../api/src/audit/facts.ts';
import { figure, median, type Section } from './table.ts';

const users = 10_000;
const rounds = 5;
const roundMs = 500;

async function factsOfTenant(now: Date): Promise<Facts> {
  const profile = loadTenantProfile(weakProfile, users);
  const cloud = createSimulatedCloud({ now: () => now, tenants: [profile] });
  const mail = simulatedMailInProcess(cloud.dns);
  const microsoft365 = createMicrosoft365({ upstream: simulatorInProcess(cloud), mail }, noLiveTenants(mail));
  const target = { entraTenantId: profile.id, isSimulated: true };
  return collectFacts({
    graph: microsoft365.graph(target),
    dns: microsoft365.mail(target).dns,
    now,
    done: {},
    onDataset: () => Promise.resolve(),
  });
}

/** How often `run` ends in a second. */
function perSecond(run: () => void): number {
  const startMs = performance.now();
  let times = 0;
  do {
    run();
    times += 1;
  } while (performance.now() - startMs < roundMs);
  return times / ((performance.now() - startMs) / 1000);
}

/** Evaluations of the whole catalog over the facts of one tenant, beside reading these facts from JSON. */
export async function benchVerdicts(): Promise<Section> {
  const now = new Date();
  const facts = await factsOfTenant(now);
  const text = JSON.stringify(facts);
  const { verdicts, coverage } = evaluateFacts(facts, { now });
  const rates: { evaluate: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const floor = perSecond(() => void JSON.parse(text));
    rates.push({ evaluate: perSecond(() => void evaluateFacts(facts, { now })), floor });
  }
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
    ],
    notes: ['Floor: JSON.parse of the same facts. Median of five rounds, taking turns.'],
    data: { users, checks: verdicts.length, coverage, factsBytes: text.length, rates },
  };
}
