import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { CloudRegular } from '@fluentui/react-icons/svg/cloud';
import { PersonRegular } from '@fluentui/react-icons/svg/person';
import { SettingsRegular } from '@fluentui/react-icons/svg/settings';
import { WarningRegular } from '@fluentui/react-icons/svg/warning';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Activity, ActivityType } from '@tenantry/contract/activities';
import type { ReactElement } from 'react';
import { Hint } from '../ui/muted.tsx';
import { PlainList } from '../ui/plain-list.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';

const useStyles = makeStyles({
  item: { display: 'flex', gap: tokens.spacingHorizontalM },
  icon: { flexShrink: 0, fontSize: '20px', lineHeight: 0, color: tokens.colorNeutralForeground3 },
  text: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
});

const types: Record<ActivityType, { label: string; icon: ReactElement }> = {
  api: { label: 'API', icon: <CloudRegular /> },
  user: { label: 'User', icon: <PersonRegular /> },
  warning: { label: 'Warning', icon: <WarningRegular /> },
  system: { label: 'System', icon: <SettingsRegular /> },
};

type Props = {
  query: UseQueryResult<Activity[]>;
  firstShown: number;
  /** Whether they are of several tenants, so that each names its own. */
  isOfSeveral?: boolean;
};

/** What happened lately. */
export function RecentActivityCard({ query, firstShown, isOfSeveral = false }: Props) {
  return (
    <SectionCard title="Recent Activity">
      <QueryState
        query={query}
        loading={<SkeletonRows rows={5} size={32} label="Loading recent activity" />}
        errorTitle="Unable to load activity"
        isEmpty={(events) => events.length === 0}
        empty={<Text>No recent activity</Text>}
      >
        {(events) => <ActivityList events={events.slice(0, firstShown)} isOfSeveral={isOfSeveral} />}
      </QueryState>
    </SectionCard>
  );
}

function ActivityList({ events, isOfSeveral }: { events: readonly Activity[]; isOfSeveral: boolean }) {
  const styles = useStyles();
  return (
    <PlainList gap="M">
      {events.map((event) => (
        <li key={event.id} className={styles.item}>
          <span className={styles.icon} aria-hidden>
            {types[event.type].icon}
          </span>
          <span className={styles.text}>
            <Text>{event.message}</Text>
            <Hint>
              {types[event.type].label}
              {isOfSeveral && event.tenantName !== null && ` · ${event.tenantName}`} ·{' '}
              <RelativeTime instant={event.timestamp} />
            </Hint>
          </span>
        </li>
      ))}
    </PlainList>
  );
}
