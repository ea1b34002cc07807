import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Instant } from './lists.ts';

export const getHealth = defineEndpoint({
  name: 'health-probe',
  summary: 'Whether this installation can work: for a probe, which reads the status of the answer, 200 or 503',
  method: 'GET',
  path: '/api/health',
  access: 'public',
  standalone: true,
  response: z.object({ status: z.literal('ok') }),
});

/** One probe of a service that the product needs. `endpoint` names it; `responseTime` in ms. */
export const HealthCheck = z.object({
  endpoint: z.string(),
  method: z.string(),
  status: z.enum(['ok', 'failed']),
  responseTime: z.number(),
  error: z.nullable(z.string()),
  timestamp: Instant,
});
export type HealthCheck = z.infer<typeof HealthCheck>;

export const MetricName = z.enum([
  'scans.queued',
  'scans.running',
  'scans.completed.hour',
  'scans.failed.hour',
  'tenants.reconnect',
  'queue.scan-work',
  'queue.scan-work.poison',
  'queue.upkeep',
  'queue.upkeep.poison',
  // 1 where the audit trail was found broken, 0 where it is whole.
  'audit.trail.broken',
  // Services that did not answer this probe.
  'services.failing',
  // Minutes that the oldest scan in the queue has waited; 0 where none waits.
  'scans.queued.oldest.minutes',
  // Tenants whose token could not be renewed within the last hour.
  'tokens.refresh.failed.hour',
  // Client secrets, our own and those of tenants, that end within 14 days or have ended.
  'secrets.ending',
  // Minutes since the timer that has been silent longest last succeeded.
  'timers.silent.minutes',
]);
export type MetricName = z.infer<typeof MetricName>;

/** `value` is null where it could not be determined. */
export const SystemMetric = z.object({ metric: MetricName, value: z.nullable(z.number()), timestamp: Instant });
export type SystemMetric = z.infer<typeof SystemMetric>;

/** `unknown`: it could not be asked, or was not yet; never a guess. */
export const ReadinessState = z.enum(['ready', 'attention', 'unknown']);
export type ReadinessState = z.infer<typeof ReadinessState>;

/** Pages on which something can be done about it. */
export const ReadinessPage = z.enum([
  'overview',
  'systemHealth',
  'graphSettings',
  'users',
  'profile',
  'tenants',
  'credentials',
  'bulkScans',
  'settings',
  'notificationChannels',
  'tickets',
]);
export type ReadinessPage = z.infer<typeof ReadinessPage>;

export const ReadinessItem = z.object({
  /** The same at each call. */
  id: z.string(),
  label: z.string(),
  state: ReadinessState,
  /** What was found, in a sentence. */
  message: z.string(),
  /** When it was last so, or until when it is; null where there is no such time. */
  at: z.nullable(Instant),
  /** What to do, in a sentence; null where there is nothing to do. */
  action: z.nullable(z.string()),
  page: z.nullable(ReadinessPage),
  /** Where the project's documentation tells more: a file and its heading. */
  docs: z.nullable(z.string()),
  /** The findings that it is about, the gravest first and not all of many; `tenant`: its name. */
  findings: z.optional(
    z.array(z.object({ id: z.string(), tenantId: z.string(), tenant: z.string(), title: z.string() })),
  ),
});
export type ReadinessItem = z.infer<typeof ReadinessItem>;

export const ReadinessGroup = z.object({
  id: z.enum([
    'services',
    'installation',
    'registration',
    'administrators',
    'work',
    'alerts',
    'tenants',
    'notifications',
    'tickets',
  ]),
  title: z.string(),
  items: z.array(ReadinessItem),
});
export type ReadinessGroup = z.infer<typeof ReadinessGroup>;

export const Readiness = z.object({
  groups: z.array(ReadinessGroup),
  /** How this installation is set up, none of it secret. `setting` names what it comes from, where that is a setting. */
  settings: z.array(z.object({ label: z.string(), value: z.string(), setting: z.nullable(z.string()) })),
});
export type Readiness = z.infer<typeof Readiness>;

const SystemHealth = z.object({
  /** Null before the first probe. */
  checkedAt: z.nullable(Instant),
  checks: z.array(HealthCheck),
  metrics: z.array(SystemMetric),
  history: z.array(SystemMetric),
  /** Whether everything is in place, asked for now. */
  readiness: Readiness,
});
export type SystemHealth = z.infer<typeof SystemHealth>;

export const getSystemHealth = defineEndpoint({
  name: 'system-health',
  summary:
    'The last probes of the services that the product needs, figures of its work, and whether everything is in place; with `metric`, that one over 24 hours',
  method: 'GET',
  path: '/api/admin/health',
  access: 'admin',
  token: 'read',
  query: z.object({
    metric: z.optional(MetricName),
  }),
  response: SystemHealth,
});

export const checkHealthNow = defineEndpoint({
  name: 'system-health-check',
  summary: 'Probe the services now; while a probe runs, and for some seconds after, that one is answered',
  method: 'POST',
  path: '/api/admin/health/check',
  access: 'admin',
  response: SystemHealth,
});

/** What the probes of one service came to within an hour; the time is null where none of them was answered. */
const HourOfService = z.object({
  hour: Instant,
  probes: z.number(),
  failed: z.number(),
  averageResponseTime: z.nullable(z.number()),
});
/** The largest value of a metric within an hour; null where it could not be determined. */
const HourOfMetric = z.object({ hour: Instant, value: z.nullable(z.number()) });
const DayOfScans = z.object({ day: z.iso.date(), completed: z.number(), failed: z.number() });

/** Metrics whose course is shown. */
export const chartedMetrics = ['queue.scan-work', 'scans.running', 'tenants.reconnect'] as const satisfies MetricName[];

export const SystemHistory = z.object({
  /** Hours of the last day in which there was a probe, the oldest first. */
  services: z.array(z.object({ endpoint: z.string(), hours: z.array(HourOfService) })),
  metrics: z.array(z.object({ metric: MetricName, hours: z.array(HourOfMetric) })),
  /** Scans that ended on each of the last fourteen days in UTC, the oldest first. */
  scans: z.array(DayOfScans),
});
export type SystemHistory = z.infer<typeof SystemHistory>;

export const getSystemHistory = defineEndpoint({
  name: 'system-history',
  summary: 'How services, queues and scans of this installation went of late, from what was stored of them',
  method: 'GET',
  path: '/api/admin/health/history',
  access: 'admin',
  token: 'read',
  response: SystemHistory,
});
