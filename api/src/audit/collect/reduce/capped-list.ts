import { type AlertDetails, maxAffectedListed } from '@tenantry/contract/verdicts';
import type { CappedList } from '../../facts/account-facts.ts';

export function emptyList(): CappedList {
  return { count: 0, listed: [] };
}

/** Counts an object; keeps its name while there is room. */
export function addTo(list: CappedList, id: string, name: string, alert?: AlertDetails): void {
  list.count += 1;
  if (list.listed.length < maxAffectedListed) list.listed.push({ id, name, ...(alert && { alert }) });
}
