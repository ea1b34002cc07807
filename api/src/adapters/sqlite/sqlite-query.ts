import type { Condition, Query, Scalar } from '../../ports/collection.ts';
import { decodeCursor } from '../cursor.ts';

type Parameter = string | number | null;
export type Sql = { text: string; parameters: Parameter[] };

const fieldName = /^[A-Za-z][A-Za-z0-9]*$/;

/** Where a field stands: in the documents, or in columns of a table of fields (sqlite-fields.ts). */
export type Place = 'documents' | 'fields';

function column(field: string, place: Place): string {
  if (!fieldName.test(field)) throw new Error(`Not a field name: ${field}`);
  return field === 'id' || place === 'fields' ? field : `json_extract(doc, '$.${field}')`;
}

function parameter(value: Scalar): Parameter {
  return typeof value === 'boolean' ? Number(value) : value;
}

const likeEscaped = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);
const comparison = { eq: 'IS', ne: 'IS NOT', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

/** The next text after all that begin with this one, in the order of code points; null where there is none. */
function afterPrefix(prefix: string): string | null {
  const points = [...prefix].map((character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  // Between U+D7FF and U+E000 there are none but halves of characters.
  return last === undefined ? null : String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

/** As a range, by which an index is entered; the order of texts in UTF-8 is that of their code points. */
function prefixSql(name: string, prefix: string): Sql {
  const after = afterPrefix(prefix);
  if (after === null) return { text: `substr(${name}, 1, ?) = ?`, parameters: [[...prefix].length, prefix] };
  return { text: `${name} >= ? AND ${name} < ?`, parameters: [prefix, after] };
}

const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

/**
 * Whatever the case. SQLite's LIKE knows the cases of ASCII alone, and is quick; `lower_unicode` knows all, and calls back for each row:
 * of a text in ASCII only rows that hold other characters need it.
 */
function containsSql(name: string, value: string): Sql {
  const pattern = `%${likeEscaped(value.toLowerCase())}%`;
  const inAnyScript = `lower_unicode(${name}) LIKE ? ESCAPE '\\'`;
  if (!isAscii(value)) return { text: inAnyScript, parameters: [pattern] };
  return {
    text: `(${name} LIKE ? ESCAPE '\\' OR (octet_length(${name}) <> length(${name}) AND ${inAnyScript}))`,
    parameters: [pattern, pattern],
  };
}

function conditionSql(condition: Condition, place: Place): Sql {
  if ('anyOf' in condition) {
    if (condition.anyOf.length === 0) return { text: '0', parameters: [] };
    const parts = condition.anyOf.map((one) => conditionSql(one, place));
    return {
      text: `(${parts.map((part) => part.text).join(' OR ')})`,
      parameters: parts.flatMap((part) => part.parameters),
    };
  }
  const name = column(condition.field, place);
  switch (condition.op) {
    case 'in':
      if (condition.value.length === 0) return { text: '0', parameters: [] };
      return {
        text: `${name} IN (SELECT value FROM json_each(?))`,
        parameters: [JSON.stringify(condition.value.map(parameter))],
      };
    case 'prefix':
      return prefixSql(name, condition.value);
    case 'contains':
      return containsSql(name, condition.value);
    default:
      return { text: `${name} ${comparison[condition.op]} ?`, parameters: [parameter(condition.value)] };
  }
}

/** The WHERE clause over one partition, or over all where it is undefined. */
function whereSql(partition: string | undefined, place: Place, conditions: readonly Condition[] = []): Sql {
  const parts = conditions.map((condition) => conditionSql(condition, place));
  // An id that is no text is none of ours: no read or write could name its row. Bytes come after every text; `+`: the order
  // of the query, not this, chooses the index.
  parts.push({ text: "+id < x''", parameters: [] });
  if (partition !== undefined) parts.unshift({ text: 'partition = ?', parameters: [partition] });
  return {
    text: parts.map((part) => part.text).join(' AND '),
    parameters: parts.flatMap((part) => part.parameters),
  };
}

/** @param table the documents, or the fields that stand beside them */
export function countSql(
  table: string,
  partition: string | undefined,
  conditions?: readonly Condition[],
  place: Place = 'documents',
): Sql {
  const where = whereSql(partition, place, conditions);
  return { ...where, text: `SELECT count(*) AS n FROM ${table} WHERE ${where.text}` };
}

const directionOf = ({ orderBy }: Query) => (orderBy?.direction === 'desc' ? 'DESC' : 'ASC');

/** The end of a select: what belongs to the page, in its order, and one more than the limit where there is a next page. */
function pageSql(partition: string | undefined, query: Query, limit: number, place: Place): Sql & { order: string } {
  const where = whereSql(partition, place, query.where);
  const direction = directionOf(query);
  const after = direction === 'DESC' ? '<' : '>';
  const order = query.orderBy ? column(query.orderBy.field, place) : 'id';
  if (query.cursor) {
    const position = decodeCursor(query.cursor);
    const value = parameter(position.value);
    // SQLite sorts null before everything, and comparisons with null are null: hence the two forms.
    const beyond =
      value === null
        ? direction === 'ASC'
          ? `${order} IS NOT NULL OR (${order} IS NULL AND id ${after} ?)`
          : `${order} IS NULL AND id ${after} ?`
        : direction === 'ASC'
          ? // The first comparison is where the index is entered: without it, it is read from its start for every page.
            `${order} >= ? AND (${order} ${after} ? OR id ${after} ?)`
          : `${order} ${after} ? OR ${order} IS NULL OR (${order} = ? AND id ${after} ?)`;
    where.text += ` AND (${beyond})`;
    where.parameters.push(...(value === null ? [position.id] : [value, value, position.id]));
  }
  return {
    order,
    text: `WHERE ${where.text} ORDER BY ${order} ${direction}, id ${direction} LIMIT ?`,
    parameters: [...where.parameters, limit + 1],
  };
}

/** The page's rows, one more than the limit where there is a next page. @param columns beside those of every row */
export function selectSql(
  { table, columns = [] }: { table: string; columns?: readonly string[] },
  partition: string | undefined,
  query: Query,
  limit: number,
): Sql {
  const { order, text, parameters } = pageSql(partition, query, limit, 'documents');
  const selected = ['id', 'etag', 'doc', ...columns, `${order} AS position`].join(', ');
  return { text: `SELECT ${selected} FROM ${table} ${text}`, parameters };
}

/** The same, found by the fields that stand beside the documents: of these the page's alone are read. */
export function selectByFieldsSql(
  { table, fields }: { table: string; fields: string },
  partition: string | undefined,
  query: Query,
  limit: number,
): Sql {
  const { order, text, parameters } = pageSql(partition, query, limit, 'fields');
  const direction = directionOf(query);
  const found = `SELECT partition, id, ${order} AS position FROM ${fields} ${text}`;
  return {
    text: `SELECT c.id, c.etag, c.doc, s.position FROM (${found}) s CROSS JOIN ${table} c ON c.partition = s.partition AND c.id = s.id
      ORDER BY s.position ${direction}, c.id ${direction}`,
    parameters,
  };
}
