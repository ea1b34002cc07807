import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Column, DataTable } from './data-table.tsx';

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
