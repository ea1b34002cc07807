import { Button, Text } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { useQuery } from '@tanstack/react-query';
import type { NoticeChannel } from '@tenantry/contract/notice-channels';
import { useState } from 'react';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { ChannelActions } from './channel-actions.tsx';
import { channelKinds, toldSettings } from './channel-kinds.tsx';
import { DeliveriesDrawer } from './deliveries-drawer.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { noticeChannelsQuery } from './notice-queries.ts';

const ChannelDialog = onDemand(async () => (await import('./channel-dialog.tsx')).ChannelDialog);

function LastDelivery({ channel: { isEnabled, lastDelivery } }: { channel: NoticeChannel }) {
  if (!isEnabled) return <DeliveryBadge state="dropped" label="Switched off" />;
  if (lastDelivery === null) return <Hint>Nothing sent yet</Hint>;
  const { ok, reason, at } = lastDelivery;
  return (
    <Stack gap="XXS">
      <DeliveryBadge state={ok ? 'delivered' : 'failed'} label={ok ? 'Arrived' : 'Failed'} />
      <RelativeTime instant={at} />
      {!ok && <Hint>{reason}</Hint>}
    </Stack>
  );
}

function Name({ channel: { name, settings } }: { channel: NoticeChannel }) {
  return (
    <Stack gap="XXS">
      <Text weight="semibold">{name}</Text>
      <Hint>{`${channelKinds[settings.kind].label}: ${toldSettings(settings)}`}</Hint>
    </Stack>
  );
}

const columns: readonly Column<NoticeChannel>[] = [
  { id: 'name', label: 'Channel', cell: (channel) => <Name channel={channel} /> },
  { id: 'rules', label: 'Rules', width: '80px', cell: ({ rules }) => countOf(rules, 'rule') },
  { id: 'last', label: 'Last delivery', width: '180px', cell: (channel) => <LastDelivery channel={channel} /> },
];

/** A secret that was just made: it is shown until it is put away, and never again. */
function MadeSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Notice
      intent="warning"
      title="Copy this secret now: it is not shown again"
      actions={
        <Button size="small" onClick={onDone}>
          I have copied it
        </Button>
      }
    >
      <code style={{ overflowWrap: 'anywhere' }}>{secret}</code>
    </Notice>
  );
}

/** Where notifications go, as administrators set it up. */
export function ChannelsTab() {
  const query = useQuery(noticeChannelsQuery());
  const { opened, open, close } = useOpened<NoticeChannel | null>();
  const [shown, setShown] = useState<NoticeChannel | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const unavailable = query.data?.mailUnavailable ?? null;
  return (
    <ListCard label="Channels">
      {secret !== null && <MadeSecret secret={secret} onDone={() => setSecret(null)} />}
      {unavailable !== null && (
        <Notice intent="info" politeness="polite">
          {`No mail can be sent now: ${unavailable}.`}
        </Notice>
      )}
      <Row gap="M">
        <Button appearance="primary" icon={<AddRegular />} onClick={() => open(null)}>
          New channel
        </Button>
      </Row>
      <QueryState
        query={query}
        loading={<SkeletonRows rows={4} size={56} label="Loading channels" />}
        errorTitle={httpErrorTitle(query.error)}
        isEmpty={({ channels }) => channels.length === 0}
        empty={
          <EmptyState
            icon={<AddRegular />}
            title="No channels yet"
            body="Set up mail, Microsoft Teams or a signed webhook, test it, and name it in a rule."
            headingLevel="h2"
          />
        }
      >
        {({ channels }) => (
          <DataTable
            label="Channels"
            rows={channels}
            columns={columns}
            rowId={({ id }) => id}
            minWidth="860px"
            actionsWidth="440px"
            rowActions={(channel) => (
              <ChannelActions
                channel={channel}
                onEdit={() => open(channel)}
                onDeliveries={() => setShown(channel)}
                onSecret={setSecret}
              />
            )}
          />
        )}
      </QueryState>
      {opened !== undefined && <ChannelDialog channel={opened} onSecret={setSecret} onClose={close} />}
      {shown !== null && <DeliveriesDrawer channel={shown} onClose={() => setShown(null)} />}
    </ListCard>
  );
}
