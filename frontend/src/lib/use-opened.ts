import { useEffect, useRef, useState } from 'react';
import { hasDraft } from './form-drafts.ts';

type Restored<T> = {
  /** What the dialog can be opened for; undefined while that is not loaded. */
  items: readonly T[] | undefined;
  /** The name of the dialog's draft. */
  draftOf: (item: T | null) => string;
};

/**
 * What a dialog or a drawer is open for: undefined while it is closed, null for something new. When it closes, the
 * keyboard goes back to what opened it, or to the fallback where that is gone.
 * @param restored opens the dialog again that the end of the session closed half typed
 */
export function useOpened<T, Fallback extends HTMLElement = HTMLButtonElement>(restored?: Restored<T>) {
  const [opened, setOpened] = useState<T | null | undefined>(undefined);
  const isRestored = useRef(restored === undefined);
  useEffect(() => {
    if (isRestored.current || restored?.items === undefined) return;
    isRestored.current = true;
    const half = [null, ...restored.items].find((item) => hasDraft(restored.draftOf(item)));
    if (half !== undefined) setOpened(half);
  });
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
