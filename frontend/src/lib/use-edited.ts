import { useEffect, useRef, useState } from 'react';

/**
 * What a dialog is open for: null for something new, undefined while it is closed. When it closes, the keyboard goes
 * back to what opened it, or to the fallback where that is gone.
 */
export function useEdited<T>() {
  const [edited, setEdited] = useState<T | null | undefined>(undefined);
  const opener = useRef<Element | null>(null);
  const fallback = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (edited !== undefined || opener.current === null) return;
    const target = opener.current.isConnected ? opener.current : fallback.current;
    opener.current = null;
    if (target instanceof HTMLElement) target.focus();
  }, [edited]);
  const open = (item: T | null) => {
    opener.current = document.activeElement;
    setEdited(item);
  };
  return { edited, open, close: () => setEdited(undefined), fallback };
}
