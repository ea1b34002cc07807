import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  type Collection,
  type Condition,
  type Page,
  type Query,
  type Readable,
  RecordChangedError,
  RecordExistsError,
  type Scalar,
  type Stored,
  UnreadableRecordError,
} from '../../ports/collection.ts';
import type { ContainerDefinition, RecordStore } from '../../ports/record-store.ts';
import { encodeCursor } from '../cursor.ts';
import { requireDeclaredOrder } from '../declared-order.ts';
import { countedSql, prepareCounts } from './sqlite-counts.ts';
import { fieldsTable, isIndexedThere, isOfFields, prepareFields } from './sqlite-fields.ts';
import { countSql, selectByFieldsSql, selectSql } from './sqlite-query.ts';

const uniqueViolationCodes = new Set([1555, 2067]);

function isUniqueViolation(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    uniqueViolationCodes.has(error.errcode)
  );
}

function textOf(container: ContainerDefinition, id: string, value: unknown): string {
  if (typeof value !== 'string') throw new UnreadableRecordError(container.name, id);
  return value;
}

/** A key in words, where it is no text. */
const named = (value: unknown): string =>
  value instanceof Uint8Array ? `x'${Buffer.from(value).toString('hex')}'` : String(value);

/** The record of a row. Its id is the row's key, by which it is found, whatever its text says. */
function recordOf<T>(container: ContainerDefinition, row: Record<string, unknown>): T {
  const id = named(row.id);
  let value: unknown;
  try {
    value = JSON.parse(textOf(container, id, row.doc));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnreadableRecordError(container.name, id);
  }
  return Object.assign(value, { id }) as unknown as T;
}

/** JSON of a record; null where it is too deep to be written, as nothing of ours is. */
function jsonOf(record: object): string | null {
  try {
    return JSON.stringify(record);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The bytes of a text, which says as a text nothing of what is no UTF-8 in it or lies behind a NUL. */
const bytesOfDoc = 'CAST(doc AS BLOB) AS bytes';

/** The same, where the row holds to the byte what `create` and `replace` make of it. */
function writtenRecordOf<T extends object>(container: ContainerDefinition, row: Record<string, unknown>): T {
  const record = recordOf<T>(container, row);
  const text = jsonOf(record);
  const isWritten = text !== null && row.bytes instanceof Uint8Array && Buffer.from(text).equals(row.bytes);
  if (isWritten) return record;
  throw new UnreadableRecordError(container.name, named(row.id), 'it is not as it was written');
}

/** What a page can go on after: an id that came back as it is stored, which bytes that are no UTF-8 do not. */
function idToFollow(container: ContainerDefinition, value: unknown): string {
  const id = named(value);
  if (id.includes('\ufffd')) throw new UnreadableRecordError(container.name, id);
  return id;
}

/** A file, opened at its first use, and the containers whose table is known to be there. */
type OpenDatabase = { readonly database: DatabaseSync; known: Set<string>; statements: Map<string, StatementSync> };

const statementsAtMost = 200;

/** The statement, prepared once: for a read by an index that takes as long as the read. */
function prepared({ database, statements }: OpenDatabase, text: string): StatementSync {
  const statement = statements.get(text) ?? database.prepare(text);
  statements.delete(text);
  statements.set(text, statement);
  const [oldest] = statements.keys();
  if (statements.size > statementsAtMost && oldest !== undefined) statements.delete(oldest);
  return statement;
}

/** How long SQLite waits for the disk. */
type Synchronous = 'NORMAL' | 'OFF';

function openDatabase(file: string, synchronous: Synchronous): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
  // SQLite's own lower() knows ASCII only; people's names do not keep to it.
  database.function('lower_unicode', { deterministic: true }, (value) =>
    typeof value === 'string' ? value.toLowerCase() : null,
  );
  return database;
}

/** The container's table, made at its first use. */
function tableOf(open: OpenDatabase, container: ContainerDefinition): string {
  const { database, known } = open;
  const table = `c_${container.name}`;
  if (known.has(container.name)) return table;
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${table} (partition TEXT NOT NULL, id TEXT NOT NULL, etag TEXT NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (partition, id)) WITHOUT ROWID;`,
  );
  const index = (name: string, values: string) => {
    try {
      database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${values});`);
    } catch (error) {
      // A row that is no JSON keeps the index from being made. It only makes reading fast; whoever reads the row is told of it.
      if (!(error instanceof Error && error.message === 'malformed JSON')) throw error;
    }
  };
  for (const key of container.uniqueKeys ?? []) {
    database.exec(
      `CREATE UNIQUE INDEX IF NOT EXISTS ${table}_unique_${key} ON ${table} (partition, json_extract(doc, '$.${key}'));`,
    );
  }
  const isElsewhere = (names: readonly string[]) => isIndexedThere(container, names);
  for (const order of (container.orders ?? []).filter((one) => !isElsewhere([one]))) {
    index(`${table}_by_${order}`, `partition, json_extract(doc, '$.${order}'), id`);
  }
  // Cosmos DB has every field in its index; here such a query would read every record, and hold up all else meanwhile.
  const lookups = [...(container.ordersAcross ?? []).map((field) => [field]), ...(container.lookups ?? [])];
  for (const fields of lookups.filter((names) => !isElsewhere(names))) {
    const values = fields.map((field) => `json_extract(doc, '$.${field}')`).join(', ');
    index(`${table}_at_${fields.join('_')}`, `${values}, id`);
  }
  prepareFields(database, container, table);
  prepareCounts(database, container, table);
  known.add(container.name);
  return table;
}

