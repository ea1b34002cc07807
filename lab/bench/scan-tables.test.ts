import { expect, test } from 'vitest';
import { ratiosOf, type SizeResult, scanTables } from './scan-tables.ts';

const measured = (seconds: number, liveHeapMb: number | null = 30) => ({
  seconds,
  cpuSeconds: seconds / 2,
  startRssMb: 100,
  peakRssMb: 200,
  liveHeapMb,
});
const scanned = (seconds: number, liveHeapMb: number | null = 30) => ({
  ...measured(seconds, liveHeapMb),
  requests: 20,
  graphCalls: 14,
  savingSeconds: 0.02,
});

function cellOf(result: SizeResult, table: number, column: string): string | undefined {
  const { columns, rows } = scanTables([result])[table] ?? { columns: [], rows: [] };
  return rows[0]?.[columns.indexOf(column)];
}

test('a scan is compared with the floor measured just before it', () => {
  const result = { users: 1000, floors: [measured(1), measured(4)], scans: [scanned(2), scanned(4)] };
  expect(ratiosOf(result)).toEqual([2, 1]);
  expect(cellOf(result, 0, 'ratio')).toBe('1.50 ×');
  expect(cellOf(result, 0, 'of runs')).toBe('1.00–2.00');
});

test('live memory that was never seen is no figure', () => {
  const result = { users: 1000, floors: [measured(1, null)], scans: [scanned(2, 31.4)] };
  expect(cellOf(result, 1, 'live heap MB')).toBe('31');
  expect(cellOf(result, 1, 'floor live heap MB')).toBe('—');
});
