import { type CloudName, cloudLabels } from '@tenantry/contract/clouds';
import { uriComponent } from '@tenantry/contract/text';
import type { AppTokens } from '../../adapters/graph/app-tokens.ts';
import { createConfigurationSnapshots } from '../../adapters/graph/configuration-snapshots.ts';
import { createGraphClient } from '../../adapters/graph/graph-client.ts';
import type { ConnectionOptions } from '../../adapters/graph/graph-connection.ts';
import { createGraphRateLimiter, pause } from '../../adapters/graph/graph-rate-limiter.ts';
import { ownSlots } from '../../adapters/graph/own-slots.ts';
import { collectFacts } from '../../audit/collect/collect-facts.ts';
import { datasets } from '../../audit/facts/datasets.ts';
import { applicationSignedIn, type Facts } from '../../audit/facts/facts.ts';
import { textAt } from '../../audit/facts/json-reader.ts';
import { notOfferedIn } from '../../audit/facts/national-clouds.ts';
import type { Declarations } from '../../audit/snapshot/snapshot-declarations.ts';
import { type GraphClient, GraphError } from '../../ports/graph.ts';
import type { FarEnd } from '../microsoft.ts';
import type { Progress } from './progress.ts';
import { readConfiguration, withoutConfiguration } from './tenant-configuration.ts';

/** A large directory waits for its turn as long as it takes: nobody is kept from theirs. */
const longestWaitMs = 3_600_000;

type Options = {
  farEnd: FarEnd;
  tokens: AppTokens;
  /** Who reads. */
  kind: 'application' | 'account';
  /** A domain or directory id: what the limits are counted for. */
  tenant: string;
  declarations: Declarations;
  withTenantConfiguration: boolean;
  now: Date;
  progress: Progress;
  signal: AbortSignal;
};

function connectionOf({ farEnd, tokens, tenant, progress, signal }: Options): ConnectionOptions {
  const rateLimiter = createGraphRateLimiter({
    slots: ownSlots(),
    rates: farEnd.rates,
    clock: { now: () => new Date() },
    upstream: farEnd.cloud.name,
    tenantId: tenant,
    sleep: (ms, waiting) => {
      progress.limited(ms);
      return pause(ms, waiting);
    },
  });
  const { upstream, cloud } = farEnd;
  const { watch } = progress;
  return { tokens, upstream, cloud, watch, rateLimiter, maxWaitMs: longestWaitMs, signal };
}

/**
 * Graph for what Microsoft gives to people alone (`asAccount` of a dataset): that it refuses an application is told as that, since no
 * permission would mend it.
 */
function forPeopleAlone(graph: GraphClient): GraphClient {
  return {
    ...graph,
    get: (path, ...more) =>
      graph.get(path, ...more).catch((error: unknown) => {
        if (!(error instanceof GraphError) || ![401, 403].includes(error.failure.status)) throw error;
        const message = 'Microsoft gives this to people alone, and an application signed in.';
        throw new GraphError({ status: 401, code: applicationSignedIn, message });
      }),
  };
}

/** Why an account that is declared by its name is not known; its id where it is. */
async function lookedUp(graph: GraphClient, name: string): Promise<{ id: string } | { why: string }> {
  try {
    const id = textAt(await graph.get(`/v1.0/users/${uriComponent(name)}?$select=id`), 'id');
    return id === null ? { why: 'was not told by Microsoft Graph' } : { id };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { status, code } = error.failure;
    return { why: status === 404 ? 'is not in this directory' : `could not be looked up (${status} ${code})` };
  }
}

/** Declared emergency accounts are looked at whatever names them. One that is not known is told, and exempts nobody. */
async function declaredIds(graph: GraphClient, { declarations, progress }: Options): Promise<string[]> {
  const ids: string[] = [];
  for (const { account } of declarations.emergencyAccounts) {
    const found = account.includes('@') ? await lookedUp(graph, account) : { id: account };
    if ('id' in found) ids.push(found.id);
    else progress.line(`  The emergency account ${account} of the baseline ${found.why}: nobody is exempt for it.`);
  }
  return ids;
}

/** What the tenant's cloud does not have, once and before all else: nobody waits for it. */
function sayNotOffered(cloud: CloudName, { line }: Progress): void {
  const names = [...notOfferedIn(cloud)];
  if (names.length === 0) return;
  // They come and go together.
  const others = names.filter((name) => datasets[name].feature === undefined).map((name) => datasets[name].label);
  const configuration = others.length < names.length ? ['settings of Exchange, Defender, Purview and Teams'] : [];
  line(`  Not offered in ${cloudLabels[cloud]}, and not asked for: ${[...configuration, ...others].join(', ')}`);
}

/**
 * Reads what a scan reads, and the last sign-ins, which a scan leaves to a schedule of its own where there are many. Memory
 * holds a page at a time: pages are reduced to facts as they come.
 * @throws the signal's reason when aborted
 */
export async function collectTenant(options: Options): Promise<Facts> {
  const { farEnd, kind, now, progress, signal, withTenantConfiguration } = options;
  const connection = connectionOf(options);
  const graph = createGraphClient(connection);
  sayNotOffered(farEnd.cloud.name, progress);
  const configuration = withTenantConfiguration
    ? readConfiguration(graph, (ended) => createConfigurationSnapshots({ ...connection, signal: ended }), progress.line)
    : withoutConfiguration(now);
  return collectFacts({
    graph,
    // Whoever signed in reads for themselves.
    account: async () => (kind === 'application' ? forPeopleAlone(graph) : graph),
    dns: farEnd.dns,
    now,
    cloud: farEnd.cloud.name,
    accountIds: await declaredIds(graph, options),
    configuration,
    done: {},
    onDataset: async (name, result) => {
      signal.throwIfAborted();
      progress.dataset(name, result);
    },
    signal,
  });
}
