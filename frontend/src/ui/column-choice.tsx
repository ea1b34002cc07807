import type { ReactNode } from 'react';
import { useRememberedSwitches } from '../lib/remembered-switches.ts';
import { useWideWidth } from '../lib/use-media-query.ts';
import type { Column } from './data-table.tsx';
import { onDemand } from './on-demand.tsx';

const ColumnMenu = onDemand(async () => (await import('./column-menu.tsx')).ColumnMenu);

/** A column that can be left out: from the start, or from the start on screens that have no room for it. */
export type OptionalColumn<Row> = Column<Row> & { starts?: 'hidden' | 'onWideScreens' };

type Choice<Row> = {
  /** The columns to show. */
  columns: readonly Column<Row>[];
  /** The button with the menu of those that can be shown and hidden. */
  menu: ReactNode;
  /** The narrowest width at which they are not scrolled sideways. */
  minWidth: string;
};

// In px: a cell's padding, and the least that a column without a width of its own gets.
const cellPadding = 16;
const leastWidth = 140;

const widthOf = (columns: readonly { width?: string }[]): number =>
  columns.reduce(
    (sum, { width }) => sum + cellPadding + (width === undefined ? leastWidth : Number.parseInt(width, 10)),
    0,
  );

/**
 * The columns of a table that somebody wants to see. The choice is remembered in this browser.
 * @param table names the table among all whose choices are remembered
 * @param columns with widths in px; the first without one takes what is left
 * @param actionsWidth of the table's buttons, in px
 */
export function useColumnChoice<Row>(
  table: string,
  columns: readonly OptionalColumn<Row>[],
  actionsWidth: string,
): Choice<Row> {
  const [chosen, choose] = useRememberedSwitches(`columns of ${table}`);
  const isWide = useWideWidth();
  const optional = columns.filter(({ starts }) => starts !== undefined);
  const isShown = ({ id, starts }: Pick<OptionalColumn<Row>, 'id' | 'starts'>) =>
    starts === undefined || (chosen[id] ?? (starts === 'onWideScreens' && isWide));
  const menu = <ColumnMenu optional={optional} isShown={isShown} onChoose={choose} />;
  const shown = columns.filter(isShown);
  return { columns: shown, menu, minWidth: `${widthOf([...shown, { width: actionsWidth }])}px` };
}
