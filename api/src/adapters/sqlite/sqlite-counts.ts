import type { DatabaseSync } from 'node:sqlite';
import type { Condition, Scalar } from '../../ports/collection.ts';
import type { ContainerDefinition, CountedSet } from '../../ports/record-store.ts';
import type { Sql } from './sqlite-query.ts';

// How many records a container holds of each combination of values of its `counted` sets of fields, of all partitions together and
// of each. Triggers of the database keep it, in the transaction of the write itself: whoever writes, and with whatever version, it
// is exact. Values stand as `quote` writes them, so that nothing is null.

const setName = ({ name }: ContainerDefinition, { by }: CountedSet) => `n_${name}_by_${by.join('_')}`;
/** Of all partitions together, and of each. */
const tablesOf = (container: ContainerDefinition, set: CountedSet) => {
  const overall = setName(container, set);
  return { overall, inPartitions: set.across === true ? null : `${overall}_in` };
};

type Row = 'new' | 'old' | 'c';

/** What a record counts as; a document that is no JSON has no values, but is one. */
const quotedValue = (row: Row, field: string): string =>
  `quote(CASE WHEN json_valid(${row}.doc) THEN json_extract(${row}.doc, '$.${field}') END)`;

type Table = { name: string; columns: readonly string[]; valuesOf(row: Row): string[] };

function countTables(container: ContainerDefinition, set: CountedSet): Table[] {
  const { overall, inPartitions } = tablesOf(container, set);
  const values = (row: Row) => set.by.map((field) => quotedValue(row, field));
  const all: Table = { name: overall, columns: set.by, valuesOf: values };
  if (inPartitions === null) return [all];
  return [
    all,
    { name: inPartitions, columns: ['partition', ...set.by], valuesOf: (row) => [`${row}.partition`, ...values(row)] },
  ];
}

const isOurs = (row: Row) => `typeof(${row}.id) <> 'blob'`;

function more({ name, valuesOf }: Table): string {
  return `INSERT INTO ${name} SELECT ${valuesOf('new').join(', ')}, 1 WHERE ${isOurs('new')} ON CONFLICT DO UPDATE SET n = n + 1;`;
}

function fewer({ name, columns, valuesOf }: Table): string {
  const values = valuesOf('old');
  const same = columns.map((column, index) => `${column} = ${values[index]}`).join(' AND ');
  return `UPDATE ${name} SET n = n - 1 WHERE ${same} AND ${isOurs('old')}; DELETE FROM ${name} WHERE ${same} AND n = 0;`;
}

function makeSet(database: DatabaseSync, container: ContainerDefinition, set: CountedSet, table: string): void {
  const tables = countTables(container, set);
  const name = setName(container, set);
  const [allMore, allFewer] = [tables.map(more).join(' '), tables.map(fewer).join(' ')];
  const differs = set.by.map((field) => `${quotedValue('old', field)} <> ${quotedValue('new', field)}`);
  const changed = [...differs, 'old.partition <> new.partition', 'old.id <> new.id'].join(' OR ');
  for (const { name: counts, columns, valuesOf } of tables) {
    const key = columns.join(', ');
    database.exec(`
      DROP TABLE IF EXISTS ${counts};
      CREATE TABLE ${counts} (${columns.map((column) => `${column} NOT NULL`).join(', ')}, n INTEGER NOT NULL, PRIMARY KEY (${key})) WITHOUT ROWID;
      INSERT INTO ${counts} SELECT ${valuesOf('c').join(', ')}, count(*) FROM ${table} c WHERE ${isOurs('c')} GROUP BY ${columns.map((_, index) => index + 1).join(', ')};`);
  }
  database.exec(`
    CREATE TRIGGER ${name}_insert AFTER INSERT ON ${table} BEGIN ${allMore} END;
    CREATE TRIGGER ${name}_delete AFTER DELETE ON ${table} BEGIN ${allFewer} END;
    CREATE TRIGGER ${name}_update AFTER UPDATE ON ${table} WHEN ${changed} BEGIN ${allFewer} ${allMore} END;`);
}

