import type { Measured, ScanMeasured } from './scan-job.ts';
import { figure, median, type Table } from './table.ts';

export const ratioAim = 1.5;

/** All runs at one size; floors[i] was measured just before scans[i]. */
export type SizeResult = { users: number; scans: ScanMeasured[]; floors: Measured[] };

const middle = <T>(runs: readonly T[], of: (run: T) => number): number => median(runs.map(of));

/** Each scan against the floor measured just before it, so that a machine that grows busier does not count. */
export function ratiosOf({ scans, floors }: SizeResult): number[] {
  return scans.flatMap((scan, run) => {
    const floor = floors[run];
    return floor === undefined ? [] : [scan.seconds / floor.seconds];
  });
}

function liveMb(runs: readonly Measured[]): string {
  const known = runs.flatMap(({ liveHeapMb }) => (liveHeapMb === null ? [] : [liveHeapMb]));
  return known.length === 0 ? '—' : figure(median(known));
}

function rowOf(result: SizeResult): string[] {
  const { users, scans, floors } = result;
  const ratios = ratiosOf(result);
  return [
    figure(users),
    figure(middle(scans, (run) => run.graphCalls)),
    figure(
      middle(scans, (run) => run.seconds),
      2,
    ),
    figure(
      middle(floors, (run) => run.seconds),
      2,
    ),
    `${figure(median(ratios), 2)} ×`,
    `${figure(Math.min(...ratios), 2)}–${figure(Math.max(...ratios), 2)}`,
    figure(
      middle(scans, (run) => run.savingSeconds),
      2,
    ),
    figure(
      middle(scans, (run) => run.cpuSeconds),
      2,
    ),
    figure(
      middle(floors, (run) => run.cpuSeconds),
      2,
    ),
    String(scans.length),
  ];
}

function memoryRowOf({ users, scans, floors }: SizeResult): string[] {
  return [
    figure(users),
    figure(middle(scans, (run) => run.startRssMb)),
    figure(middle(scans, (run) => run.peakRssMb)),
    figure(middle(floors, (run) => run.peakRssMb)),
    liveMb(scans),
    liveMb(floors),
  ];
}

const columns = [
  'users',
  'Graph calls',
  'scan s',
  'floor s',
  'ratio',
  'of runs',
  'saving s',
  'scan CPU s',
  'floor CPU s',
  'runs',
];
const memoryColumns = ['users', 'start MB', 'peak MB', 'floor peak MB', 'live heap MB', 'floor live heap MB'];

/** Times, then memory. */
export function scanTables(results: readonly SizeResult[]): Table[] {
  return [
    { columns, rows: results.map(rowOf) },
    { columns: memoryColumns, rows: results.map(memoryRowOf) },
  ];
}
