import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/**
 * What a drawer is open for, kept in the address under this name, so that it can be linked to and Back closes it: null
 * while it is closed. When it closes, the keyboard goes back to what opened it, or to the fallback where that is gone.
 */
export function useAddressed<Fallback extends HTMLElement = HTMLButtonElement>(name: string) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const opened = search.get(name);
  const opener = useRef<Element | null>(null);
  const fallback = useRef<Fallback>(null);
  useEffect(() => {
    if (opened !== null || opener.current === null) return;
    const target = opener.current.isConnected ? opener.current : fallback.current;
    opener.current = null;
    if (target instanceof HTMLElement) target.focus();
  }, [opened]);
  const open = (id: string) => {
    opener.current = document.activeElement;
    const after = new URLSearchParams(search);
    after.set(name, id);
    navigate({ search: `?${after}` }, { state: { openedHere: name }, preventScrollReset: true });
  };
  const close = () => {
    // Where it was opened on this page, closing it is going back; where a link led to it, there is nothing to go back to.
    if ((state as { openedHere?: unknown } | null)?.openedHere === name) {
      navigate(-1);
      return;
    }
    const after = new URLSearchParams(search);
    after.delete(name);
    navigate({ search: after.size === 0 ? '' : `?${after}` }, { replace: true, preventScrollReset: true });
  };
  return { opened, open, close, fallback };
}
