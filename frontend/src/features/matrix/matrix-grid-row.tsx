// biome-ignore-all lint/a11y/useSemanticElements: Rows and cells are placed by themselves, which takes a table's own roles away in browsers.
import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { severityLabels } from '@tenantry/contract/labels';
import type { Matrix, MatrixRow } from '@tenantry/contract/matrix';
import { memo } from 'react';
import { Hint } from '../../ui/muted.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { gridSizes, useGridStyles } from './matrix-grid-styles.ts';
import { countsText } from './matrix-texts.ts';
import { StatusIcon } from './status-icon.tsx';

const { rowPx, columnPx } = gridSizes;

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    top: 0,
    left: 0,
    height: `${rowPx}px`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    boxSizing: 'border-box',
  },
  head: { flexDirection: 'column', justifyContent: 'center', height: '100%', cursor: 'pointer', paddingBottom: 0 },
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  cell: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    width: `${columnPx}px`,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    cursor: 'pointer',
  },
});

export type GridColumn = { index: number; start: number };

type Props = {
  row: MatrixRow;
  index: number;
  start: number;
  width: number;
  columns: readonly GridColumn[];
  tenants: Matrix['tenants'];
  /** By the character of a cell. */
  statuses: ReadonlyMap<string, Matrix['legend'][number]>;
  /** The column that has the keyboard, where this row has it; -1 is its head. */
  activeColumn: number | null;
};

/** A row of the grid: what it is about with its counts, and the cells that are in sight. */
export const MatrixGridRow = memo(function MatrixGridRow(props: Props) {
  const { row, index, start, width, columns, tenants, statuses, activeColumn } = props;
  const styles = useStyles();
  const shared = useGridStyles();
  const counts = countsText(row.counts);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={-1}
      className={styles.root}
      style={{ width, transform: `translateY(${start}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        tabIndex={activeColumn === -1 ? 0 : -1}
        data-place={`${index}:-1`}
        title={`${row.title}: ${counts}`}
        className={mergeClasses(shared.rowHead, shared.focusable, styles.head)}
      >
        <Text className={styles.line}>{row.title}</Text>
        <Hint className={styles.line}>{`${severityLabels[row.severity]}: ${counts}`}</Hint>
      </div>
      {columns.map(({ index: column, start: left }) => {
        const status = statuses.get(row.cells.charAt(column));
        return (
          status && (
            <div
              key={tenants[column]?.id}
              role="gridcell"
              aria-colindex={column + 2}
              tabIndex={activeColumn === column ? 0 : -1}
              data-place={`${index}:${column}`}
              title={`${tenants[column]?.name}: ${status.label}`}
              className={mergeClasses(styles.cell, shared.focusable)}
              style={{ left }}
            >
              <StatusIcon status={status.status} />
              <VisuallyHidden as="span">{status.label}</VisuallyHidden>
            </div>
          )
        );
      })}
    </div>
  );
});
