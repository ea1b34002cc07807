import type { HealthCheck, MetricName, SystemMetric } from '@tenantry/contract/health';
import { type Condition, every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import { monthOf } from './month.ts';

type Kept<T> = T & { id: string };
type Container = typeof containers.healthChecks | typeof containers.systemMetrics;

const kept = 50;
const historyAtMost = 500;

/** What the probes of the services and the figures of the work came to, each with the time of its probe. */
export function openHealthStore(records: RecordStore) {
  const ofMonth = <T extends { timestamp: string }>(container: Container, instant: string) =>
    records.partition<Kept<T>>(container, monthOf(instant));

  async function latest<T extends { timestamp: string }>(container: Container, now: Date): Promise<Kept<T>[]> {
    const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
    for (const date of [now, lastMonth]) {
      const orderBy = { field: 'timestamp', direction: 'desc' } as const;
      const { items } = await ofMonth<T>(container, date.toISOString()).query({ orderBy, limit: kept });
      if (items.length > 0) return items.filter(({ timestamp }) => timestamp === items[0]?.timestamp);
    }
    return [];
  }

  return {
    async keep(checks: readonly HealthCheck[], metrics: readonly SystemMetric[]): Promise<void> {
      for (const check of checks) {
        const { timestamp, endpoint } = check;
        const month = ofMonth<HealthCheck>(containers.healthChecks, timestamp);
        await month.create({ ...check, id: `${timestamp}-${endpoint}` });
      }
      for (const one of metrics) {
        const { timestamp, metric } = one;
        const month = ofMonth<SystemMetric>(containers.systemMetrics, timestamp);
        await month.create({ ...one, id: `${timestamp}-${metric}` });
      }
    },

    /** The checks of the last probe: all of one have the same time. */
    latestChecks: (now: Date) => latest<HealthCheck>(containers.healthChecks, now),
    latestMetrics: (now: Date) => latest<SystemMetric>(containers.systemMetrics, now),

    /** A metric from `since` until `now`, the oldest first. */
    async history(metric: MetricName, since: Date, now: Date): Promise<SystemMetric[]> {
      const found: SystemMetric[] = [];
      for (const month of new Set([since, now].map((date) => monthOf(date.toISOString())))) {
        const { items } = await records.partition<Kept<SystemMetric>>(containers.systemMetrics, month).query({
          where: [
            { field: 'metric', op: 'eq', value: metric },
            { field: 'timestamp', op: 'gte', value: since.toISOString() },
          ],
          orderBy: { field: 'timestamp', direction: 'asc' },
          limit: historyAtMost,
        });
        found.push(...items);
      }
      return found;
    },

    /** What was kept from `since` until `now`, of every service and of these metrics, the oldest first. */
    async course(metrics: readonly MetricName[], since: Date, now: Date) {
      const after: Condition = { field: 'timestamp', op: 'gte', value: since.toISOString() };
      const isWanted: Condition = { field: 'metric', op: 'in', value: metrics };
      const oldestFirst = { orderBy: { field: 'timestamp', direction: 'asc' }, limit: historyAtMost } as const;
      const found: { checks: HealthCheck[]; metrics: SystemMetric[] } = { checks: [], metrics: [] };
      for (const month of new Set([since, now].map((date) => monthOf(date.toISOString())))) {
        const checks = records.partition<Kept<HealthCheck>>(containers.healthChecks, month);
        const values = records.partition<Kept<SystemMetric>>(containers.systemMetrics, month);
        found.checks.push(...(await every(checks, { where: [after], ...oldestFirst })));
        found.metrics.push(...(await every(values, { where: [after, isWanted], ...oldestFirst })));
      }
      return found;
    },

    /** @throws where the records do not answer */
    async reach(): Promise<void> {
      await records.partition(containers.systemConfig, globalPartition).query({ limit: 1 });
    },
  };
}

export type HealthStore = ReturnType<typeof openHealthStore>;
