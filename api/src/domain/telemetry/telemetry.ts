import { AsyncLocalStorage } from 'node:async_hooks';
import type { Role } from '@tenantry/contract/auth';
import {
  type Gauges,
  type Log,
  type LogEvent,
  type LogFields,
  type LogRecord,
  logEvents,
  type TelemetrySink,
  type Work,
  type WorkSpan,
} from '../../ports/telemetry.ts';
import type { IsFile, ToldFields } from './told-error.ts';
import { toldFields } from './told-fields.ts';

/** What becomes known of some work while it goes on. */
export type Noted = {
  tenantId?: string;
  role?: Role;
  /** Of the answer to a request. */
  status?: number;
  /** Why it failed. */
  error?: unknown;
  /** What did not answer, and what could not be read. */
  service?: string;
  part?: string;
};

type UnderWay = { work: Work; span: WorkSpan; noted: Noted };

const events = {
  request: { done: 'A request was answered', failed: 'A request failed' },
  timer: { done: 'A timer ran', failed: 'A timer failed' },
  queue: { done: 'A message was worked', failed: 'A message failed' },
} as const satisfies Record<Work['kind'], Record<'done' | 'failed', LogEvent>>;

/** Names of functions and ids of calls come from the host and from our own code. */
const namesOf = ({ work, noted }: UnderWay): ToldFields => ({
  function: work.function,
  requestId: work.requestId,
  ...toldFields(noted.tenantId === undefined ? {} : { tenantId: noted.tenantId }, () => false),
});

function outcomeOf({ status, error }: Noted): 'succeeded' | 'refused' | 'failed' {
  if (error !== undefined || (status ?? 0) >= 500) return 'failed';
  return (status ?? 0) >= 400 ? 'refused' : 'succeeded';
}

/** Told to the host in place of an error of ours, whose message it would write down as it is. */
class WorkFailedError extends Error {
  constructor({ function: name, requestId }: Work) {
    super(`${name} failed. Why is in the log under the request id ${requestId}.`);
    this.name = 'WorkFailedError';
    this.stack = `${this.name}: ${this.message}`;
  }
}

/**
 * Logs, spans and figures on their way out. The one place that decides what leaves: fields by name, others' words as far as they
 * are known (decision 033).
 * @param isFile whether a file of code is there
 */
export function createTelemetry(sink: TelemetrySink, isFile: IsFile) {
  const current = new AsyncLocalStorage<UnderWay>();

  const recordOf = (event: LogEvent, fields: ToldFields): LogRecord => ({
    timeMs: Date.now(),
    level: logEvents[event],
    message: event,
    fields,
  });

  const log: Log = (event, fields: LogFields = {}) => {
    const underWay = current.getStore();
    const told = { ...(underWay ? namesOf(underWay) : {}), ...toldFields(fields, isFile) };
    (underWay?.span ?? sink).log(recordOf(event, told));
  };

  function end(underWay: UnderWay, startedMs: number): void {
    const { work, span, noted } = underWay;
    const outcome = outcomeOf(noted);
    const event = events[work.kind][outcome === 'failed' ? 'failed' : 'done'];
    const { tenantId: _named, role, ...rest } = noted;
    const fields = {
      ...namesOf(underWay),
      outcome,
      durationMs: Math.round(performance.now() - startedMs),
      ...(role === undefined ? {} : { role }),
      ...toldFields(rest, isFile),
    };
    span.end(recordOf(event, fields), outcome === 'failed');
  }

  const gauges: Gauges = {
    record(metrics) {
      for (const { metric, value } of metrics) if (value !== null) sink.gauge(metric, value);
    },
  };

  return {
    log,
    gauges,

    /** Adds to what is known of the work under way; nothing where there is none. */
    note(noted: Noted): void {
      Object.assign(current.getStore()?.noted ?? {}, noted);
    },

    /**
     * Does some work, of which one record is left, whatever comes of it.
     * @throws WorkFailedError in place of what the work threw
     */
    async work<T>(work: Work, run: () => Promise<T>): Promise<T> {
      const startedMs = performance.now();
      const underWay: UnderWay = { work, span: sink.begin(work, Date.now()), noted: {} };
      try {
        return await current.run(underWay, run);
      } catch (error) {
        underWay.noted.error = error ?? new Error('nothing was thrown');
        throw new WorkFailedError(work);
      } finally {
        end(underWay, startedMs);
      }
    },

    flush: () => sink.flush(),
    close: () => sink.close(),
  };
}

export type Telemetry = ReturnType<typeof createTelemetry>;
