import { getTrailState } from '@tenantry/contract/audit-trail';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

const pollMs = 2000;

/** Whether the audit trail is whole; asked for again while a verification runs. */
export const trailStateQuery = () =>
  callQuery(queryKey('audit-trail-state', null), getTrailState, {
    tenantId: null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? pollMs : false),
  });
