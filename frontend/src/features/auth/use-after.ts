import { useEffect, useEffectEvent } from 'react';

/** Does something once the page has stood for a while: `null` does not start the wait, leaving the page ends it. */
export function useAfter(delayMs: number | null, action: () => void): void {
  const act = useEffectEvent(action);
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setTimeout(() => act(), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
}