type Row = Record<string, unknown>;

/** A page of the rows, of which there is one more than the limit where another one follows. */
function pageOf<T>(
  container: ContainerDefinition,
  rows: readonly Row[],
  limit: number,
  read: (row: Row) => T,
): Page<T> {
  const items = rows.slice(0, limit).map(read);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (!last) return { items };
  return {
    items,
    nextCursor: encodeCursor({ value: last.position as Scalar, id: idToFollow(container, last.id) }),
  };
}

/** What lies in a partition, from the documents alone and held against what was written. */
function asWritten<T extends { id: string }>(
  open: OpenDatabase,
  container: ContainerDefinition,
  partitionKey: string,
): Readable<T> {
  return {
    async query(query = {}) {
      requireDeclaredOrder(container, query);
      const limit = query.limit ?? 50;
      const from = { table: tableOf(open, container), columns: [bytesOfDoc] };
      const sql = selectSql(from, partitionKey, query, limit);
      const rows = prepared(open, sql.text).all(...sql.parameters);
      return pageOf(container, rows, limit, (row) => writtenRecordOf<T>(container, row));
    },
  };
}

function reader<T extends { id: string }>(
  open: OpenDatabase,
  container: ContainerDefinition,
  partition: string | undefined,
) {
  return {
    async query(query: Query = {}): Promise<Page<T>> {
      requireDeclaredOrder(container, query);
      const limit = query.limit ?? 50;
      const table = tableOf(open, container);
      const sql = isOfFields(container, query)
        ? selectByFieldsSql({ table, fields: fieldsTable(container) }, partition, query, limit)
        : selectSql({ table }, partition, query, limit);
      const rows = prepared(open, sql.text).all(...sql.parameters);
      return pageOf(container, rows, limit, (row) => recordOf<T>(container, row));
    },
    async count(where?: readonly Condition[]): Promise<number> {
      const table = tableOf(open, container);
      const sql =
        countedSql(container, partition, where) ??
        (isOfFields(container, { where: where ?? [] })
          ? countSql(fieldsTable(container), partition, where, 'fields')
          : countSql(table, partition, where));
      return Number(prepared(open, sql.text).get(...sql.parameters)?.n);
    },
  };
}

