import { queryOptions } from '@tanstack/react-query';
import { getTrailState } from '@tenantry/contract/audit-trail';
import { getSystemHealth } from '@tenantry/contract/health';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

const pollMs = 2000;

export const systemHealthQuery = () =>
  queryOptions({
    queryKey: queryKey('system-health', null),
    queryFn: ({ signal }) => call(getSystemHealth, { tenantId: null, signal }),
    staleTime: 0,
  });

/** Whether the audit trail is whole; asked for again while a verification runs. */
export const trailStateQuery = () =>
  queryOptions({
    queryKey: queryKey('audit-trail', null),
    queryFn: ({ signal }) => call(getTrailState, { tenantId: null, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? pollMs : false),
  });
