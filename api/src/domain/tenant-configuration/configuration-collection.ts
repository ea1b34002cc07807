import { setTimeout as pause } from 'node:timers/promises';
import type { CollectConfiguration } from '../../audit/collect/collect-facts.ts';
import { sameSettings } from '../../audit/collect/tenant-configuration/same-settings.ts';
import { overShare, planSnapshot, standing } from '../../audit/collect/tenant-configuration/snapshot-plan.ts';
import {
  allFailed,
  type ConfigurationResults,
  unavailable,
} from '../../audit/collect/tenant-configuration/snapshot-results.ts';
import { advanceRun, givenUpMs } from '../../audit/collect/tenant-configuration/snapshot-run.ts';
import { switchedOff, whyNoService } from '../../audit/collect/tenant-configuration/snapshot-service.ts';
import { beginRun, isDone } from '../../audit/collect/tenant-configuration/snapshot-state.ts';
import { failed } from '../../audit/facts/facts.ts';
import { type ConfigurationDataset, configurationTypes } from '../../audit/facts/tenant-configuration.ts';
import { update } from '../../ports/collection.ts';
import type { ConfigurationSnapshots } from '../../ports/configuration-snapshots.ts';
import type { GraphClient, GraphFailure } from '../../ports/graph.ts';
import type { ConfigurationProgress, KeptConfiguration } from '../../store/tenant-configurations.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { acquireLease, type Lease, leaseHeldForMs } from '../lease/lease.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { expedited } from '../scan-plan/scan-plan.ts';
import { nothingKept, withoutRun, withRun } from './kept-configuration.ts';

type Dependencies = Pick<
  CommonParts,
  'tenants' | 'tenantConfigurations' | 'leases' | 'queue' | 'microsoft365' | 'clock'
> & {
  settings: { isOn: boolean; sharePercent: number };
  /** How long a scan waits for a snapshot; a minute unless told. */
  patienceMs?: number;
  /** How long a re-check waits, which has nothing else to judge by; four minutes unless told. */
  recheckPatienceMs?: number;
  /** How long a message works at one; two minutes unless told: a function may run for ten. */
  budgetMs?: number;
  /** How it waits between two questions; a test moves its clock. */
  wait?(ms: number, signal: AbortSignal): Promise<void>;
};

const defaultPatienceMs = 60_000;
const defaultRecheckPatienceMs = 4 * 60_000;
const defaultBudgetMs = 2 * 60_000;
/** Beyond the time that is waited: for the requests that are under way then. */
const spareMs = 3 * 60_000;
const laterMs = 15_000;
/** A snapshot of the background is for the scan that follows it: that one asks for what failed alone. */
const judgedWithinMs = 60 * 60_000;

/** Nothing is wrong: the snapshot is ready for the next scan. */
const stillRunning: GraphFailure = {
  status: 0,
  code: 'SnapshotRunning',
  message: 'Microsoft is still taking the snapshot of these settings.',
};

const leaseKey = (tenantId: string) => `${tenantId}-configuration`;
const targetOf = ({ m365TenantId, isMock }: TenantRecord) => ({ entraTenantId: m365TenantId, isSimulated: isMock });
const token = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

/**
 * `scanId`: of the scan that asks, at which one worker is at a time (under-lease.ts). `anew`: what was read before is no answer to
 * whoever asks whether something was mended.
 */
type Asked = { wanted: readonly ConfigurationDataset[]; graph: GraphClient; scanId?: string; anew: boolean };

/** One tenant's work under its lease: what is known, and the ways to Graph. */
type Work = {
  dependencies: Dependencies;
  tenant: TenantRecord;
  snapshots: ConfigurationSnapshots;
  kept: KeptConfiguration;
  lease: Lease;
  signal: AbortSignal;
  untilMs: number;
  inBackground: boolean;
};

/** A run that is not over; one that is older than any job is given up, and its instances count. */
async function unfinishedRun(work: Work): Promise<ConfigurationProgress | null> {
  const { dependencies, tenant } = work;
  const { tenantConfigurations, clock } = dependencies;
  const progress = await tenantConfigurations.readProgress(tenant);
  const now = clock.now();
  if (progress === null || now.getTime() - Date.parse(progress.run.startedAt) < 2 * givenUpMs) return progress;
  work.kept = withoutRun(work.kept, progress, now);
  await tenantConfigurations.write(tenant, work.kept);
  await tenantConfigurations.endProgress(tenant);
  return null;
}

class LeaseLostError extends Error {}

