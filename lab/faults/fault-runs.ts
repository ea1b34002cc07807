import { parseArgs } from 'node:util';
import type { Tenant } from '@tenantry/contract/tenants';
import { openApiSession } from '../../local/stack/api-session.ts';
import { startStack } from '../../local/stack/start-stack.ts';
import { connectTenant } from './connect-tenant.ts';
import { disturbedRounds, type Tally } from './disturbed-rounds.ts';

const { values } = parseArgs({
  options: {
    // Of six tenants: each disturbance of snapshots comes four times, each path is out of order once at least.
    rounds: { type: 'string', default: '12' },
    seed: { type: 'string', default: crypto.randomUUID() },
    // The demonstration tenants alone, as e2e/faults.spec.ts has them.
    demonstration: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError('--rounds must be a whole number of 1 or more');

const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`seed ${values.seed}`);
const stack = await startStack();
let tally: Tally;
try {
  const api = await openApiSession(stack.url);
  const simulator = `http://127.0.0.1:${stack.now().ports.simulator}`;
  const controlUrl = `${simulator}/control`;
  const cloud = (await (await fetch(`${controlUrl}/tenants`)).json()) as {
    prospects: { id: string; domain: string }[];
  };
  // Beside the simulated tenants live ones, with tokens of their own app registration.
  for (const prospect of values.demonstration ? [] : cloud.prospects)
    await connectTenant(stack.url, simulator, prospect);
  const { tenants } = await api.get<{ tenants: Tenant[] }>('/api/tenants');
  tally = await disturbedRounds({ api, controlUrl, tenants, seed: values.seed, rounds, say });
} finally {
  await stack.stop();
}
const counted = (counts: Map<string, number>) =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'nothing';
say(`${tally.scans} scans, ${tally.incomplete} of them without everything: ${counted(tally.lost)}`);
say(`${tally.verdicts} verdicts compared`);
say(`snapshots of tenant configuration: ${counted(tally.snapshots)}`);
if (tally.problems.length > 0) {
  process.stderr.write(`${tally.problems.length} problems:\n${tally.problems.map((one) => `- ${one}`).join('\n')}\n`);
  process.exit(1);
}
say(
  'Each ended with the verdicts of the undisturbed scan, or said what could not be fetched; no finding twice, lost or wrong.',
);