function collection<T extends { id: string }>(
  open: OpenDatabase,
  container: ContainerDefinition,
  partitionKey: string,
): Collection<T> {
  const table = () => tableOf(open, container);
  const write = <R>(id: string, run: () => R): R => {
    try {
      return run();
    } catch (error) {
      if (isUniqueViolation(error)) throw new RecordExistsError(container.name, id);
      throw error;
    }
  };
  return {
    ...reader<T>(open, container, partitionKey),
    async get(id): Promise<Stored<T> | null> {
      const text = `SELECT id, etag, doc FROM ${table()} WHERE partition = ? AND id = ?`;
      const row = prepared(open, text).get(partitionKey, id);
      return row ? { value: recordOf<T>(container, row), etag: textOf(container, id, row.etag) } : null;
    },
    async create(value): Promise<Stored<T>> {
      const etag = crypto.randomUUID();
      write(value.id, () =>
        prepared(open, `INSERT INTO ${table()} (partition, id, etag, doc) VALUES (?, ?, ?, ?)`).run(
          ...[partitionKey, value.id, etag, JSON.stringify(value)],
        ),
      );
      return { value, etag };
    },
    async replace(value, etag): Promise<Stored<T>> {
      const next = crypto.randomUUID();
      const result = write(value.id, () =>
        prepared(open, `UPDATE ${table()} SET etag = ?, doc = ? WHERE partition = ? AND id = ? AND etag = ?`).run(
          ...[next, JSON.stringify(value), partitionKey, value.id, etag],
        ),
      );
      if (Number(result.changes) === 0) throw new RecordChangedError(container.name, value.id);
      return { value, etag: next };
    },
    async delete(id): Promise<boolean> {
      const result = open.database
        .prepare(`DELETE FROM ${table()} WHERE partition = ? AND id = ?`)
        .run(partitionKey, id);
      return Number(result.changes) > 0;
    },
  };
}

/** At most so many rows under keys that are no text are named, of each partition. */
const namedAtMost = 20;

/**
 * Steps from key to key in the primary key, whatever lies between. A row whose partition or id is no text lies in no
 * collection; it is named as a key of its own, so that whoever looks for what does not belong here learns of it.
 */
async function* partitionKeys(open: OpenDatabase, container: ContainerDefinition): AsyncGenerator<string> {
  const table = tableOf(open, container);
  // Bytes come after every text.
  const next = open.database.prepare(
    `SELECT min(partition) AS key FROM ${table} WHERE partition > ? AND partition < x''`,
  );
  const first = open.database.prepare(`SELECT min(partition) AS key FROM ${table} WHERE partition < x''`);
  const odd = open.database.prepare(`SELECT id FROM ${table} WHERE partition = ? AND id >= x'' LIMIT ${namedAtMost}`);
  for (let key = first.get()?.key; typeof key === 'string'; ) {
    yield key;
    for (const { id } of odd.all(key)) yield `${key}, row ${named(id)}`;
    const following = next.get(key)?.key;
    if (following === key) break;
    key = following;
  }
  const others = open.database.prepare(
    `SELECT partition, id FROM ${table} WHERE partition >= x'' LIMIT ${namedAtMost}`,
  );
  for (const { partition, id } of others.all()) yield `${named(partition)}, row ${named(id)}`;
}

/** How many records were past their container's time to live, and are gone. */
function removeExpired(open: OpenDatabase, containers: readonly ContainerDefinition[], now: Date): number {
  let removed = 0;
  for (const container of containers) {
    const { timeToLiveSeconds, ageField } = container;
    if (timeToLiveSeconds === undefined) continue;
    const oldest = new Date(now.getTime() - timeToLiveSeconds * 1000).toISOString();
    const result = open.database
      .prepare(`DELETE FROM ${tableOf(open, container)} WHERE json_extract(doc, '$.${ageField}') < ?`)
      .run(oldest);
    removed += Number(result.changes);
  }
  return removed;
}

/**
 * The embedded record store: one SQLite file, one table a container, documents as JSON. Several processes may share it
 * (write-ahead log). @param file path of the database, or ':memory:' @param synchronous NORMAL outlives a power cut; with OFF
 * the disk is never waited for, which is for what nobody keeps (SQLite, "PRAGMA synchronous")
 */
export function openSqliteRecordStore(file: string, synchronous: Synchronous = 'NORMAL'): RecordStore {
  let opened: DatabaseSync | undefined;
  const open: OpenDatabase = {
    // Where it cannot be opened now, the next call tries again.
    get database() {
      opened ??= openDatabase(file, synchronous);
      return opened;
    },
    known: new Set(),
    statements: new Map(),
  };
  return {
    partition: (container, partitionKey) => collection(open, container, partitionKey),
    across: (container) => reader(open, container, undefined),
    asWritten: (container, partitionKey) => asWritten(open, container, partitionKey),
    partitionKeys: (container) => partitionKeys(open, container),
    removeExpired: async (containers, now) => removeExpired(open, containers, now),
    close: async () => opened?.close(),
  };
}
