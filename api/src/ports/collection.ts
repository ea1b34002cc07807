/** A record as it is stored: the value and the tag that its next change must name. */
export type Stored<T> = { value: T; etag: string };

export type Scalar = string | number | boolean | null;

/**
 * A condition on a top-level field. `contains` is without regard to case; `prefix` is exact.
 * A field that is absent counts as null.
 */
export type Condition =
  | { field: string; op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'; value: Scalar }
  | { field: string; op: 'prefix' | 'contains'; value: string }
  | { field: string; op: 'in'; value: readonly Scalar[] }
  | { anyOf: readonly Condition[] };

export type Query = {
  where?: readonly Condition[];
  /** Ties are broken by id, in the same direction. Without an order, records come by id. */
  orderBy?: { field: string; direction: 'asc' | 'desc' };
  /** At most this many; 50 unless told. */
  limit?: number;
  /** Where the last page ended, as that page's `nextCursor` said. */
  cursor?: string | undefined;
};

export type Page<T> = { items: T[]; nextCursor?: string };
export type PageWithTotal<T> = Page<T> & { total: number };

/** There is a record with this id, or with this value of a unique key. */
export class RecordExistsError extends Error {
  constructor(container: string, id: string) {
    super(`A record like '${id}' is already in '${container}'`);
    this.name = 'RecordExistsError';
  }
}

/** The record was changed or deleted since it was read. */
export class RecordChangedError extends Error {
  constructor(container: string, id: string) {
    super(`The record '${id}' in '${container}' was changed meanwhile`);
    this.name = 'RecordChangedError';
  }
}

/** What is stored under this id is no record: something else than this product wrote it. */
export class UnreadableRecordError extends Error {
  readonly id: string;
  constructor(container: string, id: string, reason = 'it is not JSON') {
    super(`The record '${id}' in '${container}' cannot be read: ${reason}`);
    this.name = 'UnreadableRecordError';
    this.id = id;
  }
}

/** The cursor is not one that this query gave out. */
export class InvalidCursorError extends Error {
  constructor() {
    super('This cursor is not one that this list gave out');
    this.name = 'InvalidCursorError';
  }
}

/** Records that are read page by page. */
export interface Readable<T extends { id: string }> {
  query(query?: Query): Promise<Page<T>>;
}

/** Records that are read and changed one by one, by id. */
export interface Changeable<T extends { id: string }> {
  get(id: string): Promise<Stored<T> | null>;
  /** @throws RecordChangedError where the etag is no longer the record's, or the record is gone */
  replace(value: T, etag: string): Promise<Stored<T>>;
}

export interface Creatable<T extends { id: string }> {
  /** @throws RecordExistsError where the id or a unique key is taken */
  create(value: T): Promise<Stored<T>>;
}

/**
 * Records of one kind within one partition. Correctness rests on single-record operations alone:
 * `create` that refuses, `replace` with an etag. There is no read-then-write and no transaction.
 */
export interface Collection<T extends { id: string }> extends Changeable<T>, Creatable<T>, Readable<T> {
  /** Deletes; false where there was nothing. */
  delete(id: string): Promise<boolean>;
  count(where?: readonly Condition[]): Promise<number>;
}

/** Applies `change` to the record until no one came between; null where there is no such record. */
export async function update<T extends { id: string }>(
  collection: Changeable<T>,
  id: string,
  change: (value: T) => T,
): Promise<T | null> {
  for (let attempt = 0; ; attempt += 1) {
    const stored = await collection.get(id);
    if (!stored) return null;
    const changed = change(stored.value);
    if (changed === stored.value) return stored.value;
    try {
      return (await collection.replace(changed, stored.etag)).value;
    } catch (error) {
      if (!(error instanceof RecordChangedError) || attempt >= 20) throw error;
    }
  }
}

/** Replaces the record. @returns null where it was changed or deleted since it was read */
export async function replaceIfUnchanged<T extends { id: string }>(
  collection: Pick<Changeable<T>, 'replace'>,
  value: T,
  etag: string,
): Promise<Stored<T> | null> {
  try {
    return await collection.replace(value, etag);
  } catch (error) {
    if (error instanceof RecordChangedError) return null;
    throw error;
  }
}

/** Every record that matches, page by page. */
export async function* all<T extends { id: string }>(
  collection: Readable<T>,
  query: Omit<Query, 'cursor'> = {},
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const page: Page<T> = await collection.query({ limit: 200, ...query, cursor });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor);
}

/** The same in one list. */
export async function every<T extends { id: string }>(
  collection: Readable<T>,
  query?: Omit<Query, 'cursor'>,
): Promise<T[]> {
  const found: T[] = [];
  for await (const record of all(collection, query)) found.push(record);
  return found;
}

/** A page of what matches, and how many match in all. */
export async function pageWithTotal<T extends { id: string }>(
  collection: Pick<Collection<T>, 'query' | 'count'>,
  query: Query,
): Promise<PageWithTotal<T>> {
  const [page, total] = await Promise.all([collection.query(query), collection.count(query.where)]);
  return { ...page, total };
}

/** Creates the record. @returns null where there is one with this id, or with this value of a unique key */
export async function createOnce<T extends { id: string }>(
  collection: Creatable<T>,
  value: T,
): Promise<Stored<T> | null> {
  try {
    return await collection.create(value);
  } catch (error) {
    if (error instanceof RecordExistsError) return null;
    throw error;
  }
}
