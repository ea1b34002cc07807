import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Condition } from '../../ports/collection.ts';
import type { ContainerDefinition, RecordStore } from '../../ports/record-store.ts';
import { openSqliteRecordStore } from './sqlite-record-store.ts';

type Row = { id: string; tenantId: string; status: string };

const uncounted: ContainerDefinition = { name: 'rows', partitionField: 'tenantId' };
const container: ContainerDefinition = { ...uncounted, counted: [{ by: ['status'] }] };

describe('counts that the database keeps', () => {
  let folder: string;
  let stores: RecordStore[];
  const file = () => join(folder, 'rows.db');
  const open = () => {
    const store = openSqliteRecordStore(file());
    stores.push(store);
    return store;
  };
  const make = async (store: RecordStore, of: ContainerDefinition, id: string, status: string) => {
    await store.partition<Row>(of, 't1').create({ id, tenantId: 't1', status });
  };
  const counts = async (store: RecordStore) => {
    const rows = store.across<Row>(container);
    const countOf = (value: string) => rows.count([{ field: 'status', op: 'eq', value }]);
    return { open: await countOf('open'), done: await countOf('done'), all: await rows.count() };
  };
  /** As somebody else would, with a driver. */
  const byHand = <R>(run: (database: DatabaseSync) => R): R => {
    const database = new DatabaseSync(file());
    try {
      return run(database);
    } finally {
      database.close();
    }
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tenantry-counts-'));
    stores = [];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are made of what a file of before holds, and kept whoever writes', async () => {
    await make(open(), uncounted, 'a', 'open');
    await make(open(), uncounted, 'b', 'done');
    const store = open();
    expect(await counts(store)).toEqual({ open: 1, done: 1, all: 2 });

    // By a version that knows of no counts, by a second process, and by hand.
    await make(open(), uncounted, 'c', 'open');
    await make(open(), container, 'd', 'open');
    byHand((database) => database.exec(`UPDATE c_rows SET doc = '{"status":"done"}' WHERE id = 'a'`));
    expect(await counts(store)).toEqual({ open: 2, done: 2, all: 4 });
    expect(await counts(open())).toEqual({ open: 2, done: 2, all: 4 });
  });

  it('count a row that is no JSON as one, and none whose id is no text', async () => {
    await make(open(), uncounted, 'a', 'open');
    const insert = (id: string, doc: string) =>
      byHand((database) =>
        database.exec(`INSERT INTO c_rows (partition, id, etag, doc) VALUES ('t1', ${id}, '', ${doc})`),
      );
    insert(`'b'`, `'{'`);
    const store = open();
    expect(await counts(store)).toEqual({ open: 1, done: 0, all: 2 });
    insert(`'c'`, `'['`);
    insert(`'d'`, `x'ff00'`);
    insert(`x'00'`, `'{"status":"open"}'`);
    expect(await counts(store)).toEqual({ open: 1, done: 0, all: 4 });
  });

  it('tell apart what is marked false, whatever else is asked, and follow the mark', async () => {
    const marked: ContainerDefinition = { ...uncounted, counted: [{ by: ['status', 'isCounted'] }] };
    type Marked = Row & { isCounted?: boolean };
    const rows = open().partition<Marked>(marked, 't1');
    const [plain, apart, done] = ['a', 'b', 'c'];
    await rows.create({ id: plain, tenantId: 't1', status: 'open' });
    const { etag } = await rows.create({ id: apart, tenantId: 't1', status: 'open', isCounted: false });
    await rows.create({ id: done, tenantId: 't1', status: 'done', isCounted: true });
    const isOpen = { field: 'status', op: 'in', value: ['open', 'none'] } as const;
    const isCounted = { field: 'isCounted', op: 'ne', value: false } as const;
    const told = async () => [
      await rows.count(),
      await rows.count([isOpen]),
      await rows.count([isOpen, isCounted]),
      await rows.count([isCounted]),
      await rows.count([{ field: 'isCounted', op: 'eq', value: false }]),
    ];
    expect(await told()).toEqual([3, 2, 1, 2, 1]);
    await rows.replace({ id: apart, tenantId: 't1', status: 'open', isCounted: true }, etag);
    expect(await told()).toEqual([3, 2, 2, 3, 0]);
  });

  it('are those of the records themselves, whatever the sets have of what is asked', async () => {
    const sets: ContainerDefinition = {
      ...uncounted,
      name: 'counted_rows',
      counted: [{ by: ['status', 'isCounted'] }, { by: ['kind', 'status', 'license', 'isCounted'], across: true }],
    };
    type Wide = Row & { kind: string; license: string | null; isCounted?: boolean };
    const store = open();
    const records = Array.from(
      { length: 48 },
      (_, n): Wide => ({
        id: `r${n}`,
        tenantId: `t${n % 3}`,
        status: ['open', "it's", 'done'][n % 3 === 0 ? 0 : n % 2] ?? '',
        kind: `k${n % 4}`,
        license: n % 5 === 0 ? 'P1' : null,
        ...(n % 7 < 3 && { isCounted: n % 7 === 1 }),
      }),
    );
    for (const of of [uncounted, sets])
      for (const record of records) await store.partition<Wide>(of, record.tenantId).create(record);
    const parts: Condition[] = [
      { field: 'status', op: 'in', value: ['open', "it's"] },
      { field: 'isCounted', op: 'ne', value: false },
      { field: 'isCounted', op: 'eq', value: true },
      { field: 'kind', op: 'eq', value: 'k1' },
      { field: 'license', op: 'eq', value: null },
      { field: 'license', op: 'ne', value: null },
      { field: 'tenantId', op: 'in', value: ['t0', 't2'] },
      { field: 'status', op: 'prefix', value: 'o' },
      { field: 'status', op: 'in', value: [] },
      {
        anyOf: [
          { field: 'kind', op: 'in', value: ['k2', 'k3'] },
          { field: 'license', op: 'eq', value: 'P1' },
        ],
      },
    ];
    const wheres = parts.flatMap((one, at) => [[one], ...parts.slice(at + 1).map((other) => [one, other])]);
    const countsOf = async (of: ContainerDefinition) => [
      ...(await Promise.all(wheres.map((where) => store.across<Wide>(of).count(where)))),
      ...(await Promise.all(wheres.map((where) => store.partition<Wide>(of, 't1').count(where)))),
    ];
    expect(await countsOf(sets)).toEqual(await countsOf(uncounted));
  });

  it('of another version make room, and come back with it', async () => {
    await make(open(), container, 'a', 'open');
    const other: ContainerDefinition = { ...uncounted, counted: [{ by: ['status', 'id'] }] };
    await make(open(), other, 'b', 'open');
    const names = () =>
      byHand((database) =>
        database.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'n\\_%' ESCAPE '\\'").all(),
      );
    expect(names().every(({ name }) => String(name).startsWith('n_rows_by_status_id'))).toBe(true);
    byHand((database) =>
      database.exec(`CREATE TABLE n_rows (value, partition, n);
        CREATE TRIGGER n_rows_insert AFTER INSERT ON c_rows BEGIN UPDATE n_rows SET n = n + 1; END;
        CREATE TRIGGER n_rows_update AFTER UPDATE ON c_rows BEGIN UPDATE n_rows SET n = n + 1; END;`),
    );
    expect(await counts(open())).toEqual({ open: 2, done: 0, all: 2 });
    expect(
      names().every(({ name }) => /^n_rows_by_status(?:_in)?(?:_(?:insert|delete|update))?$/.test(String(name))),
    ).toBe(true);
  });

  it('name no partition that holds nothing any more', async () => {
    const store = open();
    await make(store, container, 'a', 'open');
    await store.partition<Row>(container, 't1').delete('a');
    expect(byHand((database) => database.prepare('SELECT * FROM n_rows_by_status').all())).toEqual([]);
    expect(byHand((database) => database.prepare('SELECT * FROM n_rows_by_status_in').all())).toEqual([]);
  });

  it('are made anew where the table was', async () => {
    const store = open();
    await make(store, container, 'a', 'open');
    await store.close();
    stores = [];
    byHand((database) => database.exec('DROP TABLE c_rows'));
    expect(await counts(open())).toEqual({ open: 0, done: 0, all: 0 });
  });
});
