import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { all, type Condition, type Query } from '../../ports/collection.ts';
import type { ContainerDefinition, RecordStore } from '../../ports/record-store.ts';
import { openSqliteRecordStore } from './sqlite-record-store.ts';

type Row = { id: string; tenantId: string; title: string; rank: number; note: string | null; more: string };

const plain: ContainerDefinition = { name: 'rows', partitionField: 'tenantId', orders: ['rank'] };
const container: ContainerDefinition = { ...plain, ordersAcross: ['title'], filtered: ['tenantId', 'title', 'note'] };

describe('fields that the database keeps beside records', () => {
  let folder: string;
  let stores: RecordStore[];
  const file = () => join(folder, 'rows.db');
  const open = () => {
    const store = openSqliteRecordStore(file());
    stores.push(store);
    return store;
  };
  const row = (n: number): Row => ({
    id: `r-${String(n).padStart(3, '0')}`,
    tenantId: `t${n % 3}`,
    title: n % 7 === 0 ? `Übung ${n % 5}` : `title ${n % 5}`,
    rank: n % 4,
    note: n % 2 === 0 ? null : `note ${n % 6}`,
    more: 'x'.repeat(n),
  });
  const fill = async (store: RecordStore, of: ContainerDefinition, from: number, to: number) => {
    for (let n = from; n < to; n += 1) await store.partition<Row>(of, row(n).tenantId).create(row(n));
  };
  const byHand = <R>(run: (database: DatabaseSync) => R): R => {
    const database = new DatabaseSync(file());
    try {
      return run(database);
    } finally {
      database.close();
    }
  };
  const ids = async (store: RecordStore, of: ContainerDefinition, query: Query, partition?: string) => {
    const rows = partition === undefined ? store.across<Row>(of) : store.partition<Row>(of, partition);
    const found: string[] = [];
    for await (const { id, more } of all(rows, { ...query, limit: 7 })) found.push(`${id} ${more.length}`);
    return found;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tenantry-fields-'));
    stores = [];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const wheres: Condition[][] = [
    [],
    [{ field: 'title', op: 'contains', value: 'ÜBUNG' }],
    [{ field: 'note', op: 'eq', value: null }],
    [{ field: 'note', op: 'ne', value: 'note 1' }],
    [
      { field: 'tenantId', op: 'in', value: ['t0', 't2'] },
      { field: 'title', op: 'prefix', value: 'title' },
    ],
    [
      {
        anyOf: [
          { field: 'note', op: 'eq', value: 'note 3' },
          { field: 'title', op: 'gte', value: 'title 3' },
        ],
      },
    ],
    [{ field: 'more', op: 'ne', value: '' }],
  ];

  it('give page after page and counts as the records themselves do, by whatever is asked', async () => {
    const other: ContainerDefinition = { ...plain, ordersAcross: ['title'], name: 'others' };
    const store = open();
    await fill(store, container, 0, 60);
    await fill(store, other, 0, 60);
    for (const where of wheres) {
      for (const partition of [undefined, 't1']) {
        for (const field of ['rank', 'title']) {
          for (const direction of ['asc', 'desc'] as const) {
            const query = { where, orderBy: { field, direction } };
            expect(await ids(store, container, query, partition)).toEqual(await ids(store, other, query, partition));
          }
        }
        expect(await ids(store, container, { where }, partition)).toEqual(
          await ids(store, other, { where }, partition),
        );
        const count = (of: ContainerDefinition) =>
          (partition === undefined ? store.across<Row>(of) : store.partition<Row>(of, partition)).count(where);
        expect(await count(container)).toBe(await count(other));
      }
    }
  });

  it('are made of what a file of before holds, and kept whoever writes', async () => {
    await fill(open(), plain, 0, 10);
    const store = open();
    const titled = (value: string) => ids(store, container, { where: [{ field: 'title', op: 'eq', value }] });
    expect(await titled('title 3')).toEqual(['r-003 3', 'r-008 8']);
    // By a version that knows of none, by a second process, and by hand.
    await fill(open(), plain, 10, 14);
    await fill(open(), container, 14, 19);
    byHand((database) => database.exec(`UPDATE c_rows SET doc = '{"title":"title 3","more":""}' WHERE id = 'r-001'`));
    expect(await titled('title 3')).toEqual(['r-001 0', 'r-003 3', 'r-008 8', 'r-013 13', 'r-018 18']);
    await store.partition<Row>(container, 't0').delete('r-003');
    expect(await titled('title 3')).toEqual(['r-001 0', 'r-008 8', 'r-013 13', 'r-018 18']);
    expect(byHand((database) => database.prepare('SELECT count(*) AS n FROM f_rows').get()?.n)).toBe(18);
  });

  it('are made anew where a version keeps others', async () => {
    await fill(open(), container, 0, 6);
    const wider: ContainerDefinition = { ...container, filtered: [...(container.filtered ?? []), 'more'] };
    const store = open();
    const where: Condition[] = [{ field: 'more', op: 'eq', value: 'xxxx' }];
    expect(await ids(store, wider, { where })).toEqual(['r-004 4']);
    await fill(store, wider, 6, 9);
    expect(byHand((database) => database.prepare('SELECT count(*) AS n FROM f_rows').get()?.n)).toBe(9);
    expect(await ids(store, wider, { where: [{ field: 'more', op: 'eq', value: 'x'.repeat(8) }] })).toEqual([
      'r-008 8',
    ]);
  });

  it('have a row for what is no JSON, by which nothing is found', async () => {
    const store = open();
    await fill(store, container, 0, 3);
    byHand((database) => database.exec(`INSERT INTO c_rows (partition, id, etag, doc) VALUES ('t1', 'z', '', '{')`));
    expect(await ids(store, container, { where: [{ field: 'title', op: 'prefix', value: 'title' }] })).toHaveLength(2);
    await expect(ids(store, container, { where: [{ field: 'title', op: 'eq', value: null }] })).rejects.toThrow(
      /not JSON/,
    );
  });

  it('have the indexes that are declared, and none of another version', async () => {
    const indexed = (...lookups: string[][]): ContainerDefinition => ({ ...container, lookups });
    await fill(open(), indexed(['note']), 0, 3);
    await fill(open(), indexed(['note', 'title']), 3, 6);
    const names = byHand((database) =>
      database.prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'f_rows_at_%'").all(),
    ).map(({ name }) => name);
    expect(names.sort()).toEqual(['f_rows_at_note_title', 'f_rows_at_rank', 'f_rows_at_title']);
  });
});
