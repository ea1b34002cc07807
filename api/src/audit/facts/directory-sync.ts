import { type Facts, factOf } from './facts.ts';
import { booleanAt, type JsonObject } from './json-reader.ts';

/** Whether an on-premises directory is connected; null where the answer does not say. */
export function isSynchronized(facts: Facts): boolean | null {
  const organization = factOf(facts, 'organization') ?? [];
  if (organization.some((item) => booleanAt(item, 'onPremisesSyncEnabled') === true)) return true;
  const told = (item: JsonObject): boolean =>
    item.onPremisesSyncEnabled === null || item.onPremisesSyncEnabled === false;
  return organization.length > 0 && organization.every(told) ? false : null;
}
