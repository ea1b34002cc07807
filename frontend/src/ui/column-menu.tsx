import {
  Button,
  Menu,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { TableSettingsRegular } from '@fluentui/react-icons/svg/table-settings';
import type { ReactNode } from 'react';
import { useRememberedSwitches } from '../lib/remembered-switches.ts';
import { useWideWidth } from '../lib/use-media-query.ts';
import type { Column } from './data-table.tsx';

const useStyles = makeStyles({ button: { justifySelf: 'start' } });

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
  const styles = useStyles();
  const isWide = useWideWidth();
  const optional = columns.filter(({ starts }) => starts !== undefined);
  const isShown = ({ id, starts }: OptionalColumn<Row>) =>
    starts === undefined || (chosen[id] ?? (starts === 'onWideScreens' && isWide));
  const menu = (
    <Menu
      checkedValues={{ columns: optional.filter(isShown).map(({ id }) => id) }}
      onCheckedValueChange={(_, { checkedItems }) => {
        const changed = optional.find((column) => isShown(column) !== checkedItems.includes(column.id));
        if (changed) choose(changed.id, !isShown(changed));
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="subtle" className={styles.button} icon={<TableSettingsRegular />}>
          Columns
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {optional.map(({ id, label }) => (
            <MenuItemCheckbox key={id} name="columns" value={id}>
              {label}
            </MenuItemCheckbox>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
  const shown = columns.filter(isShown);
  return { columns: shown, menu, minWidth: `${widthOf([...shown, { width: actionsWidth }])}px` };
}
