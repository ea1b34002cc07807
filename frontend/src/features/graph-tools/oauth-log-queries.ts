import { queryOptions } from '@tanstack/react-query';
import { listOAuthLog } from '@tenantry/contract/graph-tools';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

/** The steps of connections to Microsoft; others connect while this page is open, so it is fetched again each time. */
export const oauthLogQuery = () =>
  queryOptions({
    queryKey: queryKey('oauth-log', null),
    queryFn: ({ signal }) => call(listOAuthLog, { tenantId: null, signal }),
    staleTime: 0,
  });
