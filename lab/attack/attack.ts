import { parseArgs } from 'node:util';
import type { Tenant } from '@tenantry/contract/tenants';
import { openApiSession } from '../../local/stack/api-session.ts';
import { startStack } from '../../local/stack/start-stack.ts';
import { startRun, untilRunEnded } from '../fleet.ts';
import { type Grounds, openBystander, openCallers } from './callers.ts';
import { runMatrix } from './matrix.ts';
import { runStorm, stormsOf } from './storms.ts';

const { values } = parseArgs({ options: { smallest: { type: 'boolean', default: false } } });
/** The matrix is whole in any case: what is left out of it is where a hole stays. */
const stormSize = values.smallest ? 0.02 : 1;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const deviations: string[] = [];

const stack = await startStack({}, values.smallest ? ['--no-build'] : []);
try {
  const { url } = stack;
  const api = await openApiSession(url);
  const [own, foreign] = (await api.get<{ tenants: Tenant[] }>('/api/tenants')).tenants;
  if (!own || !foreign) throw new Error('There have to be two tenants');
  const run = await startRun(api);
  await untilRunEnded(api, run.runId, { limitMs: 120_000, everyMs: 200, onProgress: () => undefined });
  const simulatorUrl = `http://127.0.0.1:${stack.now().ports.simulator}`;
  const grounds: Grounds = { url, simulatorUrl, own, foreign };
  const callers = await openCallers(api, grounds);
  const bystander = await openBystander(api, url);
  for (const storm of stormsOf(stormSize)) {
    const result = await runStorm(storm, bystander, grounds);
    const answers = [...result.answers].map(([status, count]) => `${count} × ${status}`).join(', ');
    const { seconds, before, meanwhile, most } = result;
    say(
      `${storm.count} ${storm.what} at once: ${answers} in ${seconds.toFixed(1)} s; the session call took ${before.toFixed(0)} ms before, ${meanwhile.toFixed(0)} ms meanwhile, ${most.toFixed(0)} ms at most`,
    );
    deviations.push(...result.deviations);
  }
  const matrix = await runMatrix(callers, grounds);
  say(`${matrix.calls} calls by ${callers.length} callers, ${matrix.refused} of them refused`);
  deviations.push(...matrix.deviations);
} finally {
  await stack.stop();
}
if (deviations.length > 0) {
  process.stderr.write(`${deviations.length} deviations:\n${deviations.map((one) => `- ${one}`).join('\n')}\n`);
  process.exit(1);
}
say('Every answer is as the contract says.');
