import { Checkbox, makeStyles } from '@fluentui/react-components';
import { countOf } from '../lib/format.ts';
import type { RowSelection } from './data-table.tsx';

type Choice<Row> = {
  rowId: (row: Row) => string;
  /** The ids of every row that there is to choose, those not shown yet too. */
  allIds: readonly string[];
  selectedIds: ReadonlySet<string>;
  onChange: (selectedIds: ReadonlySet<string>) => void;
  /** Names a row's checkbox: `Select Contoso`. */
  rowLabel: (row: Row) => string;
  /** Which rows can be chosen; every one unless told. */
  canSelect?: (row: Row) => boolean;
};

type Box = { checked: boolean | 'mixed'; label: string; onChange: () => void };

function allBox<Row>({ allIds, selectedIds, onChange }: Choice<Row>): Box {
  const chosen = allIds.filter((id) => selectedIds.has(id)).length;
  const isWhole = chosen > 0 && chosen === allIds.length;
  return {
    checked: isWhole || (chosen > 0 ? 'mixed' : false),
    label: `Select all ${countOf(allIds.length, 'row')}`,
    onChange: () => {
      const all = new Set(allIds);
      onChange(isWhole ? new Set([...selectedIds].filter((id) => !all.has(id))) : new Set([...selectedIds, ...all]));
    },
  };
}

function rowBox<Row>({ rowId, selectedIds, onChange, rowLabel }: Choice<Row>, row: Row): Box {
  const id = rowId(row);
  const checked = selectedIds.has(id);
  const onToggle = () =>
    onChange(new Set(checked ? [...selectedIds].filter((selected) => selected !== id) : [...selectedIds, id]));
  return { checked, label: rowLabel(row), onChange: onToggle };
}

const useStyles = makeStyles({ cell: { width: '44px', padding: 0, textAlign: 'center' } });

/** Fluent's own cell brings radio buttons, which no table has. Without a box it keeps its place. */
function BoxCell({ box }: { box: Box | null }) {
  return (
    <td className={useStyles().cell}>
      {box && <Checkbox checked={box.checked} onChange={box.onChange} aria-label={box.label} />}
    </td>
  );
}

/** Makes the rows of a `DataTable` choosable. */
export function rowSelection<Row>(choice: Choice<Row>): RowSelection<Row> {
  const { canSelect = () => true } = choice;
  return {
    allCell: () => <BoxCell box={allBox(choice)} />,
    rowCell: (row) => <BoxCell box={canSelect(row) ? rowBox(choice, row) : null} />,
    allBox: () => <Checkbox {...allBox(choice)} />,
    rowBox: (row) => canSelect(row) && <Checkbox {...rowBox(choice, row)} />,
  };
}
