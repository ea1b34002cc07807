import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Takes what a connection brought back in the address (`?success=…`) to `onReturn`, once, and clears it from the
 * address, so that a reload does not show it again.
 * @param names the parameters; the others stay
 */
export function useReturnNotice(names: readonly string[], onReturn: (returned: URLSearchParams) => void): void {
  const [search, setSearch] = useSearchParams();
  const handled = useRef<string | null>(null);
  const handle = useEffectEvent(() => {
    const text = search.toString();
    if (!names.some((name) => search.has(name)) || handled.current === text) return;
    handled.current = text;
    onReturn(search);
    const remaining = new URLSearchParams(search);
    for (const name of names) remaining.delete(name);
    setSearch(remaining, { replace: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: handled when the address changes, and only then
  useEffect(() => handle(), [search]);
}
