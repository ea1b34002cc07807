import { existsSync, readFileSync } from 'node:fs';

/** The settings of host.json that this host obeys. Durations in milliseconds. */
export interface HostSettings {
  routePrefix: string;
  /** On every answer that has not set the header itself, those of no function among them. */
  customHeaders: Readonly<Record<string, string>>;
  functionTimeoutMs: number;
  queues: QueueSettings;
}

export interface QueueSettings {
  maxPollingIntervalMs: number;
  visibilityTimeoutMs: number;
  batchSize: number;
  newBatchThreshold: number;
  maxDequeueCount: number;
  messageEncoding: 'none' | 'base64';
}

interface HostJson {
  version?: string;
  functionTimeout?: string;
  extensions?: {
    http?: { routePrefix?: string; customHeaders?: Record<string, string> };
    queues?: Record<string, string | number>;
  };
}

/**
 * Reads host.json; what it leaves out has the default of the real host (Microsoft Learn, "host.json reference for
 * Azure Functions 2.x and later" and "Azure Queue storage trigger and bindings: host.json settings").
 * @throws Error when the file is missing or a value is not understood, naming the setting.
 */
export function readHostSettings(path: string): HostSettings {
  if (!existsSync(path)) throw new Error(`host.json is missing beside the bundle: ${path}`);
  const json: HostJson = JSON.parse(readFileSync(path, 'utf8'));
  if (json.version !== '2.0') throw new Error('host.json: version must be "2.0"');
  const queues = json.extensions?.queues ?? {};
  const batchSize = integer('queues.batchSize', queues.batchSize, 16);
  const encoding = String(queues.messageEncoding ?? 'base64').toLowerCase();
  if (encoding !== 'none' && encoding !== 'base64')
    throw new Error('host.json: queues.messageEncoding: none or base64');
  return {
    routePrefix: json.extensions?.http?.routePrefix ?? 'api',
    customHeaders: json.extensions?.http?.customHeaders ?? {},
    functionTimeoutMs: timeSpan('functionTimeout', json.functionTimeout, 30 * 60_000),
    queues: {
      maxPollingIntervalMs: timeSpan('queues.maxPollingInterval', queues.maxPollingInterval, 60_000),
      visibilityTimeoutMs: timeSpan('queues.visibilityTimeout', queues.visibilityTimeout, 0),
      batchSize,
      newBatchThreshold: integer('queues.newBatchThreshold', queues.newBatchThreshold, Math.floor(batchSize / 2)),
      maxDequeueCount: integer('queues.maxDequeueCount', queues.maxDequeueCount, 5),
      messageEncoding: encoding,
    },
  };
}

function integer(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new Error(`host.json: ${name}: ${value}`);
  return value;
}

/** `hh:mm:ss`, with days as `d.hh:mm:ss`, to milliseconds. */
function timeSpan(name: string, value: unknown, fallbackMs: number): number {
  if (value === undefined) return fallbackMs;
  const match = /^(?:(\d+)\.)?(\d{1,2}):(\d{2}):(\d{2})$/.exec(String(value));
  if (match === null) throw new Error(`host.json: ${name}: expected hh:mm:ss, not ${String(value)}`);
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
}
