import { ManagedIdentityCredential } from '@azure/identity';
import {
  AzureMonitorLogExporter,
  AzureMonitorMetricExporter,
  AzureMonitorTraceExporter,
} from '@azure/monitor-opentelemetry-exporter';
import { type Context, type Gauge, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { SeverityNumber } from '@opentelemetry/api-logs';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { AlwaysOnSampler, BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { LogLevel, LogRecord, TelemetrySink, Work } from '../../ports/telemetry.ts';

export type ApplicationInsightsOptions = {
  connectionString: string;
  /** The managed identity that sends; null where the resource takes the key of its connection string. */
  identity: { clientId: string | null } | null;
  /** What the portal calls this app: the role name of its rows. */
  roleName: string;
  /** Told where something could not be sent. */
  onError(error: unknown): void;
};

const severity: Record<LogLevel, SeverityNumber> = {
  info: SeverityNumber.INFO,
  warning: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
};

const scope = 'tenantry';
const figuresEveryMs = 60_000;

const credentialOf = ({ identity }: ApplicationInsightsOptions) => {
  if (identity === null) return {};
  const { clientId } = identity;
  return {
    credential: clientId === null ? new ManagedIdentityCredential() : new ManagedIdentityCredential({ clientId }),
  };
};

/** An ingestion endpoint on this machine speaks HTTP; of any other the exporter makes HTTPS. */
function hostOf({ connectionString }: ApplicationInsightsOptions) {
  const [, host] = /(?:^|;)IngestionEndpoint=(http:\/\/127\.0\.0\.1:\d{1,5})\/?(?:;|$)/i.exec(connectionString) ?? [];
  return host === undefined ? {} : { host, allowInsecureConnection: true };
}

const propagator = new W3CTraceContextPropagator();
const headers = {
  keys: (carrier: object) => Object.keys(carrier),
  get: Reflect.get as (of: object, key: string) => string,
};

/** The host's span, of which ours is a part, so that its request and our records are one operation. */
function parentOf({ traceParent, traceState }: Work): Context {
  const carrier = {
    ...(traceParent === undefined ? {} : { traceparent: traceParent }),
    ...(traceState === undefined ? {} : { tracestate: traceState }),
  };
  return propagator.extract(ROOT_CONTEXT, carrier, headers);
}

type Exporter<T> = { export(items: T, done: (result: ExportResult) => void): void };

/** The processors keep quiet about what was not sent. */
function telling<T, E extends Exporter<T>>(exporter: E, onError: (error: unknown) => void): E {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) onError(result.error ?? new Error('not sent'));
      done(result);
    });
  return exporter;
}

function providersOf(options: ApplicationInsightsOptions) {
  // Microsoft's exporter would tell Microsoft about itself (statsbeat), from a process that knows the keys to every tenant.
  process.env.APPLICATION_INSIGHTS_NO_STATSBEAT = 'true';
  const { onError } = options;
  const resource = resourceFromAttributes({ 'service.name': options.roleName });
  // What cannot be sent is retried in memory and then given up: a host's disk is no place for logs.
  const exporting = {
    connectionString: options.connectionString,
    disableOfflineStorage: true,
    ...hostOf(options),
    ...credentialOf(options),
  };
  return {
    spans: new BasicTracerProvider({
      resource,
      sampler: new AlwaysOnSampler(),
      spanProcessors: [new BatchSpanProcessor(telling(new AzureMonitorTraceExporter(exporting), onError))],
    }),
    logs: new LoggerProvider({
      resource,
      processors: [new BatchLogRecordProcessor(telling(new AzureMonitorLogExporter(exporting), onError))],
    }),
    metrics: new MeterProvider({
      resource,
      readers: [
        new PeriodicExportingMetricReader({
          exporter: telling(new AzureMonitorMetricExporter(exporting), onError),
          exportIntervalMillis: figuresEveryMs,
        }),
      ],
    }),
  };
}

/**
 * Application Insights, by OpenTelemetry. A record is a row of AppTraces, work a row of AppDependencies beneath the host's row of
 * AppRequests, a figure a row of AppMetrics. Nothing is sampled, nothing instruments itself: what is not handed in does not leave.
 */
export function openApplicationInsights(options: ApplicationInsightsOptions): TelemetrySink {
  const { spans, logs, metrics } = providersOf(options);
  const tracer = spans.getTracer(scope);
  const logger = logs.getLogger(scope);
  const meter = metrics.getMeter(scope);
  const gauges = new Map<string, Gauge>();

  const emit = ({ timeMs, level, message, fields }: LogRecord, context: Context) =>
    logger.emit({
      timestamp: timeMs,
      severityNumber: severity[level],
      severityText: level,
      body: message,
      attributes: { ...fields },
      context,
    });

  return {
    log: (record) => emit(record, ROOT_CONTEXT),
    begin(work, startMs) {
      const parent = parentOf(work);
      const span = tracer.startSpan(work.function, { kind: SpanKind.INTERNAL, startTime: startMs }, parent);
      const within = trace.setSpan(parent, span);
      return {
        log: (record) => emit(record, within),
        end(record, isFailed) {
          emit(record, within);
          span.setAttributes({ ...record.fields });
          span.setStatus({ code: isFailed ? SpanStatusCode.ERROR : SpanStatusCode.OK });
          span.end(record.timeMs);
        },
      };
    },
    gauge(metric, value) {
      const gauge = gauges.get(metric) ?? meter.createGauge(metric);
      gauges.set(metric, gauge);
      gauge.record(value);
    },
    async flush() {
      await Promise.all([spans.forceFlush(), logs.forceFlush(), metrics.forceFlush()]);
    },
    async close() {
      await Promise.all([spans.shutdown(), logs.shutdown(), metrics.shutdown()]);
    },
  };
}
