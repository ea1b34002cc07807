import { isObject } from '../../facts/json-reader.ts';
import type { ConfigurationResults } from './snapshot-results.ts';

/** As text in which the order of properties and instances says nothing: no service promises either. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).sort().join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const properties = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${textOf(inner)}`);
  return `{${properties.sort().join(',')}}`;
}

const contentOf = (datasets: ConfigurationResults): string =>
  textOf(Object.entries(datasets).map(([name, result]) => [[name], result?.state === 'ok' ? result.value : null]));

/** Whether two snapshots hold the same settings, in whatever order. What could not be read is nothing. */
export const sameSettings = (one: ConfigurationResults, other: ConfigurationResults): boolean =>
  contentOf(one) === contentOf(other);
