import { makeStyles, Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Activity } from '@tenantry/contract/activities';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { recentActivityQuery } from './admin-panel-queries.ts';

const useStyles = makeStyles({
  item: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
});

/** Specification, section 9. */
const firstShown = 5;

/** What was done lately, when and by whom. */
export function AdminActivities() {
  const styles = useStyles();
  const query = useQuery(recentActivityQuery());
  return (
    <SectionCard title="Recent Admin Activities">
      <QueryState
        query={query}
        loading={<SkeletonRows rows={firstShown} size={32} label="Loading recent admin activities" />}
        errorTitle="Unable to load activity"
        isEmpty={(events) => events.length === 0}
        empty={<Text>No recent activity</Text>}
      >
        {(events) => (
          <PlainList gap="M">
            {events.slice(0, firstShown).map((event) => (
              <li key={event.id} className={styles.item}>
                <Text>{event.message}</Text>
                <Hint>
                  <RelativeTime instant={event.timestamp} /> by {event.user ?? 'unknown'}
                  {aboutOf(event)}
                </Hint>
              </li>
            ))}
          </PlainList>
        )}
      </QueryState>
    </SectionCard>
  );
}

/** The tenant or what else it was done to, where the message does not say it. */
function aboutOf({ tenantName, target, message }: Activity): string {
  const about = tenantName ?? target;
  return about === null || message.includes(about) ? '' : ` · ${about}`;
}
