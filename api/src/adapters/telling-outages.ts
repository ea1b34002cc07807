import type { RecordStore } from '../ports/record-store.ts';
import type { StateStore } from '../ports/state.ts';
import { type ServiceName, UnavailableError } from '../ports/unavailable.ts';

/** Of the way to a service, from Node and its HTTP client, and from Azure's pipeline and identity. */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ECONNABORTED', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_SOCKET', 'REQUEST_SEND_ERROR'],
  // Of the folders of the embedded store and vault.
  ...['EACCES', 'EPERM', 'EEXIST', 'ENOTDIR', 'EISDIR', 'EROFS', 'ENOSPC', 'EIO', 'EMFILE'],
]);
const names = new Set([
  'AuthenticationError',
  'AggregateAuthenticationError',
  'CredentialUnavailableError',
  'TimeoutError',
]);
/** HTTP: refused, timed out, throttled, retry with, broken. Whether something is there or was changed is an answer. */
const statuses = new Set([401, 403, 408, 410, 429, 449, 500, 502, 503, 504]);
/** SQLite's primary result codes: PERM, BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN (sqlite.org/rescode.html). */
const sqliteCodes = new Set([3, 5, 6, 8, 10, 13, 14]);

/** Whether an error says that the service could not be used, and nothing of what it was asked. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, statusCode, errcode, cause } = error as Error & Record<'code' | 'statusCode' | 'errcode', unknown>;
  return (
    names.has(error.name) ||
    (typeof code === 'string' && codes.has(code)) ||
    (typeof code === 'number' && statuses.has(code)) ||
    (typeof statusCode === 'number' && statuses.has(statusCode)) ||
    (typeof errcode === 'number' && sqliteCodes.has(errcode & 0xff)) ||
    (cause !== undefined && isOutage(cause))
  );
}

const told = (service: ServiceName, error: unknown): unknown =>
  isOutage(error) ? new UnavailableError(service, error) : error;

async function* tellingEach<T>(service: ServiceName, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw told(service, error);
  }
}

/** A port whose calls fail with an UnavailableError where its service cannot be used, and with all else as before. */
export function tellingOutages<T extends object>(service: ServiceName, port: T): T {
  return new Proxy(port, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(member, target, given);
        if (result instanceof Promise) return result.catch((error: unknown) => Promise.reject(told(service, error)));
        const isList = typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
        return isList ? tellingEach(service, result as AsyncIterable<unknown>) : result;
      };
    },
  });
}

export function recordsTellingOutages(records: RecordStore): RecordStore {
  const telling = tellingOutages('records', records);
  return {
    partition: (container, key) => tellingOutages('records', records.partition(container, key)),
    across: (container) => tellingOutages('records', records.across(container)),
    asWritten: (container, key) => tellingOutages('records', records.asWritten(container, key)),
    partitionKeys: telling.partitionKeys,
    removeExpired: telling.removeExpired,
    close: records.close,
  };
}

export function stateTellingOutages(state: StateStore): StateStore {
  return { table: (name) => tellingOutages('tables', state.table(name)) };
}
