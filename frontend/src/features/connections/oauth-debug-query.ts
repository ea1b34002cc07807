import { queryOptions } from '@tanstack/react-query';
import { getOAuthDebug } from '@tenantry/contract/graph-tools';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

/** How the last connection of a tenant went, step by step: asked anew each time it is opened. */
export const oauthDebugQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('oauth-debug', tenantId),
    queryFn: ({ signal }) => call(getOAuthDebug, { params: { tenantId }, tenantId: null, signal }),
    staleTime: 0,
  });
