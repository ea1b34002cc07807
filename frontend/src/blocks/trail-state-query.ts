import { queryOptions } from '@tanstack/react-query';
import { getTrailState } from '@tenantry/contract/audit-trail';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

const pollMs = 2000;

/** Whether the audit trail is whole; asked for again while a verification runs. */
export const trailStateQuery = () =>
  queryOptions({
    queryKey: queryKey('audit-trail-state', null),
    queryFn: ({ signal }) => call(getTrailState, { tenantId: null, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? pollMs : false),
  });
