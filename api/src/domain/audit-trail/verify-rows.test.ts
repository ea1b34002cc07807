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

  it('names each of many', async () => {
    for (const id of ids) setDoc(id, 'null');
    expect(await system.verify()).toMatchObject({ status: 'broken', problemCount: 10, blocks: 10 });
  });
});
