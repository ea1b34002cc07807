// biome-ignore-all lint/a11y/useSemanticElements: Rows and cells are placed by themselves, which takes a table's own roles away in browsers.
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import type { Matrix } from '@tenantry/contract/matrix';
import { type MouseEvent, useCallback, useMemo, useRef } from 'react';
import { MatrixColumnHead } from './matrix-column-head.tsx';
import { type GridColumn, MatrixGridRow } from './matrix-grid-row.tsx';
import { gridSizes, useGridStyles } from './matrix-grid-styles.ts';
import { countsOfColumn } from './matrix-texts.ts';
import { type Place, placeOf, useGridKeys } from './use-grid-keys.ts';

const { rowPx, columnPx, rowHeadPx, columnHeadPx } = gridSizes;

const useStyles = makeStyles({
  root: {
    position: 'relative',
    overflow: 'auto',
    maxHeight: 'max(420px, calc(100vh - 320px))',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  canvas: { position: 'relative' },
  head: { position: 'sticky', top: 0, zIndex: 2, height: `${columnHeadPx}px` },
  corner: { height: '100%', zIndex: 3, alignItems: 'flex-end' },
});

/** The shown places, and the one that has the keyboard, which stays on the page wherever it is scrolled. */
const withActive = (active: number) => (range: Range) => {
  const shown = defaultRangeExtractor(range);
  return active < 0 || active >= range.count || shown.includes(active)
    ? shown
    : [...shown, active].sort((a, b) => a - b);
};

type Props = {
  matrix: Matrix;
  onOpenRow: (rowId: string) => void;
  onOpenTenant: (tenantId: string) => void;
  onOpenCell: (rowId: string, tenantId: string) => void;
};

/**
 * Checks or remedies by tenants as an ARIA grid. Only what is in sight is on the page, in both directions; heads of rows and columns
 * stay.
 */
export function MatrixGrid({ matrix, onOpenRow, onOpenTenant, onOpenCell }: Props) {
  const styles = useStyles();
  const shared = useGridStyles();
  const { tenants, rows, by, legend } = matrix;
  const reveal = useRef<(place: Place) => void>(() => undefined);
  const open = useCallback(
    ({ row, column }: Place) => {
      const [rowId, tenantId] = [rows[row]?.id, tenants[column]?.id];
      if (rowId !== undefined && tenantId !== undefined) onOpenCell(rowId, tenantId);
      else if (rowId !== undefined) onOpenRow(rowId);
      else if (tenantId !== undefined) onOpenTenant(tenantId);
    },
    [rows, tenants, onOpenCell, onOpenRow, onOpenTenant],
  );
  const size = { rows: rows.length, columns: tenants.length };
  const { grid, active, choose, onKeyDown } = useGridKeys(size, (place) => reveal.current(place), open);
  const rowItems = useVirtualizer({
    count: rows.length,
    getScrollElement: () => grid.current,
    estimateSize: () => rowPx,
    paddingStart: columnHeadPx,
    scrollPaddingStart: columnHeadPx,
    overscan: 6,
    rangeExtractor: withActive(active.row),
  });
  const columnItems = useVirtualizer({
    horizontal: true,
    count: tenants.length,
    getScrollElement: () => grid.current,
    estimateSize: () => columnPx,
    paddingStart: rowHeadPx,
    scrollPaddingStart: rowHeadPx,
    overscan: 4,
    rangeExtractor: withActive(active.column),
  });
  reveal.current = ({ row, column }) => {
    if (row >= 0) rowItems.scrollToIndex(row, { align: 'auto' });
    if (column >= 0) columnItems.scrollToIndex(column, { align: 'auto' });
  };
  const click = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (place === null) return;
    choose(place);
    open(place);
  };
  const shownColumns = columnItems.getVirtualItems();
  const columns: readonly GridColumn[] = useMemo(
    () => shownColumns.map(({ index, start }) => ({ index, start })),
    [shownColumns],
  );
  const statuses = useMemo(() => new Map(legend.map((one) => [one.code, one])), [legend]);
  const width = columnItems.getTotalSize();
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label={by === 'check' ? 'Checks by tenants' : 'Remedies by tenants'}
      aria-rowcount={rows.length + 1}
      aria-colcount={tenants.length + 1}
      aria-readonly
      className={styles.root}
      onKeyDown={onKeyDown}
      onClick={click}
    >
      <div role="presentation" className={styles.canvas} style={{ width, height: rowItems.getTotalSize() }}>
        <div role="row" aria-rowindex={1} tabIndex={-1} className={styles.head} style={{ width }}>
          <div
            role="columnheader"
            aria-colindex={1}
            tabIndex={active.row === -1 && active.column === -1 ? 0 : -1}
            data-place="-1:-1"
            className={mergeClasses(shared.rowHead, styles.corner)}
          >
            {by === 'check' ? 'Check' : 'Remedy'}
          </div>
          {columns.map(({ index, start }) => {
            const tenant = tenants[index];
            if (tenant === undefined) return null;
            return (
              <MatrixColumnHead
                key={tenant.id}
                tenant={tenant}
                counts={countsOfColumn(matrix, index)}
                index={index}
                start={start}
                isActive={active.row === -1 && active.column === index}
              />
            );
          })}
        </div>
        {rowItems.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <MatrixGridRow
                key={row.id}
                row={row}
                index={index}
                start={start}
                width={width}
                columns={columns}
                tenants={tenants}
                statuses={statuses}
                activeColumn={active.row === index ? active.column : null}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