/** Goes on with a run until it is over or there is no more time. What it gave is kept. */
async function advance(work: Work, begin: ConfigurationProgress): Promise<ConfigurationProgress> {
  const { dependencies, tenant, snapshots, lease, signal, untilMs } = work;
  const { tenantConfigurations, clock } = dependencies;
  const calls = () => begin.calls + snapshots.calls;
  const run = await advanceRun(begin.run, {
    snapshots,
    now: () => clock.now(),
    wait: dependencies.wait ?? (async (ms, ended) => pause(ms, undefined, { signal: ended })),
    async keep(state) {
      if (!(await lease.isHeld())) throw new LeaseLostError('Another worker goes on with this snapshot');
      await tenantConfigurations.writeProgress(tenant, { run: state, calls: calls() });
    },
    until: new Date(untilMs),
    signal,
  });
  const progress = { run, calls: calls() };
  if (isDone(run)) {
    work.kept = withRun(work.kept, progress, clock.now(), work.inBackground);
    await tenantConfigurations.write(tenant, work.kept);
    await tenantConfigurations.endProgress(tenant);
  }
  return progress;
}

const sendOn = ({ queue }: Dependencies, tenantId: string, delayMs: number) =>
  queue.send('upkeep', { kind: 'tenant-configuration', tenantId }, delayMs);

/**
 * What is told of each type: what this run gave, else what was read last, else why there is nothing. Before its first snapshot
 * has ended a tenant goes without, as one does that is not set up.
 */
function told(
  { wanted, anew }: Asked,
  now: Date,
  kept: KeptConfiguration,
  results: ConfigurationResults,
): ConfigurationResults {
  const isFirst = kept.lastJob === null && !anew;
  const absent = isFirst ? unavailable(wanted, stillRunning, now) : allFailed(wanted, stillRunning, now);
  return Object.fromEntries(
    wanted.map((name) => [name, results[name] ?? (anew ? null : standing(kept, name, now)) ?? absent[name]]),
  );
}

const isOld = (name: ConfigurationDataset, result: ConfigurationResults[ConfigurationDataset], now: Date): boolean =>
  configurationTypes[name].everyDays === undefined && result !== undefined && result.fetchedAt < now.toISOString();

/** Whether the last snapshot was taken for a scan that had no more time to wait for it: this is the scan that judges by it. */
const isAwaited = ({ lastJob }: KeptConfiguration, now: Date): boolean =>
  lastJob?.inBackground === true && now.getTime() - Date.parse(lastJob.endedAt) < judgedWithinMs;

/** Whether the last snapshot says something of a type; what only failed then is asked for again. */
const isTold = ({ datasets }: KeptConfiguration, name: ConfigurationDataset): boolean => {
  const last = datasets[name];
  return last !== undefined && (last.state === 'ok' || last.reason !== 'couldNotCheck');
};

/** A new run, or null where nothing is to be asked for now; `results`: what is not asked for. */
function planned(work: Work, { wanted, anew }: Asked) {
  const { dependencies, kept } = work;
  const now = dependencies.clock.now();
  const { ask: due, results } = planSnapshot(wanted, kept, dependencies.settings.sharePercent, now);
  const ask = !anew && isAwaited(kept, now) ? due.filter((name) => !isTold(kept, name)) : due;
  for (const name of due) if (!ask.includes(name)) results[name] = kept.datasets[name];
  // What the month no longer allows was read before.
  for (const name of wanted) if (anew && isOld(name, results[name], now)) results[name] = failed(overShare, now);
  const isProven = (name: ConfigurationDataset) => kept.datasets[name]?.state === 'ok';
  const run = ask.length === 0 ? null : { run: beginRun(ask, token(), now, isProven), calls: 0 };
  return { run, results };
}

/** Whatever stops the scan that waits, jobs that are under way are gone on with. */
async function advanceForScan(work: Work, progress: ConfigurationProgress): Promise<ConfigurationProgress> {
  try {
    return await advance(work, progress);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) await sendOn(work.dependencies, work.tenant.id, laterMs);
    throw error;
  }
}

async function collectUnderLease(work: Work, asked: Asked) {
  const { dependencies, tenant } = work;
  const { wanted, graph, anew } = asked;
  const now = dependencies.clock.now();
  let progress = await unfinishedRun(work);
  // It began before what is asked about: its snapshot may be of before.
  if (progress !== null && anew) return told(asked, now, work.kept, {});
  let results: ConfigurationResults = {};
  if (progress === null) {
    const why = await whyNoService(graph);
    if (why !== null) return unavailable(wanted, why, now);
    const plan = planned(work, asked);
    results = plan.results;
    progress = plan.run;
  }
  if (progress === null) return told(asked, now, work.kept, results);
  const ended = await advanceForScan(work, progress);
  if (isDone(ended.run)) return told(asked, now, work.kept, { ...results, ...ended.run.results });
  await sendOn(dependencies, tenant.id, laterMs);
  return told(asked, now, work.kept, results);
}

const patienceOf = ({ patienceMs, recheckPatienceMs }: Dependencies, { anew }: Asked): number =>
  anew ? (recheckPatienceMs ?? defaultRecheckPatienceMs) : (patienceMs ?? defaultPatienceMs);

