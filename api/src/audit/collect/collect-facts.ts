import type { CloudName } from '@tenantry/contract/clouds';
import type { DnsResolver } from '../../ports/dns.ts';
import type { GraphClient } from '../../ports/graph.ts';
import type { FetchPolicy } from '../../ports/sts-policy.ts';
import { type DatasetName, datasetNames, datasets, type FactValues } from '../facts/datasets.ts';
import { type DatasetResult, type Facts, failed } from '../facts/facts.ts';
import type { JsonObject } from '../facts/json-reader.ts';
import { notOffered, notOfferedIn } from '../facts/national-clouds.ts';
import { settledFacts } from '../facts/settled-facts.ts';
import {
  type ConfigurationDataset,
  configurationDatasets,
  isConfigurationDataset,
} from '../facts/tenant-configuration.ts';
import { collectFixedPart } from './collect-fixed-part.ts';
import { firstSteps, type Step, type StepContext, type Steps, slowSteps, steps } from './dataset-steps.ts';
import { collectDirectoryAudits } from './directory-audits.ts';
import type { SaidMailUse } from './dns.ts';
import { fixedPart, secondPart } from './fixed-part.ts';
import { failureOf } from './graph-answers.ts';
import { collectSharedMailboxAccounts } from './shared-mailbox-accounts.ts';

export type CollectOptions = {
  graph: GraphClient;
  /** Graph as whoever connected the tenant. Without it, what is given to people alone is not collected. */
  account?(permissions: readonly string[]): Promise<GraphClient>;
  /** Without it the DNS dataset is not collected. */
  dns?: DnsResolver;
  /** Of MTA-STS, where it is to be asked about. */
  fetchPolicy?: FetchPolicy;
  /** What was answered about domains without MX record. */
  mailUses?: readonly SaidMailUse[];
  now: Date;
  /** Microsoft's cloud that the tenant is in: what that does not offer is not asked for. Without it the commercial one. */
  cloud?: CloudName;
  /** Ids of accounts that are looked at whatever names them: those that are kept for emergencies. */
  accountIds?: readonly string[];
  /** What an earlier run, or a schedule of its own, has collected already: not asked for again. */
  done: Facts;
  /** Datasets to leave out; they count as not collected. */
  skip?: readonly DatasetName[];
  /**
   * The settings of Exchange, Defender, Purview and Teams, asked for beside everything else (tenant-configuration/). Without it
   * they are not collected.
   */
  configuration?: CollectConfiguration;
  /** The last sign-ins, where they are not simply read by all their pages: asked for once licenses and users are there. */
  lastSignIns?(facts: Facts): Promise<DatasetResult<FactValues['signInActivity']>>;
  /**
   * Asked once all else is collected: since when the directory audit log is wanted, or null where it is not. Without it
   * the log is not read.
   */
  auditsSince?(facts: Facts): Promise<Date | null>;
  /** Awaited when a dataset is finished, collected or failed: the place for a checkpoint. */
  onDataset(name: DatasetName, result: DatasetResult): Promise<void>;
  signal?: AbortSignal;
};

