import type { GraphCalls } from './graph-requests.ts';
import type { ProcessFigures } from './stack-figures.ts';
import { figure, type Table } from './table.ts';

export type FleetRun = {
  hosts: number;
  tenants: number;
  users: number;
  syncSeconds: number;
  /** From the call that asked for the run to the last completed scan. */
  seconds: number;
  floorSeconds: number;
  /** Calls of a tenant as the scans counted them, a mean. */
  callsCounted: number;
  /** Calls of all tenants as the simulator saw them. */
  requests: GraphCalls;
  /** CPU of the run alone; null where the system does not tell. */
  processes: (ProcessFigures & { startMb: number })[] | null;
};

function speedRow(run: FleetRun): string[] {
  const { hosts, tenants, seconds, floorSeconds, syncSeconds } = run;
  return [
    String(hosts),
    figure(tenants),
    figure(seconds, 1),
    figure((tenants * 60) / seconds),
    figure(floorSeconds, 1),
    `${figure(seconds / floorSeconds, 2)} ×`,
    figure(syncSeconds, 1),
  ];
}

function callsRow({ hosts, tenants, callsCounted, requests }: FleetRun): string[] {
  const { calls, pages, inBatches } = requests;
  const each = (count: number) => figure(count / tenants, 1);
  return [String(hosts), figure(callsCounted, 1), each(calls), each(pages), each(calls - pages), each(inBatches)];
}

function processRows({ hosts, tenants, seconds, processes }: FleetRun): string[][] {
  return (processes ?? []).map(({ name, cpuSeconds, startMb, peakMb }) => [
    String(hosts),
    name,
    figure(startMb),
    figure(peakMb),
    figure(cpuSeconds, 1),
    figure((cpuSeconds * 1000) / tenants, 1),
    `${figure((100 * cpuSeconds) / seconds)} %`,
  ]);
}

/** Speed, calls to Graph, and what each process needed. */
export function fleetTables(runs: readonly FleetRun[]): Table[] {
  return [
    { columns: ['hosts', 'tenants', 's', 'tenants/min', 'floor s', 'ratio', 'sync s'], rows: runs.map(speedRow) },
    { columns: ['hosts', 'calls (scans)', 'calls', 'pages', 'the rest', 'in batches'], rows: runs.map(callsRow) },
    {
      columns: ['hosts', 'process', 'MB before', 'peak MB', 'CPU s', 'CPU ms/tenant', 'of a core'],
      rows: runs.flatMap(processRows),
    },
  ];
}
