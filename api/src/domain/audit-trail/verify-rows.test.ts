import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { containers } from '../../store/containers.ts';
import { entry, type TrailSystem, trailSystem } from './testing/trail-system.ts';

const month = '2026-11';
const table = 'c_audit_logs';

describe('the verification of rows that are no records', () => {
  let folder: string;
  let store: RecordStore;
  let system: TrailSystem;
  let rows: DatabaseSync;
  let ids: string[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trail-rows-'));
    const file = join(folder, 'tenantry.db');
    store = openSqliteRecordStore(file);
    system = trailSystem(store);
    const trail = system.trail();
    for (let n = 0; n < 10; n += 1) {
      system.pass(1000);
      await trail.record(entry);
    }
    await trail.sealOrphans();
    await trail.anchor();
    ids = (await system.all(month, 'entry-')).map(({ id }) => id);
    rows = new DatabaseSync(file);
  });
  afterEach(async () => {
    rows.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const setDoc = (id: string, doc: string | Uint8Array) =>
    rows.prepare(`UPDATE ${table} SET doc = ? WHERE id = ?`).run(doc, id);
  const edit = (id: string | undefined, change: (doc: string) => string) => {
    const row = rows.prepare(`SELECT doc FROM ${table} WHERE id = ?`).get(id ?? '');
    dropIndexes();
    setDoc(id ?? '', change(String(row?.doc)));
  };
  const insert = (partition: string | Uint8Array, id: string | Uint8Array) =>
    rows.prepare(`INSERT INTO ${table} VALUES (?, ?, 'e', '{"id":"x"}')`).run(partition, id);
  const dropIndexes = () => {
    for (const order of containers.auditLogs.orders) rows.exec(`DROP INDEX ${table}_by_${order}`);
  };
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  const eve = (id: string) =>
    rows.prepare(`UPDATE ${table} SET doc = replace(doc, '"ada"', '"eve"') WHERE id = ?`).run(id);

  it.each<[what: string, attack: () => void, found: () => string]>([
    [
      'an id of bytes',
      () => insert(month, bytes('entry-zz')),
      () => "inserted partition 2026-11, row x'656e7472792d7a7a'",
    ],
    [
      'a partition of bytes',
      () => insert(bytes(month), 'entry-x'),
      () => "inserted partition x'323032362d3131', row entry-x",
    ],
    [
      'an id that is no UTF-8',
      () => rows.exec(`INSERT INTO ${table} VALUES ('2026-11', CAST(x'7aff' AS TEXT), 'e', '[]')`),
      () => 'altered z\ufffd',
    ],
    ['a text that is null', () => setDoc(ids[3] ?? '', 'null'), () => `altered ${ids[3]}`],
    ['a text that is a list', () => setDoc(ids[3] ?? '', '[]'), () => `altered ${ids[3]}`],
    ['a block that is null', () => setDoc('block-000000000002', 'null'), () => 'altered block-000000000002'],
    ['a record of the key that is null', () => setDoc('trail-key-1', 'null'), () => 'altered trail-key-1'],
    [
      'a text that is no JSON, with the indexes dropped',
      () => {
        dropIndexes();
        setDoc(ids[3] ?? '', '{"x":');
      },
      () => `altered ${ids[3]}`,
    ],
    [
      'a text of bytes, with the indexes dropped',
      () => {
        dropIndexes();
        setDoc(ids[3] ?? '', bytes('{}'));
      },
      () => `altered ${ids[3]}`,
    ],
    [
      'another id in the text',
      () => edit(ids[3], (doc) => doc.replace(`"id":"${ids[3]}"`, '"id":"x"')),
      () => `altered ${ids[3]}`,
    ],
    [
      'a text without its id',
      () => edit(ids[3], (doc) => doc.replace(`"id":"${ids[3]}",`, '')),
      () => `altered ${ids[3]}`,
    ],
    [
      'a field that is there twice, of which a filter takes the first',
      () => edit(ids[3], (doc) => doc.replace('{', '{"eventType":"user_created",')),
      () => `altered ${ids[3]}`,
    ],
    [
      'a field that is there twice, in the details',
      () => edit(ids[3], (doc) => doc.replace('"n":1', '"n":2,"n":1')),
      () => `altered ${ids[3]}`,
    ],
    [
      'a field that is there twice, in a block',
      () => edit('block-000000000002', (doc) => doc.replace('{', '{"timestamp":"x",')),
      () => 'altered block-000000000002',
    ],
    [
      'a field that is there twice, in the record of the key',
      () => edit('trail-key-1', (doc) => doc.replace('{', '{"secretName":"x",')),
      () => 'altered trail-key-1',
    ],
    [
      'another spelling of the same',
      () => edit(ids[3], (doc) => doc.replace('"ada"', '"\\u0061da"')),
      () => `altered ${ids[3]}`,
    ],
    ['a space more', () => edit(ids[3], (doc) => doc.replace('{', '{ ')), () => `altered ${ids[3]}`],
    ['more behind the end of the text', () => edit(ids[3], (doc) => `${doc}\u0000{}`), () => `altered ${ids[3]}`],
    [
      // SQLite reads JSON of a thousand levels, and an index keeps what is deeper out.
      'details 100,000 deep, with the indexes dropped',
      () => {
        dropIndexes();
        const doc = `{"id":"x","kind":"entry","details":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
        setDoc(ids[3] ?? '', doc);
      },
      () => `altered ${ids[3]}`,
    ],
  ])('finds %s, and what is wrong beside it', async (_, attack, found) => {
    const [first = '', last = ''] = [ids[0], ids.at(-1)];
    attack();
    eve(first);
    eve(last);
    const again = openSqliteRecordStore(join(folder, 'tenantry.db'));
    const { verifyTrail } = await import('./verify-trail.ts');
    const { openAuditLogStore } = await import('../../store/audit-log.ts');
    const result = await verifyTrail({ ...system.reading, auditLog: openAuditLogStore(again) }, { settleMs: 0 });
    await again.close();
    const told = result.problems.map(({ kind, record }) => `${kind} ${record}`);
    expect(result.status).toBe('broken');
    expect(told).toEqual(expect.arrayContaining([found(), `altered ${first}`, `altered ${last}`]));
  });

  it('finds an entry that a filter misses by another one of the same field', async () => {
    edit(ids[3], (doc) => doc.replace('{', '{"user":"eve",'));
    const { items } = await system.raw(month).query({ where: [{ field: 'user', op: 'eq', value: 'ada' }], limit: 50 });
    expect(items.map(({ id }) => id)).not.toContain(ids[3]);
    expect((await system.raw(month).get(ids[3] ?? ''))?.value.user).toBe('ada');
    expect(await system.kindsOf()).toEqual([`altered ${ids[3]}`]);
  });

  it('finds bytes that are no text in the place of the character that they are read as', async () => {
    await system.trail().record({ ...entry, user: '\ufffd' });
    const [{ id } = { id: '' }] = (await system.all(month, 'entry-')).filter(({ user }) => user === '\ufffd');
    const doc = Buffer.from(String(rows.prepare(`SELECT doc FROM ${table} WHERE id = ?`).get(id)?.doc));
    const at = doc.indexOf(Buffer.from('\ufffd'));
    const changed = Buffer.concat([doc.subarray(0, at), Buffer.from([0xff]), doc.subarray(at + 3)]);
    rows.prepare(`UPDATE ${table} SET doc = CAST(? AS TEXT) WHERE id = ?`).run(changed, id);
    expect((await system.raw(month).get(id))?.value.user).toBe('\ufffd');
    expect(await system.kindsOf()).toEqual([`altered ${id}`]);
  });

  it('names each of many', async () => {
    for (const id of ids) setDoc(id, 'null');
    expect(await system.verify()).toMatchObject({ status: 'broken', problemCount: 10, blocks: 10 });
  });
});
