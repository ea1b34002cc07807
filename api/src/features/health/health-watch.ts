import type { HealthCheck, MetricName, SystemMetric } from '@tenantry/contract/health';
import { truncate } from '@tenantry/contract/text';
import { within } from '../../domain/deadline/within.ts';
import { claimInterval, type LeaseEntity } from '../../domain/lease/lease.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';
import type { ServiceName } from '../../ports/unavailable.ts';
import type { Vault } from '../../ports/vault.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import type { CredentialStore } from '../../store/credentials.ts';
import type { HealthStore } from '../../store/health-records.ts';
import type { ScanStore } from '../../store/scans.ts';
import { everyTenant } from '../../store/scope.ts';
import { systemHistory } from './system-history.ts';

type Dependencies = {
  records: HealthStore;
  scans: Pick<ScanStore, 'count'>;
  credentials: Pick<CredentialStore, 'countLost'>;
  state: StateTable<LeaseEntity>;
  blobs: Pick<Blobs, 'read'>;
  vault: Pick<Vault, 'get'>;
  queue: Pick<WorkQueue, 'depth'>;
  trailVerification: { brokenFigure(): Promise<number | null> };
  /** Asks Microsoft's sign-in and Graph for something that needs no right. @throws where there is no answer */
  probes: Record<'login' | 'graph', () => Promise<void>>;
  clock: Clock;
  log(message: string): void;
};

/** Without these no call of a signed-in user is answered: their record and their session. */
const needed = new Set<string>(['records', 'tables'] satisfies ServiceName[]);

type Watched = { endpoint: string; method: string; probe(): Promise<unknown> };

const everyMs = 5 * 60_000;
const hourMs = 3_600_000;
const probeWithinMs = 15_000;
/** Whoever probes this installation waits no longer. */
const answerWithinMs = 5000;
const maxErrorLength = 300;

type ProbeDependencies = Omit<Dependencies, 'clock'>;

function watchedServices({ records, state, blobs, vault, queue, probes }: ProbeDependencies): Watched[] {
  return [
    { endpoint: 'records', method: 'query', probe: () => records.reach() },
    { endpoint: 'tables', method: 'get', probe: () => state.get('intervals', 'health') },
    { endpoint: 'files', method: 'get', probe: () => blobs.read('health') },
    { endpoint: 'queues', method: 'get', probe: () => queue.depth('scan-work') },
    { endpoint: 'vault', method: 'get', probe: () => vault.get('health') },
    { endpoint: 'microsoft-login', method: 'GET', probe: probes.login },
    { endpoint: 'microsoft-graph', method: 'GET', probe: probes.graph },
  ];
}

function watchedFigures({
  scans,
  credentials,
  queue,
  trailVerification,
  clock,
}: Dependencies): Record<MetricName, () => Promise<number | null>> {
  const anHourAgo = () => new Date(clock.now().getTime() - hourMs);
  return {
    'scans.queued': () => scans.count(everyTenant, 'queued'),
    'scans.running': () => scans.count(everyTenant, 'running'),
    'scans.completed.hour': () => scans.count(everyTenant, 'completed', anHourAgo()),
    'scans.failed.hour': () => scans.count(everyTenant, 'failed', anHourAgo()),
    'tenants.reconnect': () => credentials.countLost(everyTenant),
    'queue.scan-work': () => queue.depth('scan-work'),
    'queue.scan-work.poison': () => queue.depth('scan-work-poison'),
    'queue.upkeep': () => queue.depth('upkeep'),
    'queue.upkeep.poison': () => queue.depth('upkeep-poison'),
    'audit.trail.broken': () => trailVerification.brokenFigure(),
  };
}

async function checkOf(
  { log }: Pick<Dependencies, 'log'>,
  { endpoint, method, probe }: Watched,
  timestamp: string,
): Promise<HealthCheck> {
  const startedMs = performance.now();
  let error: string | null = null;
  try {
    await within(probe(), probeWithinMs);
  } catch (caught) {
    error = truncate(caught instanceof Error ? caught.message : String(caught), maxErrorLength);
    log(`HEALTH: ${endpoint} does not answer: ${error}`);
  }
  const responseTime = Math.round(performance.now() - startedMs);
  return { endpoint, method, status: error === null ? 'ok' : 'failed', responseTime, error, timestamp };
}

async function metricOf(
  { log }: Pick<Dependencies, 'log'>,
  [metric, figure]: [MetricName, () => Promise<number | null>],
  timestamp: string,
): Promise<SystemMetric> {
  try {
    return { metric, value: await within(figure(), probeWithinMs), timestamp };
  } catch (error) {
    log(`HEALTH: ${metric} could not be counted: ${error instanceof Error ? error.message : error}`);
    return { metric, value: null, timestamp };
  }
}

/** Probes what the product needs, counts the work that it has, and keeps both for a while. */
export function createHealthWatch(dependencies: Dependencies) {
  const { records, state, clock } = dependencies;
  const services = watchedServices(dependencies);
  const figures = Object.entries(watchedFigures(dependencies)) as [MetricName, () => Promise<number | null>][];

  /** Probes now and keeps what came of it. */
  async function probeAll(): Promise<void> {
    const timestamp = clock.now().toISOString();
    const [checks, metrics] = await Promise.all([
      Promise.all(services.map((service) => checkOf(dependencies, service, timestamp))),
      Promise.all(figures.map((figure) => metricOf(dependencies, figure, timestamp))),
    ]);
    await records.keep(checks, metrics);
  }

  return {
    probeAll,

    /** Probes where nobody has for five minutes: called each minute, by several processes. @returns whether it did */
    async probeWhereDue(): Promise<boolean> {
      if (!(await claimInterval(state, 'health', { forMs: everyMs, clock }))) return false;
      await probeAll();
      return true;
    },

    /** What the last probe came to; `metric`: that one over the last 24 hours. */
    async report(metric: MetricName | undefined) {
      const now = clock.now();
      const since = new Date(now.getTime() - 24 * hourMs);
      const [checks, metrics, history] = await Promise.all([
        records.latestChecks(now),
        records.latestMetrics(now),
        metric === undefined ? [] : records.history(metric, since, now),
      ]);
      return { checkedAt: checks[0]?.timestamp ?? null, checks, metrics, history };
    },

    /** How it went of late. */
    history: () => systemHistory(dependencies),

    /** Asks what every call of a signed-in user needs. @returns which of it does not answer */
    async missing(): Promise<ServiceName[]> {
      const probed = services.filter(({ endpoint }) => needed.has(endpoint));
      const asked = probed.map(async ({ endpoint, probe }): Promise<ServiceName[]> => {
        try {
          await within(probe(), answerWithinMs);
          return [];
        } catch (error) {
          dependencies.log(`HEALTH: the ${endpoint} do not answer: ${error instanceof Error ? error.message : error}`);
          return [endpoint as ServiceName];
        }
      });
      return (await Promise.all(asked)).flat();
    },
  };
}

export type HealthWatch = ReturnType<typeof createHealthWatch>;
