import { type ExportJob, listExports } from '@tenantry/contract/exports';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

const pollMs = 2000;

export const isUnderWay = ({ status }: Pick<ExportJob, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** The user's own export jobs; asked for again while a file is being written. */
export const exportJobsQuery = () =>
  callQuery(queryKey('exports', null), listExports, {
    tenantId: null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollMs : false),
  });
