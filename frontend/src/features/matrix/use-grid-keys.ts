import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

/** A place in the grid: -1 is the head of columns or rows. */
export type Place = { row: number; column: number };
type Size = { rows: number; columns: number };

/** The place that an event is about, as its element says; null where it is about none. */
export function placeOf(target: EventTarget): Place | null {
  const at = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  const [row, column] = (at?.dataset.place ?? '').split(':').map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

/** As many rows a Page key goes. */
const pageRows = 10;

const within = (value: number, size: number): number => Math.max(-1, Math.min(value, size - 1));

/** Where a key leads from a place (ARIA Authoring Practices, Grid); null where it leads nowhere. */
export function placeAfter(key: string, isControl: boolean, { row, column }: Place, size: Size): Place | null {
  const last = size.columns - 1;
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'PageDown':
      return { row: row + pageRows, column };
    case 'PageUp':
      return { row: row - pageRows, column };
    case 'Home':
      return isControl ? { row: 0, column: -1 } : { row, column: -1 };
    case 'End':
      return isControl ? { row: size.rows - 1, column: last } : { row, column: last };
    default:
      return null;
  }
}

/**
 * The keyboard of a grid of which one place alone is in the order of Tab. It moves by arrow keys, Page keys, Home and End; Enter and
 * the space bar open.
 * @param reveal scrolls a place into sight, before it takes the focus
 */
export function useGridKeys(size: Size, reveal: (place: Place) => void, open: (place: Place) => void) {
  const grid = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<Place>({ row: 0, column: -1 });
  const active = { row: within(chosen.row, size.rows), column: within(chosen.column, size.columns) };
  const takesFocus = useRef(false);
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    grid.current
      ?.querySelector<HTMLElement>(`[data-place="${active.row}:${active.column}"]`)
      ?.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    // What has the focus, wherever it came from: a screen reader moves it without keys.
    const at = placeOf(event.target) ?? active;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      setChosen(at);
      open(at);
      return;
    }
    const after = placeAfter(event.key, event.ctrlKey, at, size);
    if (after === null) return;
    event.preventDefault();
    const next = { row: within(after.row, size.rows), column: within(after.column, size.columns) };
    takesFocus.current = true;
    reveal(next);
    setChosen(next);
  };
  return { grid, active, choose: setChosen, onKeyDown };
}
