import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContainerDefinition, RecordStore } from '../../ports/record-store.ts';
import { openSqliteRecordStore } from './sqlite-record-store.ts';

type Row = { id: string; tenantId: string; status: string };

const uncounted: ContainerDefinition = { name: 'rows', partitionField: 'tenantId' };
const container: ContainerDefinition = { ...uncounted, counted: 'status' };

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
    const marked: ContainerDefinition = { ...container, countedApart: 'isCounted' };
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

  it('name no partition that holds nothing any more', async () => {
    const store = open();
    await make(store, container, 'a', 'open');
    await store.partition<Row>(container, 't1').delete('a');
    expect(byHand((database) => database.prepare('SELECT * FROM n_rows').all())).toEqual([]);
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
