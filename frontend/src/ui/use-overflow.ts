import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Whether an element's size is such, now and whenever it changes. */
function useSize(element: RefObject<HTMLElement | null>, isSuch: (element: HTMLElement) => boolean): boolean {
  const [is, setIs] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setIs(isSuch(current)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isSuch]);
  return is;
}

const overflows = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth;

/** Whether an element is too narrow for what is in it, so that it has to be scrolled sideways. */
export const useOverflow = (element: RefObject<HTMLElement | null>): boolean => useSize(element, overflows);

/** Whether an element is narrower than so many pixels. */
export function useNarrowerThan(element: RefObject<HTMLElement | null>, widthPx: number): boolean {
  const isNarrower = useCallback(({ clientWidth }: HTMLElement) => clientWidth < widthPx, [widthPx]);
  return useSize(element, isNarrower);
}
