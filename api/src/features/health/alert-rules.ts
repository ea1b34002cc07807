import type { MetricName, SystemMetric } from '@tenantry/contract/health';

/**
 * One alert, as Azure Monitor's scheduled query rules have it (Microsoft.Insights/scheduledQueryRules).
 * `infra/generate.ts` hands this table to Bicep; docs/operate.md has a section for each name.
 */
export type AlertRule = {
  /** Kebab-case; the name of the rule and the heading in docs/operate.md. */
  name: string;
  title: string;
  /** 0 critical, 1 error, 2 warning, 3 informational, 4 verbose. */
  severity: 0 | 1 | 2 | 3 | 4;
  /** The figures that it is about, the largest of which counts; none where it is about the answers of the host alone. */
  metrics: readonly MetricName[];
  /** KQL over the workspace's tables. Unless the rows are counted it has one row at the most, with a column `Value`. */
  query: string;
  /** `Maximum` of the column `Value`, or `Count` of the rows. */
  aggregation: 'Maximum' | 'Count';
  operator: 'GreaterThan' | 'GreaterThanOrEqual' | 'LessThan';
  threshold: number;
  /** How far back the query reads. Azure takes 5, 10, 15, 30, 45, 60, 120 to 360 in steps of 60, 1440 and 2880. */
  windowMinutes: 15 | 30 | 60 | 1440;
  everyMinutes: 5 | 15 | 60;
  /** What is wrong, in one sentence. */
  meaning: string;
  /** Why the threshold and the window are what they are. */
  reason: string;
};

/** The figures are counted every five minutes: `Value` is the largest that arrived within the window. */
const largest = (...metrics: MetricName[]) =>
  `AppMetrics | where Name in (${metrics.map((one) => `'${one}'`).join(', ')}) | summarize Value = max(Sum / ItemCount)`;
/** The smallest: it is above the threshold only where every probe of the window was. */
const smallest = (metric: MetricName) =>
  `AppMetrics | where Name == '${metric}' | summarize Value = min(Sum / ItemCount), Probes = count() | where Probes >= 2`;

const ofFigures = <const T extends Omit<AlertRule, 'query' | 'aggregation'>>(rule: T) => ({
  ...rule,
  query: largest(...rule.metrics),
  aggregation: 'Maximum' as const,
});

/** Fewer answers than this say nothing of a rate. */
const fewestRequests = 20;

