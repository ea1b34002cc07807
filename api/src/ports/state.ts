/** A small entity that lives for minutes to hours: a session, a lease, a sign-in throttle. */
export type Entity<T> = { value: T; etag: string };

/**
 * State that is short-lived and hot, in Table Storage. Keys may hold anything but / \ ? # and control characters.
 * Values are small flat objects (64 KB at most).
 */
export interface StateTable<T extends Record<string, string | number | boolean>> {
  get(partition: string, key: string): Promise<Entity<T> | null>;
  /** False where the entity exists already. */
  create(partition: string, key: string, value: T): Promise<boolean>;
  /** False where the entity was changed or deleted since `etag`. */
  replace(partition: string, key: string, value: T, etag: string): Promise<boolean>;
  /** With an etag: false where the entity was changed meanwhile. Without: false where there was nothing. */
  delete(partition: string, key: string, etag?: string): Promise<boolean>;
  list(partition: string): AsyncIterable<{ key: string; value: T; etag: string }>;
}

export type StateTableName =
  | 'sessions'
  | 'throttles'
  | 'pendingsignins'
  | 'devices'
  | 'resetlinks'
  | 'activescans'
  | 'ratelimits'
  | 'leases'
  | 'oauthrequests'
  | 'pendingconnections'
  | 'exports'
  | 'timerruns'
  | 'changewatch'
  | 'noticemarks'
  | 'tickets';

export interface StateStore {
  table<T extends Record<string, string | number | boolean>>(name: StateTableName): StateTable<T>;
}
