import type { DatabaseSync } from 'node:sqlite';
import type { Condition } from '../../ports/collection.ts';
import type { ContainerDefinition } from '../../ports/record-store.ts';
import type { Sql } from './sqlite-query.ts';

// How many records a container holds of each value of its `counted` field, by partition. Triggers of the database keep it, in
// the transaction of the write itself: whoever writes, and with whatever version, it is exact.

const countsTable = ({ name }: ContainerDefinition) => `n_${name}`;

/** Ends the key of what is counted apart: no quoted text and no number ends so. */
const apartEnding = '-';

/** The row of counts that a record is in; a document that is no JSON has no value, but is one. */
function keyOf(row: 'new' | 'old' | 'c', { counted, countedApart }: ContainerDefinition): string {
  const field = (name: string) => `CASE WHEN json_valid(${row}.doc) THEN json_extract(${row}.doc, '$.${name}') END`;
  const ending = countedApart === undefined ? '' : ` || iif((${field(countedApart)}) IS 0, '${apartEnding}', '')`;
  return `quote(${field(counted ?? '')})${ending}`;
}

/** Makes the counts of a table that has none, of all that it holds. */
export function prepareCounts(database: DatabaseSync, container: ContainerDefinition, table: string): void {
  if (container.counted === undefined) return;
  const counts = countsTable(container);
  // Triggers go with their table, counts do not: those of a table that is gone are made anew.
  const known = database.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?`);
  const isKept = () => known.get(`${counts}_update`) !== undefined;
  if (isKept()) return;
  const isOurs = (row: 'new' | 'old' | 'c') => `typeof(${row}.id) <> 'blob'`;
  const more = `INSERT INTO ${counts} (value, partition, n) SELECT ${keyOf('new', container)}, new.partition, 1 WHERE ${isOurs('new')}
    ON CONFLICT DO UPDATE SET n = n + 1;`;
  const fewer = `UPDATE ${counts} SET n = n - 1
    WHERE value = ${keyOf('old', container)} AND partition = old.partition AND ${isOurs('old')};
    DELETE FROM ${counts} WHERE value = ${keyOf('old', container)} AND partition = old.partition AND n = 0;`;
  const changed = `${keyOf('old', container)} <> ${keyOf('new', container)} OR old.partition <> new.partition OR old.id <> new.id`;
  // Of several processes that come at once, the first does it; the others wait for the lock.
  database.exec('BEGIN IMMEDIATE');
  try {
    if (!isKept()) {
      database.exec(`
        DROP TABLE IF EXISTS ${counts};
        CREATE TABLE ${counts} (value TEXT NOT NULL, partition NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (value, partition)) WITHOUT ROWID;
        INSERT INTO ${counts} SELECT ${keyOf('c', container)}, c.partition, count(*) FROM ${table} c WHERE ${isOurs('c')} GROUP BY 1, 2;
        CREATE TRIGGER ${counts}_insert AFTER INSERT ON ${table} BEGIN ${more} END;
        CREATE TRIGGER ${counts}_delete AFTER DELETE ON ${table} BEGIN ${fewer} END;
        CREATE TRIGGER ${counts}_update AFTER UPDATE ON ${table} WHEN ${changed} BEGIN ${fewer} ${more} END;`);
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

const isApartLeftOut = (condition: Condition, { countedApart }: ContainerDefinition): boolean =>
  !('anyOf' in condition) && condition.op === 'ne' && condition.value === false && condition.field === countedApart;

/** The texts that a condition allows its field to be; null where it says something else. */
function textsOf(condition: Condition): { field: string; texts: readonly string[] } | null {
  if ('anyOf' in condition || (condition.op !== 'eq' && condition.op !== 'in')) return null;
  const { field } = condition;
  const values = condition.op === 'in' ? condition.value : [condition.value];
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === values.length ? { field, texts } : null;
}

/** The statement that has the count from the counts; null where the records themselves must be counted. */
export function countedSql(
  container: ContainerDefinition,
  partition: string | undefined,
  conditions: readonly Condition[] = [],
): Sql | null {
  if (container.counted === undefined) return null;
  const parts = partition === undefined ? [] : ['partition = ?'];
  const parameters = partition === undefined ? [] : [partition];
  const others = conditions.filter((condition) => !isApartLeftOut(condition, container));
  const hasApart = container.countedApart !== undefined && others.length === conditions.length;
  if (others.length < conditions.length) parts.push(`substr(value, -1) <> '${apartEnding}'`);
  for (const condition of others) {
    const allowed = textsOf(condition);
    if (allowed?.field === container.counted) {
      const endings = hasApart ? `(SELECT '' AS ending UNION ALL SELECT '${apartEnding}')` : `(SELECT '' AS ending)`;
      parts.push(`value IN (SELECT quote(j.value) || ending FROM json_each(?) j, ${endings})`);
    } else if (allowed?.field === container.partitionField) {
      parts.push('partition IN (SELECT value FROM json_each(?))');
    } else return null;
    parameters.push(JSON.stringify(allowed.texts));
  }
  const where = parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`;
  return { text: `SELECT coalesce(sum(n), 0) AS n FROM ${countsTable(container)}${where}`, parameters };
}
