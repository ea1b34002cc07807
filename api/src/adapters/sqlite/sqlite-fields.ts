import type { DatabaseSync } from 'node:sqlite';
import type { Condition, Query } from '../../ports/collection.ts';
import type { ContainerDefinition } from '../../ports/record-store.ts';

// Of a container whose lists are narrowed, the fields that they are narrowed and ordered by stand in a table of their own, a row
// beside each record: an index on a field of a document is not read in place of the document, and a list that looks for few among
// ten thousand would read all of them. Triggers of the database keep it, in the transaction of the write itself, as they do counts.

export const fieldsTable = ({ name }: ContainerDefinition) => `f_${name}`;

const fieldsOf = ({ filtered = [], orders = [], ordersAcross = [] }: ContainerDefinition): string[] =>
  filtered.length === 0 ? [] : [...new Set([...filtered, ...orders, ...ordersAcross])];

function namesOf(condition: Condition): string[] {
  return 'anyOf' in condition ? condition.anyOf.flatMap(namesOf) : [condition.field];
}

/** Whether all that a query asks for stands in the fields of its container. */
export function isOfFields(container: ContainerDefinition, { where = [], orderBy }: Query): boolean {
  if (container.filtered === undefined) return false;
  const known = new Set(['id', ...fieldsOf(container)]);
  return [...where.flatMap(namesOf), orderBy?.field ?? 'id'].every((name) => known.has(name));
}

/** Whether an index over these fields belongs to the table of fields. */
export const isIndexedThere = (container: ContainerDefinition, names: readonly string[]): boolean =>
  names.every((name) => fieldsOf(container).includes(name));

/** Makes the fields of a table that has none, of all that it holds, and indexes over them. */
export function prepareFields(database: DatabaseSync, container: ContainerDefinition, table: string): void {
  const fields = fieldsOf(container);
  if (fields.length === 0) return;
  const own = fieldsTable(container);
  makeFields(database, { fields, own, table });
  const indexes = [
    ...[...(container.orders ?? []), ...(container.ordersAcross ?? [])].map((field) => [field]),
    ...(container.lookups ?? []).filter((names) => isIndexedThere(container, names)),
  ];
  const declared = new Map(indexes.map((names) => [`${own}_at_${names.join('_')}`, names]));
  for (const [name, names] of declared) {
    database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${own} (${names.join(', ')}, id);`);
  }
  // One that another version declared would be written for nothing, and may be entered in place of a better one.
  const made = database.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
  );
  for (const { name } of made.all(own)) {
    if (!declared.has(String(name))) database.exec(`DROP INDEX IF EXISTS "${String(name)}"`);
  }
}

type Fields = { fields: readonly string[]; own: string; table: string };

/** Rows of fields: empty ones of documents that are no JSON, which is asked once and not for each field. */
function rowsOf(row: 'new' | 'c', { fields }: Fields): { whole: string; empty: string } {
  const values = fields.map((field) => `json_extract(${row}.doc, '$.${field}')`);
  const nothing = fields.map(() => 'NULL');
  const key = `SELECT ${row}.partition, ${row}.id`;
  return { whole: `${key}, ${values.join(', ')}`, empty: `${key}, ${nothing.join(', ')}` };
}

function makeFields(database: DatabaseSync, made: Fields): void {
  const { fields, own, table } = made;
  // A version that keeps other fields keeps its own: triggers go by the names of the fields.
  const trigger = `${own}_of_${fields.join('_')}`;
  const known = database.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?`);
  const isKept = () => known.get(`${trigger}_update`) !== undefined;
  if (isKept()) return;
  const [written, kept] = [rowsOf('new', made), rowsOf('c', made)];
  // In place: an index is touched only where its field is another.
  const inPlace = `ON CONFLICT DO UPDATE SET ${fields.map((field) => `${field} = excluded.${field}`).join(', ')}`;
  const more = `INSERT INTO ${own} ${written.whole} WHERE json_valid(new.doc) ${inPlace};
    INSERT INTO ${own} ${written.empty} WHERE NOT json_valid(new.doc) ${inPlace};`;
  const fewer = `DELETE FROM ${own} WHERE partition = old.partition AND id = old.id;`;
  const moved = fewer.replace(';', ' AND (old.partition <> new.partition OR old.id <> new.id);');
  // Of several processes that come at once, the first does it; the others wait for the lock.
  database.exec('BEGIN IMMEDIATE');
  try {
    if (!isKept()) {
      const others = database.prepare(
        `SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '${own}\\_of\\_%' ESCAPE '\\'`,
      );
      for (const { name } of others.all()) database.exec(`DROP TRIGGER "${String(name)}"`);
      database.exec(`
        DROP TABLE IF EXISTS ${own};
        CREATE TABLE ${own} (partition, id, ${fields.join(', ')}, PRIMARY KEY (partition, id)) WITHOUT ROWID;
        INSERT INTO ${own} ${kept.whole} FROM ${table} c WHERE json_valid(c.doc);
        INSERT INTO ${own} ${kept.empty} FROM ${table} c WHERE NOT json_valid(c.doc);
        CREATE TRIGGER ${trigger}_insert AFTER INSERT ON ${table} BEGIN ${more} END;
        CREATE TRIGGER ${trigger}_delete AFTER DELETE ON ${table} BEGIN ${fewer} END;
        CREATE TRIGGER ${trigger}_update AFTER UPDATE ON ${table} BEGIN ${moved} ${more} END;`);
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