/** Counts that another version kept: it makes them anew when it comes back. */
function dropOthers(database: DatabaseSync, table: string, names: readonly string[]): void {
  const own = new Set(names.flatMap((name) => [`${name}_insert`, `${name}_delete`, `${name}_update`]));
  const triggers = database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? AND name LIKE 'n\\_%' ESCAPE '\\'`)
    .all(table)
    .map(({ name }) => String(name));
  for (const trigger of triggers.filter((name) => !own.has(name))) {
    const counts = trigger.replace(/_(?:insert|delete|update)$/, '');
    database.exec(`DROP TRIGGER "${trigger}"; DROP TABLE IF EXISTS "${counts}"; DROP TABLE IF EXISTS "${counts}_in";`);
  }
}

/** Makes the counts of a table that has none, of all that it holds. */
export function prepareCounts(database: DatabaseSync, container: ContainerDefinition, table: string): void {
  const sets = container.counted ?? [];
  if (sets.length === 0) return;
  // Triggers go with their table, counts do not: those of a table that is gone are made anew.
  const known = database.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?`);
  const missing = () => sets.filter((set) => known.get(`${setName(container, set)}_update`) === undefined);
  if (missing().length === 0) return;
  // Of several processes that come at once, the first does it; the others wait for the lock.
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const set of missing()) makeSet(database, container, set, table);
    dropOthers(
      database,
      table,
      sets.map((set) => setName(container, set)),
    );
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

const fieldsOf = (condition: Condition): string[] =>
  'anyOf' in condition ? condition.anyOf.flatMap(fieldsOf) : [condition.field];

/** Numbers are left to the records: one may stand in a document in several ways. */
const isExact = (value: Scalar): boolean => typeof value !== 'number';

/** What a condition says of counted values; null where only the records themselves can tell. */
function conditionSql(condition: Condition, partitionField: string): Sql | null {
  if ('anyOf' in condition) {
    const parts = condition.anyOf.map((one) => conditionSql(one, partitionField));
    if (parts.length === 0 || parts.includes(null)) return null;
    const known = parts.filter((part) => part !== null);
    return {
      text: `(${known.map(({ text }) => text).join(' OR ')})`,
      parameters: known.flatMap((part) => part.parameters),
    };
  }
  const isPartition = condition.field === partitionField;
  const column = isPartition ? 'partition' : condition.field;
  if (condition.op !== 'eq' && condition.op !== 'ne' && condition.op !== 'in') return null;
  const values = condition.op === 'in' ? condition.value : [condition.value];
  if (!values.every(isExact)) return null;
  // Read from JSON as the values of documents are, so that true is what it is there.
  const is = condition.op === 'ne' ? 'NOT IN' : 'IN';
  return {
    text: `${column} ${is} (SELECT ${isPartition ? 'value' : 'quote(value)'} FROM json_each(?))`,
    parameters: [JSON.stringify(values)],
  };
}

/** The statement that has the count from the counts; null where the records themselves must be counted. */
export function countedSql(
  container: ContainerDefinition,
  partition: string | undefined,
  conditions: readonly Condition[] = [],
): Sql | null {
  const { partitionField, counted = [] } = container;
  const fields = conditions.flatMap(fieldsOf);
  const isAcross = partition === undefined && !fields.includes(partitionField);
  const set = counted.find(
    ({ by, across = false }) =>
      (isAcross || !across) && fields.every((field) => field === partitionField || by.includes(field)),
  );
  const parts = conditions.map((condition) => conditionSql(condition, partitionField));
  if (set === undefined || parts.includes(null)) return null;
  const { overall, inPartitions } = tablesOf(container, set);
  const known = parts.filter((part) => part !== null);
  if (partition !== undefined) known.unshift({ text: 'partition = ?', parameters: [partition] });
  const where = known.length === 0 ? '' : ` WHERE ${known.map(({ text }) => text).join(' AND ')}`;
  return {
    text: `SELECT coalesce(sum(n), 0) AS n FROM ${isAcross ? overall : inPartitions}${where}`,
    parameters: known.flatMap((part) => part.parameters),
  };
}
