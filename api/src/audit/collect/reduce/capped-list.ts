import { type AlertDetails, maxAffectedListed } from '@tenantry/contract/verdicts';
import type { CappedList } from '../../facts/account-facts.ts';

export function emptyList(): CappedList {
  return { count: 0, listed: [] };
}

/** Counts an object; keeps its name, and what else is told of it, while there is room. */
export function addTo(
  list: CappedList,
  id: string,
  name: string,
  more: { alert?: AlertDetails; agent?: true } = {},
): void {
  list.count += 1;
  if (list.listed.length < maxAffectedListed) list.listed.push({ id, name, ...more });
}
