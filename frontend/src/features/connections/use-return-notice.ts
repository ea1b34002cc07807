import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Takes what a connection brought back in the address (`?success=…`) to `onReturn`, once, and clears it from the
 * address, so that a reload does not tell it again.
 * @param names the parameters; the others stay
 */
export function useReturnNotice(names: readonly string[], onReturn: (returned: URLSearchParams) => void): void {
  const [search, setSearch] = useSearchParams();
  const told = useRef<string | null>(null);
  const tell = useEffectEvent(() => {
    const text = search.toString();
    if (!names.some((name) => search.has(name)) || told.current === text) return;
    told.current = text;
    onReturn(search);
    const rest = new URLSearchParams(search);
    for (const name of names) rest.delete(name);
    setSearch(rest, { replace: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again when the address changes, and only then
  useEffect(() => tell(), [search]);
}
