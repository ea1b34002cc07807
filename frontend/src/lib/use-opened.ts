import { useEffect, useRef, useState } from 'react';

/**
 * What a dialog or a drawer is open for: undefined while it is closed, null for something new. When it closes, the
 * keyboard goes back to what opened it, or to the fallback where that is gone.
 */
export function useOpened<T, Fallback extends HTMLElement = HTMLButtonElement>() {
  const [opened, setOpened] = useState<T | null | undefined>(undefined);
  const opener = useRef<Element | null>(null);
  const fallback = useRef<Fallback>(null);
  useEffect(() => {
    if (opened !== undefined || opener.current === null) return;
    const target = opener.current.isConnected ? opener.current : fallback.current;
    opener.current = null;
    if (target instanceof HTMLElement) target.focus();
  }, [opened]);
  const open = (item: T | null) => {
    opener.current = document.activeElement;
    setOpened(item);
  };
  return { opened, open, close: () => setOpened(undefined), fallback };
}
