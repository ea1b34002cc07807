import { getScan, type ScanStatus } from '@tenantry/contract/scans';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

const pollMs = 1000;

/** Whether a scan has not ended yet. */
export const isActive = (status: ScanStatus) => status === 'queued' || status === 'running';

/** A scan by its id; asked for again each second until it has ended. */
export const scanQuery = (tenantId: string, scanLogId: string) =>
  callQuery(queryKey('scan', tenantId, { scanLogId }), getScan, {
    params: { scanLogId },
    tenantId,
    refetchInterval: ({ state }) => (state.data !== undefined && isActive(state.data.status) ? pollMs : false),
    refetchIntervalInBackground: true,
  });
