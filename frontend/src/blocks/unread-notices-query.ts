import { countUnreadNotices } from '@tenantry/contract/unread-notices';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

const askedEveryMs = 60_000;

/** How much of what concerned the user is unread. Asked for each minute while the page is looked at; it keeps no session alive. */
export const unreadNoticesQuery = () =>
  callQuery(queryKey('unread-notices', null), countUnreadNotices, {
    tenantId: null,
    staleTime: askedEveryMs,
    refetchInterval: askedEveryMs,
  });
