import { queryOptions } from '@tanstack/react-query';
import { getScan, type Scan, type ScanStatus } from '@tenantry/contract/scans';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

const pollMs = 1000;

/** Whether a scan has not ended yet. */
export const isActive = (status: ScanStatus) => status === 'queued' || status === 'running';

/** A scan by its id; asked for again each second until it has ended. */
export const scanQuery = (tenantId: string, scanLogId: string) =>
  queryOptions({
    queryKey: queryKey('scan', tenantId, { scanLogId }),
    queryFn: ({ signal }): Promise<Scan> => call(getScan, { params: { scanLogId }, tenantId, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isActive(state.data.status) ? pollMs : false),
    refetchIntervalInBackground: true,
  });
