import { getOAuthDebug } from '@tenantry/contract/graph-tools';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** How the last connection of a tenant went, step by step: asked anew each time it is opened. */
export const oauthDebugQuery = (tenantId: string) =>
  callQuery(queryKey('oauth-debug', tenantId), getOAuthDebug, { params: { tenantId }, tenantId: null, staleTime: 0 });
