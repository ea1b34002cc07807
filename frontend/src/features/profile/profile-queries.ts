import { listOwnSessions } from '@tenantry/contract/own-account';
import { getProfile } from '@tenantry/contract/profile';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

export const profileQuery = () => callQuery(queryKey('profile', null), getProfile, { tenantId: null });

/** Asked anew each time: they come and go without this page. */
export const ownSessionsQuery = () =>
  callQuery(queryKey('own-sessions', null), listOwnSessions, { tenantId: null, staleTime: 0 });
