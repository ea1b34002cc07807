import { getAuthStatus } from '@tenantry/contract/connection-status';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

const pollMs = 5 * 60_000;

/** Which tenants need to be reconnected: the selected one, or all in scope (null). Polled, and asked on focus. */
export const authStatusQuery = (tenantId: string | null) =>
  callQuery(queryKey('auth-status', tenantId), getAuthStatus, {
    tenantId,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    retry: false,
  });
