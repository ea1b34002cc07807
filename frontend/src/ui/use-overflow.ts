import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is too narrow for what is in it, so that it has to be scrolled sideways. */
export function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [isOverflowing, setOverflowing] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setOverflowing(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isOverflowing;
}
