import { listNoticeChannels, listNoticeDeliveries } from '@tenantry/contract/notice-channels';
import { listNoticeRules } from '@tenantry/contract/notice-rules';
import { listNotices } from '@tenantry/contract/notices';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

/** What concerned the user, the newest first. */
export const noticesQuery = (isUnread: boolean) =>
  pagedQuery(queryKey('notices', null, { isUnread }), (cursor, signal) =>
    call(listNotices, { query: { unread: isUnread ? 'true' : undefined, cursor }, tenantId: null, signal }),
  );

export const noticeRulesQuery = () => callQuery(queryKey('notice-rules', null), listNoticeRules, { tenantId: null });

export const noticeChannelsQuery = () =>
  callQuery(queryKey('notice-channels', null), listNoticeChannels, { tenantId: null });

/** What was sent to a channel, the newest first. */
export const deliveriesQuery = (channelId: string) =>
  pagedQuery(queryKey('notice-channels', null, { channelId }), (cursor, signal) =>
    call(listNoticeDeliveries, { params: { channelId }, query: { cursor }, tenantId: null, signal }),
  );
