import { expect, test } from 'vitest';
import { type FleetRun, fleetTables } from './fleet-tables.ts';

const run: FleetRun = {
  hosts: 2,
  tenants: 100,
  users: 40,
  syncSeconds: 0.5,
  seconds: 30,
  floorSeconds: 10,
  callsCounted: 13,
  requests: { calls: 1300, pages: 700, inBatches: 2000 },
  processes: [{ name: 'host 1', cpuSeconds: 15, peakMb: 400, startMb: 300 }],
};

function cellOf(of: FleetRun, table: number, column: string): string | undefined {
  const { columns, rows } = fleetTables([of])[table] ?? { columns: [], rows: [] };
  return rows[0]?.[columns.indexOf(column)];
}

test('a run is told in tenants a minute, beside the time of its requests alone', () => {
  expect([cellOf(run, 0, 'tenants/min'), cellOf(run, 0, 'ratio')]).toEqual(['200', '3.00 ×']);
});

test('calls are of one tenant, those beside the pages apart', () => {
  const cells = ['calls', 'pages', 'the rest', 'in batches'].map((column) => cellOf(run, 1, column));
  expect(cells).toEqual(['13.0', '7.0', '6.0', '20.0']);
});

test('what the system does not tell of processes is no row', () => {
  expect(cellOf(run, 2, 'of a core')).toBe('50 %');
  expect(fleetTables([{ ...run, processes: null }])[2]?.rows).toEqual([]);
});
