import type { MetricName, SystemMetric } from '@tenantry/contract/health';

/**
 * Everything that is ever logged, and how grave it is. A message is one of these and never more: what varies stands in fields,
 * which `domain/telemetry` lets through by name. `canaries.test.ts` asks for a case for each.
 */
export const logEvents = {
  'A request was answered': 'info',
  'A request failed': 'error',
  'A timer ran': 'info',
  'A timer failed': 'error',
  'A message was worked': 'info',
  'A message failed': 'error',
  'A promise was rejected unheard': 'error',
  'The process crashed': 'error',
  'Telemetry could not be sent': 'error',
  'The start failed and is tried again': 'error',
  'A step of a timer failed': 'error',
  'The run of a timer was not noted': 'error',
  'A timer has not ended': 'warning',
  'The timer is switched off': 'info',
  'A service does not answer': 'error',
  'A metric could not be counted': 'error',
  'A needed service does not answer': 'error',
  'The scan broke off': 'error',
  'Microsoft could not be asked about the sign-ins of a scan': 'warning',
  'The lease of a scan was not renewed': 'warning',
  'A scheduled scan could not be started': 'error',
  'The re-check broke off': 'error',
  'The lease of a re-check was not renewed': 'warning',
  'The file of an export was not written': 'error',
  'The progress of an export was not noted': 'warning',
  'The evidence pack broke off': 'error',
  'The lease of an evidence pack was not renewed': 'warning',
  'The report broke off': 'error',
  'The lease of a report was not renewed': 'warning',
  'The progress of a report was not noted': 'warning',
  'The directory was not read': 'warning',
  'The last sign-ins were not read': 'warning',
  'The sign-in log was not read': 'warning',
  'The directory audit log was not looked at': 'warning',
  'A look for changes broke off': 'error',
  'The groups of a tenant could not be followed yet': 'error',
  'The groups were not set right': 'error',
  'A user was not given what groups hold': 'error',
  'The tickets of a tenant could not be followed yet': 'error',
  'The work of a ticket broke off': 'error',
  'The tokens were not refreshed': 'warning',
  'What became of a token was not noted': 'warning',
  'A secret was not warned of': 'error',
  'The simulated results were not deleted': 'error',
  'The offboarding broke off': 'error',
  'The approval was not decided': 'error',
  'What follows from an approval was not done': 'error',
  'The authenticator does not open': 'error',
  'A source of notifications failed': 'error',
  'A notification could not be handed over': 'error',
  'A notification was given up': 'error',
  'Retention forgot': 'info',
  'The audit trail is broken': 'error',
  'The audit trail could not be verified': 'error',
  'The verification of the audit trail is repeated': 'warning',
  'The audit trail was anchored': 'info',
  'An entry of the audit trail is not ours': 'error',
  'A mail was not delivered': 'warning',
  'A scheduled report broke off': 'error',
} as const satisfies Record<string, LogLevel>;

export type LogLevel = 'info' | 'warning' | 'error';
export type LogEvent = keyof typeof logEvents;

/** Ids of records; never a name, an address or a secret. */
type Id =
  | 'tenantId'
  | 'userId'
  | 'scanId'
  | 'runId'
  | 'jobId'
  | 'taskId'
  | 'findingId'
  | 'recheckId'
  | 'packId'
  | 'reportId'
  | 'approvalId'
  | 'offboardingId'
  | 'entryId';
/** Words of our own code: steps, services, figures. */
type Word = 'timer' | 'step' | 'service' | 'metric' | 'part';
type Figure = 'status' | 'attempt' | 'count' | 'anchor' | 'sequence';

/** All that may be said beside a message. */
export type LogFields = Partial<Record<Id | Word, string>> &
  Partial<Record<Figure, number>> & {
    /** ISO 8601. */
    at?: string;
    /** A hash in hex, as anchors of the trail have it. */
    mac?: string;
    /** In others' words: told as far as its words are known to be harmless. */
    code?: string;
    reason?: string;
    /** Whatever was thrown. */
    error?: unknown;
  };

export type Log = (event: LogEvent, fields?: LogFields) => void;

/** What leaves the process: made by `domain/telemetry`, which has let nothing through that does not belong there. */
export type LogRecord = {
  timeMs: number;
  level: LogLevel;
  message: LogEvent;
  fields: Readonly<Record<string, string | number>>;
};

/** One request, run of a timer or message of a queue. */
export type Work = {
  kind: 'request' | 'timer' | 'queue';
  function: string;
  /** The host's id of this call; what people are told as the request id. */
  requestId: string;
  /** W3C `traceparent` and `tracestate` of the host's own span. */
  traceParent?: string | undefined;
  traceState?: string | undefined;
};

/** Work under way, as a sink knows it. */
export type WorkSpan = { log(record: LogRecord): void; end(record: LogRecord, isFailed: boolean): void };

/** Where records go: standard output, or Application Insights. */
export type TelemetrySink = {
  /** A record outside of any work. */
  log(record: LogRecord): void;
  begin(work: Work, startMs: number): WorkSpan;
  gauge(metric: MetricName, value: number): void;
  /** Sends what waits. @throws where it could not be sent */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** Figures for whoever watches the installation from outside. */
export type Gauges = {
  /** Hands out those that are known; one whose value is null is left out, which is not the same as 0. */
  record(metrics: readonly Pick<SystemMetric, 'metric' | 'value'>[]): void;
};
