import type { HealthCheck, MetricName, SystemMetric } from '@tenantry/contract/health';
import { truncate } from '@tenantry/contract/text';
import { within } from '../../domain/deadline/within.ts';
import { claimInterval, type LeaseEntity } from '../../domain/lease/lease.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { StateTable } from '../../ports/state.ts';
import type { Gauges, Log } from '../../ports/telemetry.ts';
import type { ServiceName } from '../../ports/unavailable.ts';
import type { Vault } from '../../ports/vault.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import type { HealthStore } from '../../store/health-records.ts';
import { systemHistory } from './system-history.ts';
import { type Figure, type FigureDependencies, watchedFigures } from './watched-figures.ts';

type Dependencies = FigureDependencies & {
  records: HealthStore;
  state: StateTable<LeaseEntity>;
  blobs: Pick<Blobs, 'read'>;
  vault: Pick<Vault, 'get'>;
  queue: Pick<WorkQueue, 'depth'>;
  /** Asks Microsoft's sign-in and Graph for something that needs no right. @throws where there is no answer */
  probes: Record<'login' | 'graph', () => Promise<void>>;
  /** Hands the figures to whoever watches the installation from outside; says nothing of those that are not known. */
  gauges: Gauges;
  log: Log;
};

/** Without these no call of a signed-in user is answered: their record and their session. */
const needed = new Set<string>(['records', 'tables'] satisfies ServiceName[]);

type Watched = { endpoint: string; method: string; probe(): Promise<unknown> };

const everyMs = 5 * 60_000;
/** As long as a probe takes at most: who asks in the meantime is answered with that one. */
const askedAgainAfterMs = 15_000;
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
    log('A service does not answer', { service: endpoint, error: caught });
  }
  const responseTime = Math.round(performance.now() - startedMs);
  return { endpoint, method, status: error === null ? 'ok' : 'failed', responseTime, error, timestamp };
}

async function metricOf(
  { log }: Pick<Dependencies, 'log'>,
  [metric, figure]: [MetricName, Figure],
  timestamp: string,
): Promise<SystemMetric> {
  try {
    return { metric, value: await within(figure(), probeWithinMs), timestamp };
  } catch (error) {
    log('A metric could not be counted', { metric, error });
    return { metric, value: null, timestamp };
  }
}

/** Probes what the product needs, counts the work that it has, and keeps both for a while. */
export function createHealthWatch(dependencies: Dependencies) {
  const { records, state, gauges, clock } = dependencies;
  const services = watchedServices(dependencies);
  const figures = Object.entries(watchedFigures(dependencies)) as [MetricName, Figure][];

  /** Probes now and keeps what came of it. */
  async function probeAll(): Promise<void> {
    const timestamp = clock.now().toISOString();
    const [checks, counted] = await Promise.all([
      Promise.all(services.map((service) => checkOf(dependencies, service, timestamp))),
      Promise.all(figures.map((figure) => metricOf(dependencies, figure, timestamp))),
    ]);
    const failing = checks.filter(({ status }) => status === 'failed').length;
    const metrics: SystemMetric[] = [...counted, { metric: 'services.failing', value: failing, timestamp }];
    // Before they are kept: that the records do not answer is what an alert has to hear.
    gauges.record(metrics);
    await records.keep(checks, metrics);
  }

  let asked: Promise<void> | null = null;

  return {
    probeAll,

    /**
     * Probes at once, because somebody asks; two who ask within 15 seconds get one probe. Resolves once it is kept, where it
     * is this process that probes.
     */
    probeNow(): Promise<void> {
      asked ??= (async () => {
        if (await claimInterval(state, 'health-asked', { forMs: askedAgainAfterMs, clock })) await probeAll();
      })().finally(() => {
        asked = null;
      });
      return asked;
    },

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
          dependencies.log('A needed service does not answer', { service: endpoint, error });
          return [endpoint as ServiceName];
        }
      });
      return (await Promise.all(asked)).flat();
    },
  };
}

export type HealthWatch = ReturnType<typeof createHealthWatch>;
