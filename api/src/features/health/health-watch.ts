import { type HealthCheck, MetricName, type SystemMetric } from '@tenantry/contract/health';
import { claimInterval, type UpkeepEntity } from '../../domain/lease/lease.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Condition, ContainerDefinition, RecordStore } from '../../ports/collection.ts';
import type { StateTable } from '../../ports/state.ts';
import type { Vault } from '../../ports/vault.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import { containers, globalPartition, monthOf } from '../../store/containers.ts';
import type { ScanRecord } from '../../store/scans.ts';

type Dependencies = {
  store: RecordStore;
  state: StateTable<UpkeepEntity>;
  blobs: Pick<Blobs, 'read'>;
  vault: Pick<Vault, 'get'>;
  queue: Pick<WorkQueue, 'depth'>;
  /** Asks Microsoft's sign-in and Graph for something that needs no right. @throws where there is no answer */
  probes: Record<'login' | 'graph', () => Promise<void>>;
  clock: Clock;
  log(message: string): void;
};

type Kept<T> = T & { id: string };
type Watched = { endpoint: string; method: string; look(): Promise<unknown> };

const everyMs = 5 * 60_000;
const hourMs = 3_600_000;
const looksAtMost = 15_000;
const maxErrorLength = 300;

/** A look that never ends is a failed one. */
function within<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${limitMs / 1000} s`)), limitMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Looks at what the product needs and at the work that it has, and keeps both for a while. */
export function createHealthWatch({ store, state, blobs, vault, queue, probes, clock, log }: Dependencies) {
  const records = store.partition(containers.systemConfig, globalPartition);
  const watched: Watched[] = [
    { endpoint: 'records', method: 'query', look: () => records.query({ limit: 1 }) },
    { endpoint: 'tables', method: 'get', look: () => state.get('intervals', 'health') },
    { endpoint: 'files', method: 'get', look: () => blobs.read('health') },
    { endpoint: 'queues', method: 'get', look: () => queue.depth('scan-work') },
    { endpoint: 'vault', method: 'get', look: () => vault.get('health') },
    { endpoint: 'microsoft-login', method: 'GET', look: probes.login },
    { endpoint: 'microsoft-graph', method: 'GET', look: probes.graph },
  ];
  const scans = () => store.across<ScanRecord>(containers.scanLogs);
  const countOf = (...where: Condition[]) => scans().count(where);
  const lastHour = (status: string): Condition[] => [
    { field: 'status', op: 'eq', value: status },
    { field: 'completedAt', op: 'gte', value: new Date(clock.now().getTime() - hourMs).toISOString() },
  ];
  const figures: Record<MetricName, () => Promise<number>> = {
    'scans.queued': () => countOf({ field: 'status', op: 'eq', value: 'queued' }),
    'scans.running': () => countOf({ field: 'status', op: 'eq', value: 'running' }),
    'scans.completed.hour': () => countOf(...lastHour('completed')),
    'scans.failed.hour': () => countOf(...lastHour('failed')),
    'tenants.reconnect': () =>
      store.across(containers.graphCredentials).count([{ field: 'reconnectSince', op: 'gt', value: '' }]),
    'queue.scan-work': () => queue.depth('scan-work'),
    'queue.scan-work.poison': () => queue.depth('scan-work-poison'),
    'queue.upkeep': () => queue.depth('upkeep'),
    'queue.upkeep.poison': () => queue.depth('upkeep-poison'),
  };

  async function lookAt({ endpoint, method, look }: Watched, timestamp: string): Promise<HealthCheck> {
    const startedMs = performance.now();
    let error: string | null = null;
    try {
      await within(look(), looksAtMost);
    } catch (caught) {
      error = (caught instanceof Error ? caught.message : String(caught)).slice(0, maxErrorLength);
      log(`HEALTH: ${endpoint} does not answer: ${error}`);
    }
    const responseTime = Math.round(performance.now() - startedMs);
    return { endpoint, method, status: error === null ? 'ok' : 'failed', responseTime, error, timestamp };
  }

  async function figure(metric: MetricName, timestamp: string): Promise<SystemMetric> {
    try {
      return { metric, value: await within(figures[metric](), looksAtMost), timestamp };
    } catch (error) {
      log(`HEALTH: ${metric} could not be counted: ${error instanceof Error ? error.message : error}`);
      return { metric, value: null, timestamp };
    }
  }

  const kept = <T extends { id: string }>(container: ContainerDefinition, month: string) =>
    store.partition<T>(container, month);

  /** The rows of the last look: all of one have the same time. */
  async function latest<T extends { timestamp: string }>(container: ContainerDefinition): Promise<T[]> {
    const now = clock.now();
    const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
    for (const date of [now, lastMonth]) {
      const { items } = await kept<Kept<T>>(container, monthOf(date.toISOString())).query({
        orderBy: { field: 'timestamp', direction: 'desc' },
        limit: 50,
      });
      if (items.length > 0) return items.filter(({ timestamp }) => timestamp === items[0]?.timestamp);
    }
    return [];
  }

  async function history(metric: MetricName): Promise<SystemMetric[]> {
    const now = clock.now();
    const since = new Date(now.getTime() - 24 * hourMs).toISOString();
    const found: SystemMetric[] = [];
    for (const month of new Set([monthOf(since), monthOf(now.toISOString())])) {
      const { items } = await kept<Kept<SystemMetric>>(containers.systemMetrics, month).query({
        where: [
          { field: 'metric', op: 'eq', value: metric },
          { field: 'timestamp', op: 'gte', value: since },
        ],
        orderBy: { field: 'timestamp', direction: 'asc' },
        limit: 500,
      });
      found.push(...items);
    }
    return found.map(({ value, timestamp }) => ({ metric, value, timestamp }));
  }

  const watch = {
    /** Looks now and keeps what was seen. */
    async look(): Promise<void> {
      const timestamp = clock.now().toISOString();
      const month = monthOf(timestamp);
      const [checks, metrics] = await Promise.all([
        Promise.all(watched.map((one) => lookAt(one, timestamp))),
        Promise.all(MetricName.options.map((metric) => figure(metric, timestamp))),
      ]);
      for (const check of checks) {
        await kept<Kept<HealthCheck>>(containers.healthChecks, month).create({
          ...check,
          id: `${timestamp}-${check.endpoint}`,
        });
      }
      for (const metric of metrics) {
        await kept<Kept<SystemMetric>>(containers.systemMetrics, month).create({
          ...metric,
          id: `${timestamp}-${metric.metric}`,
        });
      }
    },

    /** Looks where nobody has for five minutes: called each minute, by several processes. @returns whether it did */
    async lookWhereDue(): Promise<boolean> {
      if (!(await claimInterval(state, 'health', { forMs: everyMs, clock }))) return false;
      await watch.look();
      return true;
    },

    /** What the last look saw; `metric`: that one over the last 24 hours. */
    async report(metric: MetricName | undefined) {
      const [checks, metrics, over] = await Promise.all([
        latest<HealthCheck>(containers.healthChecks),
        latest<SystemMetric>(containers.systemMetrics),
        metric === undefined ? [] : history(metric),
      ]);
      return {
        checkedAt: checks[0]?.timestamp ?? null,
        checks: checks.map(({ endpoint, method, status, responseTime, error, timestamp }) => ({
          endpoint,
          method,
          status,
          responseTime,
          error,
          timestamp,
        })),
        metrics: metrics.map((one) => ({ metric: one.metric, value: one.value, timestamp: one.timestamp })),
        history: over,
      };
    },

    /** Whether the records answer: what any call needs. @throws where they do not */
    async probe(): Promise<void> {
      await within(records.query({ limit: 1 }), looksAtMost);
    },
  };
  return watch;
}

export type HealthWatch = ReturnType<typeof createHealthWatch>;
