import { useQuery } from '@tanstack/react-query';
import { type Approval, listOwnRequests } from '@tenantry/contract/approvals';
import { ApprovalStatusBadge } from '../../blocks/approval-status-badge.tsx';
import { callQuery } from '../../lib/call-query.ts';
import { countOf } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { queryKey } from '../../lib/query-client.ts';
import { Muted } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { awaitedSubtitle, SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { WorkLines } from './work-lines.tsx';

const shown = 5;

const latestRequestsQuery = () =>
  callQuery(queryKey('latest-requests', null), listOwnRequests, { query: { limit: shown }, tenantId: null });

const lineOf = ({ id, title, tenantName, status }: Approval) => ({
  id,
  text: `${title} (${tenantName})`,
  note: <ApprovalStatusBadge status={status} />,
});

/** What somebody has asked administrators for, and how that was decided; the newest first. */
export function MyRequests() {
  const query = useQuery(latestRequestsQuery());
  return (
    <SectionCard
      title="Your requests"
      subtitle={query.data === undefined ? awaitedSubtitle : countOf(query.data.total, 'request')}
      actions={<TextLink to={paths.requests}>My Requests</TextLink>}
    >
      <QueryState
        query={query}
        loading={<SkeletonRows rows={3} size={24} label="Loading your requests" />}
        errorTitle="Your requests could not be loaded"
        isEmpty={({ items }) => items.length === 0}
        empty={<Muted>You have asked for nothing yet.</Muted>}
      >
        {({ items }) => <WorkLines label="Your latest requests" lines={items.map(lineOf)} />}
      </QueryState>
    </SectionCard>
  );
}
