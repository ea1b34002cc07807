import { Text } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { NoticeChannel, SentMessage } from '@tenantry/contract/notice-channels';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { ComingTime } from '../../ui/coming-time.tsx';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { deliveriesQuery } from './notice-queries.ts';

function Message({ message: { subject, state, attempts, reason, at, events } }: { message: SentMessage }) {
  return (
    <Stack gap="XXS">
      <Row gap="S">
        <DeliveryBadge state={state} />
        {state === 'pending' ? <ComingTime instant={at} /> : <RelativeTime instant={at} />}
        <Hint>{`${countOf(events, 'event')}, ${countOf(attempts, 'try', 'tries')}`}</Hint>
      </Row>
      <Text>{subject}</Text>
      {reason !== '' && <Hint>{reason}</Hint>}
    </Stack>
  );
}

/** What was sent to a channel in the last 90 days, the newest first. */
export function DeliveriesDrawer({ channel: { id, name }, onClose }: { channel: NoticeChannel; onClose: () => void }) {
  const query = useInfiniteQuery(deliveriesQuery(id));
  return (
    <DetailsDrawer title={`Deliveries of ${name}`} widthPx={560} onClose={onClose}>
      <PagedList
        query={query}
        loading={<SkeletonRows rows={6} size={48} label="Loading deliveries" />}
        errorTitle={httpErrorTitle(query.error)}
        empty={
          <EmptyState
            icon={<HistoryRegular />}
            title="Nothing was sent yet"
            body="Messages appear here once a rule sends to this channel. Tests are not among them."
            headingLevel="h3"
          />
        }
      >
        {(messages) => (
          <PlainList gap="M">
            {messages.map((message) => (
              <li key={message.id}>
                <Message message={message} />
              </li>
            ))}
          </PlainList>
        )}
      </PagedList>
    </DetailsDrawer>
  );
}
