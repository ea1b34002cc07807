import { type CloudName, cloudNames } from '@tenantry/contract/clouds';
import { publicResolver } from '../adapters/dns/public-resolver.ts';
import { clouds, type MicrosoftCloud } from '../adapters/graph/clouds.ts';
import { type GraphRates, microsoftRates } from '../adapters/graph/graph-rate-limits.ts';
import { simulatedMailOverHttp } from '../adapters/graph/simulated-dns.ts';
import { microsoftItself, simulatorOverHttp, type Upstream } from '../adapters/graph/upstream.ts';
import type { DnsResolver } from '../ports/dns.ts';
import { UsageError } from './command.ts';

/** What stands at the far end of a command: one of Microsoft's clouds, or the simulator in its place. */
export type FarEnd = {
  cloud: MicrosoftCloud;
  upstream: Upstream;
  dns: DnsResolver;
  rates: GraphRates;
  isSimulated: boolean;
};

const noLimits: GraphRates = { identity: 0, reports: 0, reportsOfAll: 0, signInActivity: 0 };
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

function cloudOf(text: string): MicrosoftCloud {
  const name = cloudNames.find((one): one is CloudName => one === text.toLowerCase());
  if (name === undefined) throw new UsageError(`--cloud: expected ${cloudNames.join(', ')}, not "${text}"`);
  return clouds[name];
}

/** The simulator's address where the environment puts it in Microsoft's place: for tests, and on this machine alone. */
function simulatorUrl(environment: Record<string, string | undefined>): string | null {
  if (environment.MICROSOFT_CLOUD !== 'simulator') return null;
  const url = URL.parse(environment.SIMULATOR_URL ?? '');
  if (url?.protocol !== 'http:' || !loopback.has(url.hostname))
    throw new UsageError(
      'MICROSOFT_CLOUD=simulator needs SIMULATOR_URL=http://127.0.0.1:PORT, the simulator of this machine. To audit a real organization, remove MICROSOFT_CLOUD from the environment.',
    );
  return url.origin;
}

/**
 * Where a command's requests go. The simulator answers in the place of each cloud. Nothing but the environment's MICROSOFT_CLOUD=simulator leads anywhere else than to the hosts
 * of the table of clouds.
 * @throws UsageError
 */
export function farEndOf(cloudName: string, environment: Record<string, string | undefined>): FarEnd {
  const cloud = cloudOf(cloudName);
  const simulator = simulatorUrl(environment);
  if (simulator === null)
    return { cloud, upstream: microsoftItself, dns: publicResolver(), rates: microsoftRates, isSimulated: false };
  return {
    cloud,
    upstream: simulatorOverHttp(simulator),
    dns: simulatedMailOverHttp(simulator).dns,
    rates: noLimits,
    isSimulated: true,
  };
}