/** The alerts of an installation, the most urgent first. */
export const alertRules = [
  ofFigures({
    name: 'trail-broken',
    title: 'The audit trail is broken',
    severity: 0,
    metrics: ['audit.trail.broken'],
    operator: 'GreaterThan',
    threshold: 0,
    windowMinutes: 15,
    everyMinutes: 5,
    meaning: 'An entry of the audit trail was changed, removed or added from outside of Tenantry.',
    reason: 'Nothing that Tenantry does breaks the trail, so that the first time counts.',
  }),
  {
    name: 'no-telemetry',
    title: 'Nothing is heard of Tenantry',
    severity: 1,
    metrics: [],
    query: "AppMetrics | where Name == 'services.failing'",
    aggregation: 'Count',
    operator: 'LessThan',
    threshold: 1,
    windowMinutes: 30,
    everyMinutes: 15,
    meaning: 'No figures have arrived for half an hour: the function app does not run, or cannot send them.',
    reason:
      'Figures come every five minutes; six in a row are missing, which no deployment or move of a host explains.',
  },
  {
    name: 'health-failing',
    title: 'A service does not answer',
    severity: 1,
    metrics: ['services.failing'],
    query: smallest('services.failing'),
    aggregation: 'Maximum',
    operator: 'GreaterThan',
    threshold: 0,
    windowMinutes: 15,
    everyMinutes: 5,
    meaning: 'A service that Tenantry needs does not answer.',
    reason:
      'One failed probe is a hiccup, which is tried again after five minutes; two or three in a row are an outage.',
  },
  {
    name: 'server-errors',
    title: 'Calls fail',
    severity: 1,
    metrics: [],
    query: `AppRequests | where Url !contains '/admin/host/' and ResultCode matches regex '^[1-5][0-9][0-9]$' | summarize Failed = sumif(ItemCount, toint(ResultCode) >= 500), Total = sum(ItemCount) | where Total >= ${fewestRequests} | project Value = 100.0 * Failed / Total`,
    aggregation: 'Maximum',
    operator: 'GreaterThan',
    threshold: 5,
    windowMinutes: 15,
    everyMinutes: 5,
    meaning: 'More than 5% of the answers of the last 15 minutes were errors of the server (5xx).',
    // The platform pings the host twice a minute: its answers would hide ours.
    reason: `A restart fails a few calls; one in twenty is what people notice. Fewer than ${fewestRequests} calls are no rate.`,
  },
  ofFigures({
    name: 'timers-silent',
    title: 'A timer is silent',
    severity: 1,
    metrics: ['timers.silent.minutes'],
    operator: 'GreaterThan',
    threshold: 30,
    windowMinutes: 15,
    everyMinutes: 5,
    meaning:
      'A timer has not succeeded for more than 30 minutes: its steps fail or do not end, or the function timer was stopped.',
    reason: 'The slowest timer runs every five minutes; a deployment or a short outage costs two or three runs.',
  }),
  ofFigures({
    name: 'poison-messages',
    title: 'Work was given up',
    severity: 2,
    metrics: ['queue.scan-work.poison', 'queue.upkeep.poison'],
    operator: 'GreaterThan',
    threshold: 0,
    windowMinutes: 15,
    everyMinutes: 5,
    meaning: 'A message failed five times and lies in a poison queue, where nobody works it any more.',
    reason: 'What fails for a reason that passes is put back with a delay and never gets there.',
  }),
  ofFigures({
    name: 'scans-stuck',
    title: 'Scans wait',
    severity: 2,
    metrics: ['scans.queued.oldest.minutes'],
    operator: 'GreaterThan',
    threshold: 60,
    windowMinutes: 15,
    everyMinutes: 5,
    meaning: 'A scan has waited in the queue for more than an hour.',
    reason: 'A worker takes up a scan within seconds; a run over a thousand tenants is worked off within the hour.',
  }),
  ofFigures({
    name: 'scans-failed',
    title: 'Scans fail',
    severity: 2,
    metrics: ['scans.failed.hour'],
    operator: 'GreaterThanOrEqual',
    threshold: 3,
    windowMinutes: 15,
    everyMinutes: 15,
    meaning: 'Three or more scans have failed within the last hour.',
    reason: 'One or two are the trouble of a tenant, which the overview names; three have a cause in common.',
  }),
  ofFigures({
    name: 'refresh-failures',
    title: 'Tokens are not renewed',
    severity: 2,
    metrics: ['tokens.refresh.failed.hour'],
    operator: 'GreaterThanOrEqual',
    threshold: 3,
    windowMinutes: 15,
    everyMinutes: 15,
    meaning: 'The tokens of three or more tenants could not be renewed within the last hour.',
    reason:
      'One tenant may have ended its consent, which the overview tells; several at once are our app or Microsoft.',
  }),
  ofFigures({
    name: 'secrets-ending',
    title: 'Client secrets end',
    severity: 3,
    metrics: ['secrets.ending'],
    operator: 'GreaterThan',
    threshold: 0,
    windowMinutes: 60,
    everyMinutes: 60,
    meaning: 'A client secret, our own or that of a tenant, ends within 14 days or has ended.',
    reason: 'Two weeks cover a holiday of whoever can make a new one.',
  }),
] as const satisfies readonly AlertRule[];

const reaches: Record<AlertRule['operator'], (value: number, threshold: number) => boolean> = {
  GreaterThan: (value, threshold) => value > threshold,
  GreaterThanOrEqual: (value, threshold) => value >= threshold,
  LessThan: (value, threshold) => value < threshold,
};

/**
 * Which alerts these figures speak for. Azure looks at the window of a rule, this at one probe; what is not in the figures
 * (`server-errors`, `no-telemetry`) Azure alone can tell, and a figure that is not known speaks for none.
 */
export function firingAlerts(metrics: readonly Pick<SystemMetric, 'metric' | 'value'>[]): AlertRule[] {
  const known = new Map(metrics.flatMap(({ metric, value }) => (value === null ? [] : [[metric, value] as const])));
  return alertRules.filter((rule: AlertRule) => {
    const values = rule.metrics.map((metric) => known.get(metric)).filter((value) => value !== undefined);
    return values.length > 0 && reaches[rule.operator](Math.max(...values), rule.threshold);
  });
}