/** The types of a tenant for a scan, asked for now as far as there is time for it. */
async function collect(
  dependencies: Dependencies,
  tenant: TenantRecord,
  asked: Asked,
  signal: AbortSignal,
): Promise<ConfigurationResults> {
  const { tenantConfigurations, leases, clock, settings, microsoft365 } = dependencies;
  const now = clock.now();
  if (!settings.isOn) return unavailable(asked.wanted, switchedOff, now);
  const patienceMs = patienceOf(dependencies, asked);
  const kept = (await tenantConfigurations.read(tenant)) ?? nothingKept;
  const term = { clock, forMs: patienceMs + spareMs, ...(asked.scanId !== undefined && { work: asked.scanId }) };
  const lease = await acquireLease(leases, leaseKey(tenant.id), term);
  if (!lease) {
    // Where its worker has died, nobody else would go on with what it asked Microsoft for.
    await sendOn(dependencies, tenant.id, (await leaseHeldForMs(leases, leaseKey(tenant.id), clock)) + 1000);
    return told(asked, now, kept, {});
  }
  try {
    const snapshots = microsoft365.configurationSnapshots(targetOf(tenant), { signal });
    const untilMs = now.getTime() + patienceMs;
    const work: Work = { dependencies, tenant, snapshots, kept, lease, signal, untilMs, inBackground: false };
    return await collectUnderLease(work, asked);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    return told(asked, now, kept, {});
  } finally {
    await lease.release();
  }
}

/** What a run in the background brought that the last scan did not know is judged soon, not at the end of the day. */
async function plan(
  { tenants, clock }: Dependencies,
  tenantId: string,
  before: KeptConfiguration,
  after: KeptConfiguration,
) {
  if (sameSettings(before.datasets, after.datasets)) return;
  await update(tenants, tenantId, (tenant): TenantRecord => expedited(tenant, clock.now()));
}

async function workOn(dependencies: Dependencies, tenantId: string): Promise<void> {
  const { tenants, tenantConfigurations, leases, clock, settings, microsoft365 } = dependencies;
  const stored = await tenants.get(tenantId);
  if (!stored) return;
  const tenant = stored.value;
  const budgetMs = dependencies.budgetMs ?? defaultBudgetMs;
  const lease = await acquireLease(leases, leaseKey(tenantId), { clock, forMs: budgetMs + spareMs });
  // The lease may be that of a worker that has just died: the message comes again when it would have run out.
  if (!lease) return sendOn(dependencies, tenantId, (await leaseHeldForMs(leases, leaseKey(tenantId), clock)) + 1000);
  let isUnfinished = false;
  try {
    const signal = AbortSignal.timeout(budgetMs + spareMs);
    const snapshots = microsoft365.configurationSnapshots(targetOf(tenant), { signal });
    const kept = (await tenantConfigurations.read(tenant)) ?? nothingKept;
    const untilMs = clock.now().getTime() + budgetMs;
    const work: Work = { dependencies, tenant, snapshots, kept, lease, signal, untilMs, inBackground: true };
    const progress = settings.isOn ? await unfinishedRun(work) : null;
    if (progress === null) return;
    const ended = await advance(work, progress);
    isUnfinished = !isDone(ended.run);
    if (!isUnfinished) await plan(dependencies, tenantId, kept, work.kept);
  } catch (error) {
    // Whoever has it now goes on; nobody, where the tenant is gone.
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    await lease.release();
  }
  if (isUnfinished) await sendOn(dependencies, tenantId, laterMs);
}

const collector =
  (dependencies: Dependencies, tenant: TenantRecord, asking: Omit<Asked, 'wanted'>): CollectConfiguration =>
  async (wanted, signal) => {
    const results = await collect(dependencies, tenant, { ...asking, wanted }, signal);
    return new Map(Object.entries(results) as [ConfigurationDataset, NonNullable<(typeof results)['dlpRules']>][]);
  };

/** The settings of Exchange, Defender, Purview and Teams of the tenants, by snapshots that Microsoft takes. */
export function createConfigurationCollection(dependencies: Dependencies) {
  return {
    /**
     * For a scan of this tenant. What takes longer than it waits goes on in the background; a scan that is resumed goes on with what its
     * worker that died had asked for.
     */
    of: (tenant: TenantRecord, graph: GraphClient, scanId: string) =>
      collector(dependencies, tenant, { graph, scanId, anew: false }),

    /** For a re-check: only what is read now. Mailboxes, which are read once a week, are as they were. */
    anew: (tenant: TenantRecord, graph: GraphClient) => collector(dependencies, tenant, { graph, anew: true }),

    /** Works one message. Delivered twice, late or after a crash, it does the work once. */
    work: (tenantId: string) => workOn(dependencies, tenantId),
  };
}

export type ConfigurationCollection = ReturnType<typeof createConfigurationCollection>;
