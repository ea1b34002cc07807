import type { JSONValue, SqlQuerySpec } from '@azure/cosmos';
import type { Condition, Query, Scalar } from '../../ports/collection.ts';
import { decodeCursor } from '../cursor.ts';

/** The partition a statement is about: the field that holds its key, and the key. */
export type Partition = { field: string; key: string };

/** So many values are named one by one. */
const valuesInList = 2000;

const fieldName = /^[A-Za-z][A-Za-z0-9]*$/;

/** Collects the parameters of one statement while its text is written. */
class Statement {
  readonly parameters: { name: string; value: JSONValue }[] = [];

  bind(value: Scalar | readonly Scalar[]): string {
    const name = `@p${this.parameters.length}`;
    this.parameters.push({ name, value: value as JSONValue });
    return name;
  }

  column(field: string): string {
    if (!fieldName.test(field)) throw new Error(`Not a field name: ${field}`);
    return `c.${field}`;
  }

  condition(condition: Condition): string {
    if ('anyOf' in condition) {
      if (condition.anyOf.length === 0) return 'false';
      return `(${condition.anyOf.map((part) => this.condition(part)).join(' OR ')})`;
    }
    const name = this.column(condition.field);
    switch (condition.op) {
      case 'in':
        if (condition.value.length === 0) return 'false';
        // IN is served from the index, and takes 6,000 values at most. Of many, each with a name of its own would make the
        // statement longer than Cosmos DB takes (512 KB).
        if (condition.value.length > valuesInList) return `ARRAY_CONTAINS(${this.bind(condition.value)}, ${name})`;
        return `${name} IN (${condition.value.map((value) => this.bind(value)).join(', ')})`;
      case 'prefix':
        return `STARTSWITH(${name}, ${this.bind(condition.value)})`;
      case 'contains':
        return `CONTAINS(LOWER(${name}), ${this.bind(condition.value.toLowerCase())})`;
      case 'eq':
        return condition.value === null
          ? `(NOT IS_DEFINED(${name}) OR ${name} = null)`
          : `${name} = ${this.bind(condition.value)}`;
      case 'ne':
        return condition.value === null
          ? `(IS_DEFINED(${name}) AND ${name} != null)`
          : `(NOT IS_DEFINED(${name}) OR ${name} != ${this.bind(condition.value)})`;
      default: {
        const sign = { lt: '<', lte: '<=', gt: '>', gte: '>=' }[condition.op];
        return `${name} ${sign} ${this.bind(condition.value)}`;
      }
    }
  }

  where(partition: Partition | undefined, conditions: readonly Condition[]): string[] {
    // The predicate stands beside the partition-key option: an emulator that ignores the option must not widen the answer.
    const parts = partition === undefined ? [] : [`c.${partition.field} = ${this.bind(partition.key)}`];
    return [...parts, ...conditions.map((condition) => this.condition(condition))];
  }
}

function textOfWhere(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`;
}

export function countSpec(partition: Partition | undefined, conditions: readonly Condition[] = []): SqlQuerySpec {
  const statement = new Statement();
  const where = statement.where(partition, conditions);
  return { query: `SELECT VALUE COUNT(1) FROM c${textOfWhere(where)}`, parameters: statement.parameters };
}

/** The page's documents, one more than the limit where there is a next page. */
export function selectSpec(partition: Partition | undefined, query: Query, limit: number): SqlQuerySpec {
  const statement = new Statement();
  const where = statement.where(partition, query.where ?? []);
  const direction = query.orderBy?.direction === 'desc' ? 'DESC' : 'ASC';
  const after = direction === 'DESC' ? '<' : '>';
  const order = statement.column(query.orderBy?.field ?? 'id');
  if (query.cursor) {
    const position = decodeCursor(query.cursor);
    const value = statement.bind(position.value);
    const id = statement.bind(position.id);
    where.push(
      order === 'c.id'
        ? `c.id ${after} ${id}`
        : `(${order} ${after} ${value} OR (${order} = ${value} AND c.id ${after} ${id}))`,
    );
  }
  const orders = order === 'c.id' ? `c.id ${direction}` : `${order} ${direction}, c.id ${direction}`;
  return {
    query: `SELECT TOP ${limit + 1} * FROM c${textOfWhere(where)} ORDER BY ${orders}`,
    parameters: statement.parameters,
  };
}
