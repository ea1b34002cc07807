import { queryOptions } from '@tanstack/react-query';
import { type ExportJob, listExports } from '@tenantry/contract/exports';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

const pollMs = 2000;

export const isUnderWay = ({ status }: Pick<ExportJob, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** The user's own export jobs; asked for again while a file is being written. */
export const exportJobsQuery = () =>
  queryOptions({
    queryKey: queryKey('exports', null),
    queryFn: ({ signal }) => call(listExports, { tenantId: null, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollMs : false),
  });
