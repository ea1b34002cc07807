import { isDeepStrictEqual } from 'node:util';
import type { TrailDetails, TrailValue } from '../../ports/trail.ts';

/**
 * What a change was, for the details of its entry in the trail: the named fields that differ, as they were and as they are.
 * @param before the record before; null where there was none
 * @param after the record after; null where there is none any more
 * @param fields those that the trail may hold. A secret is not named here: say beside it that it was replaced.
 */
export function whatChanged<T extends object>(
  before: T | null,
  after: T | null,
  fields: readonly (keyof T & string)[],
): { before: TrailDetails; after: TrailDetails } {
  const valueIn = (record: T | null, field: keyof T) => (record?.[field] ?? null) as TrailValue;
  const differing = fields.filter((field) => !isDeepStrictEqual(valueIn(before, field), valueIn(after, field)));
  const picked = (record: T | null): TrailDetails =>
    record === null ? {} : Object.fromEntries(differing.map((field) => [field, valueIn(record, field)]));
  return { before: picked(before), after: picked(after) };
}
