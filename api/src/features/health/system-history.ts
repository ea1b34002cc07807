import { chartedMetrics, type HealthCheck, type SystemHistory, type SystemMetric } from '@tenantry/contract/health';
import type { Clock } from '../../ports/clock.ts';
import type { HealthStore } from '../../store/health-records.ts';
import type { ScanStore } from '../../store/scans.ts';
import { everyTenant } from '../../store/scope.ts';

type Dependencies = { records: Pick<HealthStore, 'course'>; scans: Pick<ScanStore, 'count'>; clock: Clock };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const days = 14;

const hourOf = ({ timestamp }: { timestamp: string }) => `${timestamp.slice(0, 13)}:00:00.000Z`;

/** What was kept of something, hour by hour, the oldest first. */
function byHour<T extends { timestamp: string }, H>(
  kept: readonly T[],
  view: (hour: string, ofHour: readonly T[]) => H,
): H[] {
  return [...Map.groupBy(kept, hourOf)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([hour, all]) => view(hour, all));
}

/** How long a service that did not answer took says nothing of its speed. */
function serviceHour(hour: string, checks: readonly HealthCheck[]) {
  const answered = checks.filter(({ status }) => status === 'ok').map(({ responseTime }) => responseTime);
  const sum = answered.reduce((total, one) => total + one, 0);
  return {
    hour,
    probes: checks.length,
    failed: checks.length - answered.length,
    averageResponseTime: answered.length === 0 ? null : Math.round(sum / answered.length),
  };
}

function metricHour(hour: string, values: readonly SystemMetric[]) {
  const known = values.map(({ value }) => value).filter((value) => value !== null);
  return { hour, value: known.length === 0 ? null : Math.max(...known) };
}

/** Counted from the scans themselves: the stored figures overlap. */
async function scansOfDays({ scans, clock }: Dependencies): Promise<SystemHistory['scans']> {
  const today = Math.floor(clock.now().getTime() / dayMs) * dayMs;
  const starts = Array.from({ length: days }, (_, index) => today - (days - 1 - index) * dayMs);
  return Promise.all(
    starts.map(async (startMs) => {
      const [since, until] = [new Date(startMs), new Date(startMs + dayMs)];
      const [completed, failed] = await Promise.all([
        scans.count(everyTenant, 'completed', since, until),
        scans.count(everyTenant, 'failed', since, until),
      ]);
      return { day: since.toISOString().slice(0, 10), completed, failed };
    }),
  );
}

/** How this installation went of late: response times and queues of the last day by the hour, scans of fourteen days. */
export async function systemHistory(dependencies: Dependencies): Promise<SystemHistory> {
  const now = dependencies.clock.now();
  const [course, scans] = await Promise.all([
    dependencies.records.course(chartedMetrics, new Date(now.getTime() - dayMs), now),
    scansOfDays(dependencies),
  ]);
  return {
    services: [...Map.groupBy(course.checks, ({ endpoint }) => endpoint)].map(([endpoint, checks]) => ({
      endpoint,
      hours: byHour(checks, serviceHour),
    })),
    metrics: chartedMetrics.map((metric) => ({
      metric,
      hours: byHour(
        course.metrics.filter((one) => one.metric === metric),
        metricHour,
      ),
    })),
    scans,
  };
}
