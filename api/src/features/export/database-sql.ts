import type { ExportProgress } from './database-json.ts';
import type { Column, ExportTable, Unreadable } from './table.ts';

const types: Record<Column['kind'], string> = {
  text: 'TEXT',
  whole: 'NUMERIC',
  flag: 'BOOLEAN',
  instant: 'TIMESTAMPTZ',
  json: 'JSON',
};

/** A name as it is written, in both dialects: PostgreSQL would make small letters of it. */
const named = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * A text as both dialects read it: in single quotes, which are doubled. A backslash is itself in SQLite and in PostgreSQL with
 * standard_conforming_strings, the default since 9.1. Neither takes U+0000, and half a character is no UTF-8: each becomes the
 * replacement character.
 */
const quoted = (text: string) => `'${text.toWellFormed().replaceAll('\u0000', '\ufffd').replaceAll("'", "''")}'`;

/** U+0000 and half characters as JSON writes them; a backslash before is itself one of a pair. */
const unstorable = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi;

/** JSON in which no text, and no name of a field, is of what PostgreSQL cannot hold. */
const jsonText = (value: unknown): string => JSON.stringify(value).replace(unstorable, '$1\ufffd');

/** A value as a literal. What is of another kind than its column says is written as a text of it, never left out. */
export function sqlLiteral(value: unknown, kind: Column['kind']): string {
  if (value === null || value === undefined) return 'NULL';
  if (kind === 'json') return quoted(jsonText(value));
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'NULL';
  return quoted(typeof value === 'string' ? value : jsonText(value));
}

function createTable({ name, columns }: ExportTable): string {
  const lines = Object.entries(columns).map(([field, { kind, initial, isUnique, isRequired }]) => {
    const parts = [named(field), types[kind]];
    if (field === 'id') parts.push('PRIMARY KEY');
    else if (isRequired) parts.push('NOT NULL');
    if (isUnique) parts.push('UNIQUE');
    if (initial !== undefined) parts.push(`DEFAULT ${sqlLiteral(initial, kind)}`);
    return `  ${parts.join(' ')}`;
  });
  return `CREATE TABLE ${named(name)} (\n${lines.join(',\n')}\n);\n`;
}

/** Tables as SQL that SQLite and PostgreSQL read, a row a statement, in one transaction. */
export async function* databaseSql(
  tables: readonly ExportTable[],
  exportedAt: string,
  progress: ExportProgress,
): AsyncGenerator<string> {
  const unreadable: Unreadable[] = [];
  // Nothing that people wrote stands in a comment.
  yield `-- Tenantry, SQL export of ${exportedAt}. For SQLite and PostgreSQL. Secrets are hidden.\nBEGIN;\n`;
  for (const table of tables) {
    progress.table = table.name;
    const fields = Object.entries(table.columns);
    const into = `INSERT INTO ${named(table.name)} (${fields.map(([field]) => named(field)).join(', ')}) VALUES`;
    yield `\n${createTable(table)}`;
    for await (const row of table.rows((id) => unreadable.push({ table: table.name, id }))) {
      yield `${into} (${fields.map(([field, { kind }]) => sqlLiteral(row[field], kind)).join(', ')});\n`;
      progress.records += 1;
    }
  }
  progress.table = null;
  const left = unreadable.length;
  yield `COMMIT;\n${left === 0 ? '' : `-- ${left} records could not be read and are left out.\n`}`;
}
