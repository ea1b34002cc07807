import {
  makeStyles,
  mergeClasses,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  tokens,
} from '@fluentui/react-components';
import { Fragment, type ReactNode, useMemo, useRef, useState } from 'react';
import { usePhoneWidth, useTabletWidth } from '../lib/use-media-query.ts';
import { PlainList } from './plain-list.tsx';
import { useOverflow } from './use-overflow.ts';

export type Column<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. Give it only where all rows are loaded: a page of a longer list has no true order. */
  compare?: (a: Row, b: Row) => number;
  /** A CSS width, to which the cell's padding of 16 px comes; columns without one share what is left. */
  width?: string;
  align?: 'start' | 'end';
};

/** Checkboxes at the start of the head and of each row: cells of a table, or boxes on cards. See `rowSelection`. */
export type RowSelection<Row> = {
  allCell: () => ReactNode;
  rowCell: (row: Row) => ReactNode;
  allBox: () => ReactNode;
  rowBox: (row: Row) => ReactNode;
};

type Sort = { columnId: string; direction: 'ascending' | 'descending' };

type Props<Row> = {
  /** Names the table for screen readers. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Makes rows choosable. */
  selection?: RowSelection<Row>;
  /** Buttons at the end of each row. */
  rowActions?: (row: Row) => ReactNode;
  /** What stands below a row, over its whole width; nothing where it gives null or false. */
  rowDetails?: (row: Row) => ReactNode;
  /** A CSS width that all of them fit in, side by side: a table shares its width out without looking at its cells. */
  actionsWidth?: string;
  initialSort?: Sort;
  /** The narrowest width at which the table is not scrolled sideways. */
  minWidth?: string;
  /** For tables of many columns: on a tablet it is a list of cards, as on a phone, instead of being scrolled. */
  cardsOnTablets?: boolean;
};

const useStyles = makeStyles({
  scroller: { overflowX: 'auto' },
  end: { textAlign: 'end', justifyContent: 'flex-end', fontVariantNumeric: 'tabular-nums' },
  endHeader: { '& > *': { justifyContent: 'flex-end' } },
  cell: { paddingTop: tokens.spacingVerticalS, paddingBottom: tokens.spacingVerticalS, overflowWrap: 'anywhere' },
  // Where the table is wider than its place, what can be done stays in sight.
  actionsColumn: { position: 'sticky', insetInlineEnd: 0, zIndex: 1, backgroundColor: tokens.colorNeutralBackground1 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, justifyContent: 'flex-end' },
  details: {
    backgroundColor: tokens.colorNeutralBackground2,
    ':hover': { backgroundColor: tokens.colorNeutralBackground2, color: tokens.colorNeutralForeground1 },
  },
  // Fluent's own hover leaves a link in it 4.18:1 in the dark theme, where WCAG 2.2 (1.4.3) asks for 4.5:1.
  row: {
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground3,
      color: tokens.colorNeutralForeground1,
      '& > [data-actions]': { backgroundColor: tokens.colorNeutralBackground3 },
    },
  },
  card: {
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: tokens.spacingHorizontalM,
    display: 'grid',
    gap: tokens.spacingVerticalS,
  },
  fields: { margin: 0, display: 'grid', gap: tokens.spacingVerticalS },
  field: { display: 'grid', gridTemplateColumns: 'minmax(96px, 1fr) 2fr', gap: tokens.spacingHorizontalM },
  term: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
});

/** Rows and columns; on a phone, a list of cards with the same content. */
export function DataTable<Row>(props: Props<Row>) {
  const [sort, setSort] = useState<Sort | null>(props.initialSort ?? null);
  const isPhone = usePhoneWidth();
  const isTablet = useTabletWidth();
  const { minWidth = '640px', cardsOnTablets = false } = props;
  const rows = useMemo(() => sorted(props.rows, props.columns, sort), [props.rows, props.columns, sort]);
  return isPhone || (isTablet && cardsOnTablets) ? (
    <Cards {...props} rows={rows} />
  ) : (
    <Grid {...props} minWidth={minWidth} rows={rows} sort={sort} onSort={setSort} />
  );
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] {
  const compare = columns.find((column) => column.id === sort?.columnId)?.compare;
  if (compare === undefined) return rows;
  return rows.toSorted(sort?.direction === 'descending' ? (a, b) => compare(b, a) : compare);
}

