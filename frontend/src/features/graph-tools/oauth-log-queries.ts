import { listOAuthLog } from '@tenantry/contract/graph-tools';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** The steps of connections to Microsoft; others connect while this page is open, so it is fetched again each time. */
export const oauthLogQuery = () =>
  callQuery(queryKey('oauth-log', null), listOAuthLog, { tenantId: null, staleTime: 0 });
