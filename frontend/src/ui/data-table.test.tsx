import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { type Column, DataTable } from './data-table.tsx';
import { rowSelection } from './row-selection.tsx';

type Row = { id: string; name: string; count: number };
const rows: Row[] = [
  { id: 'a', name: 'Alpha', count: 10 },
  { id: 'b', name: 'Beta', count: 9 },
];
const columns: Column<Row>[] = [
  { id: 'name', label: 'Name', cell: (row) => row.name },
  { id: 'count', label: 'Count', cell: (row) => row.count, compare: (a, b) => a.count - b.count },
];
const show = () =>
  render(
    <FluentProvider theme={webLightTheme}>
      <DataTable label="Things" rows={rows} columns={columns} rowId={(row) => row.id} />
    </FluentProvider>,
  );
const names = () => screen.getAllByRole('row').map((row) => row.textContent);

test('rows keep the order in which they come until a sortable column is pressed', async () => {
  const user = userEvent.setup();
  show();
  expect(names()).toEqual(['NameCount', 'Alpha10', 'Beta9']);
  await user.click(screen.getByRole('button', { name: 'Count' }));
  expect(names()).toEqual(['NameCount', 'Beta9', 'Alpha10']);
  await user.click(screen.getByRole('button', { name: 'Count' }));
  expect(names()).toEqual(['NameCount', 'Alpha10', 'Beta9']);
});

test('a column without an order has no button', () => {
  show();
  expect(screen.queryByRole('button', { name: 'Name' })).toBeNull();
});

test('rows are chosen one by one or all at once, those not shown yet too, and choices of other lists are kept', async () => {
  const user = userEvent.setup();
  function Chosen() {
    const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set(['elsewhere']));
    const selection = rowSelection({
      rowId: (row: Row) => row.id,
      allIds: ['a', 'b', 'c'],
      selectedIds,
      onChange: setSelectedIds,
      rowLabel: (row: Row) => `Select ${row.name}`,
    });
    return (
      <FluentProvider theme={webLightTheme}>
        <DataTable label="Things" rows={rows} columns={columns} rowId={(row) => row.id} selection={selection} />
        <output>{[...selectedIds].toSorted().join(' ')}</output>
      </FluentProvider>
    );
  }
  render(<Chosen />);
  const chosen = () => screen.getByRole('status').textContent;
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all 3 rows' });
  const beta = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Beta' });
  await user.tab();
  expect(document.activeElement).toBe(all);
  await user.tab();
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(beta);
  await user.keyboard(' ');
  expect([chosen(), all.indeterminate]).toEqual(['b elsewhere', true]);
  await user.click(all);
  expect([chosen(), all.checked, all.indeterminate]).toEqual(['a b c elsewhere', true, false]);
  await user.click(beta);
  expect(chosen()).toBe('a c elsewhere');
  await user.click(all);
  await user.click(all);
  expect([chosen(), all.checked]).toEqual(['elsewhere', false]);
});