type GridProps<Row> = Props<Row> & { minWidth: string; sort: Sort | null; onSort: (sort: Sort) => void };

function Grid<Row>(props: GridProps<Row>) {
  const {
    label,
    rows,
    columns,
    rowId,
    selection,
    rowActions,
    rowDetails,
    actionsWidth = '120px',
    minWidth,
    sort,
    onSort,
  } = props;
  const styles = useStyles();
  const scroller = useRef<HTMLDivElement>(null);
  // A table without buttons could not be scrolled by the keyboard (WCAG 2.1.1).
  const scrolled = useOverflow(scroller) ? ({ role: 'group', 'aria-label': label, tabIndex: 0 } as const) : {};
  return (
    <div ref={scroller} className={styles.scroller} {...scrolled}>
      <Table aria-label={label} sortable={columns.some((column) => column.compare)} style={{ minWidth }}>
        <TableHeader>
          <TableRow>
            {selection?.allCell()}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            {rowActions && (
              <TableHeaderCell
                scope="col"
                className={mergeClasses(styles.endHeader, styles.actionsColumn)}
                style={{ width: actionsWidth }}
              >
                Actions
              </TableHeaderCell>
            )}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map((row) => (
            <Fragment key={rowId(row)}>
              <TableRow className={styles.row}>
                {selection?.rowCell(row)}
                {columns.map((column) => (
                  <TableCell
                    key={column.id}
                    className={mergeClasses(styles.cell, column.align === 'end' && styles.end)}
                  >
                    {column.cell(row)}
                  </TableCell>
                ))}
                {rowActions && (
                  <TableCell className={styles.actionsColumn} data-actions>
                    <div className={styles.actions}>{rowActions(row)}</div>
                  </TableCell>
                )}
              </TableRow>
              <DetailsRow columnCount={columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0)}>
                {rowDetails?.(row)}
              </DetailsRow>
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function DetailsRow({ columnCount, children }: { columnCount: number; children: ReactNode }) {
  const styles = useStyles();
  if (!children) return null;
  return (
    <TableRow className={styles.details}>
      <TableCell colSpan={columnCount}>{children}</TableCell>
    </TableRow>
  );
}

type HeaderCellProps<Row> = Pick<GridProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> };

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const styles = useStyles();
  const isSorted = sort?.columnId === column.id;
  const toggle = () => {
    const direction = isSorted && sort.direction === 'ascending' ? 'descending' : 'ascending';
    onSort({ columnId: column.id, direction });
  };
  return (
    <TableHeaderCell
      // Beside a cell with a box, browsers take a head without it for that of its row.
      scope="col"
      sortable={column.compare !== undefined}
      sortDirection={isSorted ? sort.direction : undefined}
      onClick={column.compare && toggle}
      className={column.align === 'end' ? styles.endHeader : undefined}
      style={{ width: column.width }}
    >
      {column.label}
    </TableHeaderCell>
  );
}

function Cards<Row>({ label, rows, columns, rowId, selection, rowActions, rowDetails }: Props<Row>) {
  const styles = useStyles();
  return (
    <>
      {selection?.allBox()}
      <PlainList gap="M" aria-label={label}>
        {rows.map((row) => (
          <li key={rowId(row)} className={styles.card}>
            {selection?.rowBox(row)}
            <dl className={styles.fields}>
              {columns.map((column) => (
                <div key={column.id} className={styles.field}>
                  <dt className={styles.term}>{column.label}</dt>
                  <dd className={styles.value}>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
            {rowActions && <div className={styles.actions}>{rowActions(row)}</div>}
            {rowDetails?.(row)}
          </li>
        ))}
      </PlainList>
    </>
  );
}
