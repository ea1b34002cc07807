import type { Schema } from '@tenantry/contract/endpoint';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type * as z from 'zod/mini';

/** Reads query parameters by an endpoint's query schema; a parameter that does not fit is left out, not guessed. */
export function parseTableParams<S extends Schema>(schema: S, search: URLSearchParams): z.output<S> {
  const given: Record<string, string> = Object.fromEntries(search);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data as z.output<S>;
  const fitting = { ...given };
  for (const issue of parsed.error.issues) delete fitting[String(issue.path[0])];
  return schema.parse(fitting) as z.output<S>;
}

/**
 * The filters of a list page, kept in the address so that they survive reload, Back and sharing.
 * `set` changes some of them (undefined or '' removes one) and replaces the history entry; changes that follow each other at once
 * are all kept.
 */
export function useTableParams<S extends Schema>(
  schema: S,
): [params: z.output<S>, set: (patch: Partial<z.input<S>>) => void] {
  const [search, setSearch] = useSearchParams();
  const params = useMemo(() => parseTableParams(schema, search), [schema, search]);
  // The router tells a change only once it is shown: one that follows at once would begin from the address of before.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const set = useCallback(
    (patch: Partial<z.input<S>>) => {
      const after = new URLSearchParams(latest.current);
      for (const [key, value] of Object.entries(patch as Record<string, unknown>)) {
        if (value === undefined || value === null || value === '') after.delete(key);
        else after.set(key, String(value));
      }
      latest.current = after;
      setSearch(after, { replace: true });
    },
    [setSearch],
  );
  return [params, set];
}
