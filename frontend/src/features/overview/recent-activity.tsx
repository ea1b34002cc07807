import { Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { ActivityList } from '../../blocks/activity-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { recentActivityQuery } from './overview-queries.ts';

const shownEvents = 5;

/** The latest events over all organizations. */
export function RecentActivity() {
  const query = useQuery(recentActivityQuery());
  return (
    <SectionCard title="Recent Activity">
      <QueryState
        query={query}
        loading={<SkeletonRows rows={shownEvents} size={32} label="Loading recent activity" />}
        errorTitle="Unable to load activity"
        isEmpty={(events) => events.length === 0}
        empty={<Text>No recent activity</Text>}
      >
        {(events) => <ActivityList events={events.slice(0, shownEvents)} />}
      </QueryState>
    </SectionCard>
  );
}