/** What became of each of the wanted types. One that is not in the answer counts as not collected. */
export type CollectConfiguration = (
  wanted: readonly ConfigurationDataset[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<ConfigurationDataset, DatasetResult<JsonObject[]>>>;

/**
 * Runs the lanes at the same time, each to its end: when this returns, no dataset is collected any more. Where one fails, the
 * signal of the others is aborted. @throws what failed first
 */
async function inParallel(
  signal: AbortSignal | undefined,
  lanes: readonly ((signal: AbortSignal) => Promise<void>)[],
): Promise<void> {
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const failures: unknown[] = [];
  await Promise.all(
    lanes.map(async (lane) => {
      try {
        await lane(both);
      } catch (error) {
        failures.push(error);
        stop.abort(error);
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
}

/**
 * Collects what a scan needs, each dataset once: the fixed parts in a batch each, then one dataset after the other, beside those
 * that Microsoft lets through one a second. A dataset that fails is recorded with its reason and stops no other.
 * @returns everything in `done` and what was collected now
 * @throws the signal's reason when aborted; what `onDataset` throws; programming errors
 */
export async function collectFacts(options: CollectOptions): Promise<Facts> {
  const {
    graph,
    account,
    dns,
    fetchPolicy,
    mailUses = [],
    lastSignIns,
    now,
    done,
    skip = [],
    accountIds = [],
    cloud = 'commercial',
  } = options;
  const facts: Partial<Record<DatasetName, DatasetResult>> = { ...done };
  const wanted = (name: DatasetName): boolean =>
    facts[name] === undefined &&
    !skip.includes(name) &&
    (name !== 'dns' || dns !== undefined) &&
    ((!isConfigurationDataset(name) && name !== 'sharedMailboxAccounts') || options.configuration !== undefined) &&
    (!datasets[name].asAccount || account !== undefined);
  const contextFor = (signal: AbortSignal | undefined): StepContext => ({
    graph,
    account,
    dns,
    fetchPolicy,
    mailUses,
    lastSignIns,
    now,
    accountIds,
    signal,
    facts: facts as Facts,
  });
  const finish = async (name: DatasetName, result: DatasetResult): Promise<void> => {
    facts[name] = result;
    await options.onDataset(name, result);
  };
  const inOrder = async (list: Steps, signal: AbortSignal): Promise<void> => {
    for (const [name, step] of list) {
      if (!wanted(name)) continue;
      signal.throwIfAborted();
      await finish(name, await attempt(step, contextFor(signal)));
    }
  };

  /** Who the shared mailboxes belong to: as missing as they are. */
  const mailboxAccounts = async (signal: AbortSignal): Promise<DatasetResult> => {
    const mailboxes = facts.sharedMailboxes;
    if (mailboxes?.state !== 'ok') return mailboxes ?? failed(noMailboxes, now);
    const step: Step = ({ graph: client }) =>
      collectSharedMailboxAccounts(client, mailboxes.value as JsonObject[], now);
    return attempt(step, contextFor(signal));
  };

  for (const name of notOfferedIn(cloud))
    if (facts[name] === undefined && !skip.includes(name)) await finish(name, notOffered(cloud, now));

  /** Whether what builds on the policies may begin: not where their own lane has failed. */
  const policiesRead = Promise.withResolvers<boolean>();
  await inParallel(options.signal, [
    async (signal) => {
      try {
        await inOrder(firstSteps, signal);
        policiesRead.resolve(true);
      } finally {
        policiesRead.resolve(false);
      }
      await inOrder(slowSteps, signal);
    },
    async (signal) => {
      await collectFixedPart(fixedPart, { graph, now, signal }, wanted, finish);
      await collectFixedPart(secondPart, { graph, now, signal }, wanted, finish);
      if (await policiesRead.promise) await inOrder(steps, signal);
    },
    async (signal) => {
      const names = configurationDatasets.filter(wanted);
      if (names.length > 0 && options.configuration !== undefined)
        for (const [name, result] of await options.configuration(names, signal)) await finish(name, result);
      // By itself: a scan may have been stopped after the mailboxes and before their accounts.
      if (wanted('sharedMailboxAccounts')) await finish('sharedMailboxAccounts', await mailboxAccounts(signal));
    },
  ]);
  if (wanted('directoryAudits')) {
    const since = await options.auditsSince?.(facts as Facts);
    if (since)
      await finish('directoryAudits', await attempt(collectDirectoryAudits(since), contextFor(options.signal)));
  }
  return settledFacts(facts as Facts);
}

const noMailboxes = { status: 0, code: 'NoMailboxes', message: 'The shared mailboxes are not known.' };

async function attempt(step: Step, context: StepContext): Promise<DatasetResult> {
  try {
    return await step(context);
  } catch (error) {
    return failed(failureOf(error), context.now);
  }
}

/** Collects one dataset by itself, for schedules of their own (last sign-in). What it builds on comes in `known`. */
export async function collectDataset<K extends DatasetName>(
  name: K,
  graph: GraphClient,
  options: { now: Date; known?: Facts; dns?: DnsResolver; signal?: AbortSignal },
): Promise<DatasetResult<FactValues[K]>> {
  const skip = datasetNames.filter((other) => other !== name);
  const { [name]: _again, ...known } = options.known ?? {};
  const onDataset = (): Promise<void> => Promise.resolve();
  const { now, dns, signal } = options;
  const facts = await collectFacts({
    graph,
    now,
    done: known as Facts,
    skip,
    onDataset,
    ...(dns && { dns }),
    ...(signal && { signal }),
  });
  const result = facts[name];
  if (result === undefined) throw new Error(`${name} is no dataset of a scan`);
  return result as DatasetResult<FactValues[K]>;
}
