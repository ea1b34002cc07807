import { Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { ActivityList } from '../../blocks/activity-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { activitiesQuery } from './dashboard-queries.ts';

const shownEvents = 8;

/** What happened in the organization lately. */
export function RecentActivityCard({ tenantId }: { tenantId: string }) {
  const query = useQuery(activitiesQuery(tenantId));
  return (
    <SectionCard title="Recent Activity">
      <QueryState
        query={query}
        loading={<SkeletonRows rows={5} size={32} label="Loading recent activity" />}
        errorTitle="Unable to load activity"
        isEmpty={(events) => events.length === 0}
        empty={<Text>No recent activity</Text>}
      >
        {(events) => <ActivityList events={events.slice(0, shownEvents)} />}
      </QueryState>
    </SectionCard>
  );
}
