import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { ClipboardCheckmarkRegular } from '@fluentui/react-icons/svg/clipboard-checkmark';
import { ClipboardTaskListLtrRegular } from '@fluentui/react-icons/svg/clipboard-task-list-ltr';
import { PeopleTeamRegular } from '@fluentui/react-icons/svg/people-team';
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../lib/format.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { adminStatsQuery } from './admin-panel-queries.ts';

const counters = [
  ['Tenants', 'totalTenants', <BuildingMultipleRegular key="icon" />],
  ['Users', 'totalUsers', <PeopleTeamRegular key="icon" />],
  ['Audits', 'totalAudits', <ShieldTaskRegular key="icon" />],
  ['Pending', 'pendingApprovals', <ClipboardCheckmarkRegular key="icon" />],
  ['Active Tasks', 'activeTasks', <ClipboardTaskListLtrRegular key="icon" />],
  ['Completed', 'completedTasks', <CheckmarkCircleRegular key="icon" />],
] as const;

/** How much there is of everything in scope. */
export function SystemCounters() {
  const { data, isPending, isError, error, refetch } = useQuery(adminStatsQuery());
  return (
    <>
      {isError && <ErrorPanel title="The counters could not be loaded" error={error} onRetry={() => void refetch()} />}
      <StatGrid label="Counters">
        {counters.map(([label, name, icon]) => {
          const value = data?.[name] ?? null;
          return (
            <StatCard
              key={name}
              label={label}
              icon={icon}
              isLoading={isPending}
              value={value === null ? null : formatNumber(value)}
              hint={data?.unknownBecause[name]}
            />
          );
        })}
      </StatGrid>
    </>
  );
}
