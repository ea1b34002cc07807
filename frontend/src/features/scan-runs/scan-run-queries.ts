import { getScanRun, listScanRuns, listScansOfRun, type ScanRun } from '@tenantry/contract/scan-runs';
import type { ScanStatus } from '@tenantry/contract/scans';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

const pollMs = 2000;
const pollListMs = 4000;

/** Whether scans of a run are begun or go on. One that was cancelled may have scans that were just saving their results. */
export const goesOn = ({ state, queued, running }: ScanRun) =>
  state === 'starting' || state === 'running' || queued + running > 0;

/** A run by its id; asked for again until it is over. */
export const scanRunQuery = (runId: string) =>
  callQuery(queryKey('scan-run', null, { runId }), getScanRun, {
    params: { runId },
    tenantId: null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data !== undefined && goesOn(state.data) ? pollMs : false),
  });

/** The scans of a run, the newest first; asked for again until it is over, and once more then. */
export const scansOfRunQuery = (runId: string, status: ScanStatus | undefined, isOver: boolean) => ({
  ...pagedQuery(queryKey('scan-run-scans', null, { runId, status, isOver }), (cursor, signal) =>
    call(listScansOfRun, { params: { runId }, query: { status, cursor }, tenantId: null, signal }),
  ),
  staleTime: 0,
  refetchInterval: isOver ? (false as const) : pollListMs,
});

/** The runs that the user may see, the newest first; asked for again while one of them goes on. */
export const scanRunsQuery = () => ({
  ...pagedQuery(queryKey('scan-runs', null), (cursor, signal) =>
    call(listScanRuns, { query: { cursor }, tenantId: null, signal }),
  ),
  staleTime: 0,
  refetchInterval: ({
    state,
  }: {
    state: { data?: { pages: readonly { items: readonly ScanRun[] }[] } | undefined };
  }) => (state.data?.pages.some(({ items }) => items.some(goesOn)) ? pollListMs : (false as const)),
});
