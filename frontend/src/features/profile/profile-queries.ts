import { queryOptions } from '@tanstack/react-query';
import { getProfile, listOwnSessions } from '@tenantry/contract/profile';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

export const profileQuery = () =>
  queryOptions({
    queryKey: queryKey('profile', null),
    queryFn: ({ signal }) => call(getProfile, { signal, tenantId: null }),
  });

/** Asked anew each time: they come and go without this page. */
export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: queryKey('own-sessions', null),
    queryFn: ({ signal }) => call(listOwnSessions, { signal, tenantId: null }),
    staleTime: 0,
  });
