import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Comparison } from './drift-queries.ts';

const keys = ['from', 'to', 'since'] as const;

/**
 * The comparison in the page's address, with all else in it left alone. Each choice is an entry of the history: Back returns
 * to the comparison before.
 * @returns `comparison` null where the address names what this tenant does not have
 */
export function useComparison(tenantId: string) {
  const [search, setSearch] = useSearchParams();
  const named = keys.flatMap((key): [string, string][] => {
    const value = search.get(key);
    return value === null ? [] : [[key, value]];
  });
  const parsed = Comparison.safeParse(Object.fromEntries(named));
  const isOwn = (id: string | undefined) => id === undefined || tenantIdOfRecordId(id) === tenantId;
  const isKnown = parsed.success && isOwn(parsed.data.from) && isOwn(parsed.data.to);
  const compare = useCallback(
    (comparison: Comparison) => {
      setSearch((before) => {
        const after = new URLSearchParams(before);
        for (const key of keys) {
          const value = comparison[key];
          if (value === undefined) after.delete(key);
          else after.set(key, value);
        }
        return after;
      });
    },
    [setSearch],
  );
  return { comparison: isKnown ? parsed.data : null, compare };
}
