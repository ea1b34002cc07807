import { Badge, Button, Checkbox, Text } from '@fluentui/react-components';
import { AlertRegular } from '@fluentui/react-icons/svg/alert';
import { CheckmarkRegular } from '@fluentui/react-icons/svg/checkmark';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { noticeKindLabels } from '@tenantry/contract/notice-labels';
import { markAllNoticesRead, markNoticesRead, type Notice } from '@tenantry/contract/notices';
import { useState } from 'react';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { call } from '../../lib/api-client.ts';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useAction } from '../../lib/use-action.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { noticesQuery } from './notice-queries.ts';

/** Reads lists and counts anew once something was marked. */
function useMarked() {
  const client = useQueryClient();
  return () => Promise.all(['notices', 'unread-notices'].map((area) => client.invalidateQueries({ queryKey: [area] })));
}

function What({ notice: { id, title, detail, path, isUnread } }: { notice: Notice }) {
  const marked = useMarked();
  const { submit } = useAction('Not marked as read', async () => {
    await call(markNoticesRead, { body: { ids: [id] }, tenantId: null });
    await marked();
  });
  return (
    <Stack gap="XXS">
      <Row gap="S">
        {isUnread && (
          <Badge appearance="tint" color="brand">
            New
          </Badge>
        )}
        {/* Whoever opens it has read it. */}
        <span onClickCapture={() => void (isUnread && submit())}>
          <TextLink to={path}>{title}</TextLink>
        </span>
      </Row>
      {detail.split('\n').map((line) => (
        <Hint key={line}>{line}</Hint>
      ))}
    </Stack>
  );
}

const columns: readonly Column<Notice>[] = [
  { id: 'gravity', label: 'Severity', width: '110px', cell: ({ gravity }) => <PriorityBadge priority={gravity} /> },
  { id: 'what', label: 'What happened', cell: (notice) => <What notice={notice} /> },
  { id: 'kind', label: 'Kind', width: '150px', cell: ({ kind }) => noticeKindLabels[kind] },
  { id: 'tenant', label: 'Tenant', width: '160px', cell: ({ tenant }) => tenant?.name ?? 'This installation' },
  { id: 'at', label: 'When', width: '120px', cell: ({ at }) => <RelativeTime instant={at} /> },
];

function MarkRead({ notice: { id, title, isUnread } }: { notice: Notice }) {
  const marked = useMarked();
  const { submit, pending } = useAction('Not marked as read', async () => {
    await call(markNoticesRead, { body: { ids: [id] }, tenantId: null });
    await marked();
  });
  if (!isUnread) return null;
  return (
    <Button size="small" disabled={pending} aria-label={`Mark as read: ${title}`} onClick={() => void submit()}>
      Mark as read
    </Button>
  );
}

function MarkAll({ asOf, unread }: { asOf: string; unread: number }) {
  const marked = useMarked();
  const { submit, pending } = useAction('Not marked as read', async () => {
    await call(markAllNoticesRead, { body: { until: asOf }, tenantId: null });
    await marked();
  });
  return (
    <Button icon={<CheckmarkRegular />} disabled={unread === 0 || pending} onClick={() => void submit()}>
      Mark all as read
    </Button>
  );
}

/** What concerned the user, each with the way to its page. */
export function ForMe() {
  const [isUnread, setUnread] = useState(false);
  const query = useInfiniteQuery(noticesQuery(isUnread));
  const [first] = query.data?.pages ?? [];
  return (
    <ListCard label="What concerned you">
      <Row gap="M">
        <Checkbox label="Unread only" checked={isUnread} onChange={(_, { checked }) => setUnread(checked === true)} />
        {first && <MarkAll asOf={first.asOf} unread={first.unread} />}
        {first && <Text role="status">{`${first.unread} unread`}</Text>}
      </Row>
      <PagedList
        query={query}
        loading={<SkeletonRows rows={6} size={56} label="Loading notifications" />}
        errorTitle={httpErrorTitle(query.error)}
        empty={
          <EmptyState
            icon={<AlertRegular />}
            title={isUnread ? 'Nothing unread' : 'Nothing concerned you yet'}
            body="Tasks that are given to you appear here by themselves. For all else make a rule."
            actions={<TextLink to={`${paths.notifications}?tab=rules`}>Rules</TextLink>}
            headingLevel="h2"
          />
        }
      >
        {(notices) => (
          <DataTable
            label="Notifications"
            rows={notices}
            columns={columns}
            rowId={({ id }) => id}
            minWidth="860px"
            actionsWidth="140px"
            rowActions={(notice) => <MarkRead notice={notice} />}
          />
        )}
      </PagedList>
    </ListCard>
  );
}
