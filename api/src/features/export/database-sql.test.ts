import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { parse } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExportProgress } from './database-json.ts';
import { databaseSql, sqlLiteral } from './database-sql.ts';
import { defineTable, flag, instant, json, text, whole } from './table.ts';

const at = '2026-11-20T12:00:00.000Z';
const columns = {
  id: text({ isRequired: true }),
  name: text(),
  size: whole(),
  isOn: flag({ initial: true }),
  since: instant(),
  raw: json(),
};
type Given = { id: string; name: string | null; size: number | null; isOn: boolean | null | undefined; raw: unknown };

async function sqlOf(rows: readonly Given[]): Promise<string> {
  const table = defineTable('some_rows', columns, async function* () {
    for (const row of rows) yield { ...row, since: at };
  });
  const progress: ExportProgress = { table: null, records: 0 };
  let sql = '';
  for await (const part of databaseSql([table], at, progress)) sql += part;
  expect(progress.records).toBe(rows.length);
  return sql;
}

/** The texts that PostgreSQL reads from the values of each INSERT, by its own grammar; null for NULL. */
async function readByPostgres(sql: string): Promise<unknown[][]> {
  const { stmts } = (await parse(sql)) as { stmts: { stmt: Record<string, unknown> }[] };
  type Constant = {
    sval?: { sval?: string };
    ival?: { ival?: number };
    fval?: { fval: string };
    boolval?: { boolval?: boolean };
    isnull?: boolean;
  };
  const constant = ({ A_Const: found }: { A_Const: Constant }) => {
    if (found.isnull) return null;
    if (found.sval) return found.sval.sval ?? '';
    if (found.boolval) return found.boolval.boolval ?? false;
    return Number(found.fval?.fval ?? found.ival?.ival ?? 0);
  };
  type Insert = { selectStmt: { SelectStmt: { valuesLists: { List: { items: { A_Const: Constant }[] } }[] } } };
  return stmts.flatMap(({ stmt }) => {
    const insert = stmt.InsertStmt as Insert | undefined;
    return insert ? insert.selectStmt.SelectStmt.valuesLists.map(({ List }) => List.items.map(constant)) : [];
  });
}

function readBySqlite(sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(':memory:');
  database.exec(sql);
  return database.prepare('SELECT * FROM some_rows ORDER BY rowid').all();
}

/** What both dialects can hold of a text. */
const kept = (value: string) => value.toWellFormed().replaceAll('\u0000', '\ufffd');

const hostile = [
  "O'Brien'; DROP TABLE tenants; --",
  "''''",
  '\\',
  "\\'; DROP TABLE users; --",
  '$$ BEGIN $$',
  '$tag$x$tag$',
  '/* a comment */ -- another',
  'two\r\nlines\n\n;',
  '\\.\n.quit\n\\q',
  '👩‍🚀 emoji \u{1f3f4}\u{e0067}',
  'x'.repeat(10_000),
  "'".repeat(10_000),
  'a\u0000b',
  '\ud800 half',
  '‮right to left',
  '?1 :name @name $1 %s {0}',
  '"quoted" `tick` [bracket]',
  "E'\\x41' U&'\\0041' B'1' X'41'",
  '',
  ' ',
  '[ENCRYPTED]',
];

describe('the SQL export', () => {
  beforeAll(async () => {
    await parse('SELECT 1');
  });

  it.each(hostile.map((name) => [name.slice(0, 40), name]))(
    'keeps the name %j as it is, in SQLite and in PostgreSQL',
    async (_, name) => {
      const sql = await sqlOf([
        { id: '1', name, size: 1, isOn: true, raw: { [name]: name } },
        { id: '2', name: 'the next', size: null, isOn: null, raw: null },
      ]);
      const rows = readBySqlite(sql);
      expect(rows.map((row) => row.name)).toEqual([kept(name), 'the next']);
      const inPostgres = await readByPostgres(sql);
      expect(inPostgres.map((row) => row[1])).toEqual([kept(name), 'the next']);
      expect(JSON.parse(String(rows[0]?.raw))).toEqual({ [kept(name)]: kept(name) });
    },
  );

  it('is read back row by row and value by value, whatever stands in it', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(...hostile),
      fc
        .array(fc.constantFrom("'", '\\', '\n', '\r', '$', '-', '/', '*', ';', '\u0000', '\ud800', '"', 'E', '🧨'), {
          maxLength: 12,
        })
        .map((parts) => parts.join('')),
    );
    const row = fc.record({
      name: fc.option(anyText),
      size: fc.option(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }))),
      isOn: fc.option(fc.boolean(), { nil: undefined }),
      raw: fc.dictionary(anyText, anyText, { maxKeys: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (rows) => {
        const given = rows.map((one, index) => ({ id: String(index), ...one }));
        const sql = await sqlOf(given);
        const [inSqlite, inPostgres] = [readBySqlite(sql), await readByPostgres(sql)];
        expect([inSqlite.length, inPostgres.length]).toEqual([given.length, given.length]);
        for (const [index, { name, size, isOn }] of given.entries()) {
          const wanted = [name === null ? null : kept(name), size === null ? null : size + 0, isOn ?? true];
          const sqlite = inSqlite[index] ?? {};
          expect([sqlite.name, sqlite.size, Boolean(sqlite.isOn)]).toEqual(wanted);
          expect((inPostgres[index] ?? []).slice(1, 4)).toEqual(wanted);
          expect(String(sqlite.raw)).toBe((inPostgres[index] ?? [])[5]);
          expect(() => JSON.parse(String(sqlite.raw))).not.toThrow();
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is nothing but what was meant: statements of the kinds and in the order in which they were written', async () => {
    const sql = await sqlOf(
      hostile.map((name, index) => ({ id: String(index), name, size: 0, isOn: false, raw: name })),
    );
    const { stmts } = (await parse(sql)) as { stmts: { stmt: object }[] };
    expect(stmts.map(({ stmt }) => Object.keys(stmt)[0])).toEqual([
      'TransactionStmt',
      'CreateStmt',
      ...hostile.map(() => 'InsertStmt'),
      'TransactionStmt',
    ]);
  });

  it('writes what is of another kind than its column as a text of it', () => {
    expect(sqlLiteral({ a: "'" }, 'text')).toBe(`'{"a":"''"}'`);
    expect(sqlLiteral(Number.NaN, 'whole')).toBe('NULL');
    expect(sqlLiteral(1e21, 'whole')).toBe('1e+21');
  });
});
