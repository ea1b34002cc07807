import type { Affected, Verdict } from '@tenantry/contract/verdicts';

type WithAffected = Pick<Verdict, 'affected' | 'affectedCount'>;

/**
 * What is affected, without the entry for a whole population ("All users"): who joins the organization or leaves it makes
 * nothing better or worse.
 */
export function singledOut({ affected, affectedCount }: WithAffected): { affected: Affected[]; count: number } {
  const single = affected.filter(({ type }) => type !== 'people');
  return single.length === affected.length
    ? { affected, count: affectedCount }
    : { affected: single, count: single.length };
}
