import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { useQuery } from '@tanstack/react-query';
import type { SyncType } from '@tenantry/contract/dashboard';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';
import { freshnessQuery } from './dashboard-queries.ts';
import { type Freshness, freshnessLabels, freshnessOf } from './freshness.ts';

const kinds: readonly { syncType: SyncType; label: string }[] = [
  { syncType: 'secure-score', label: 'Secure Score' },
  { syncType: 'audit-run', label: 'Audit Run' },
  { syncType: 'task-sync', label: 'Task Sync' },
];

const badgeStyles = {
  fresh: { color: 'success', icon: <CheckmarkCircleFilled /> },
  stale: { color: 'warning', icon: <WarningFilled /> },
  expired: { color: 'danger', icon: <ErrorCircleFilled /> },
  never: { color: 'informative', icon: <QuestionCircleFilled /> },
} as const satisfies Record<Freshness, BadgeStyle>;

/** How old each kind of data is. */
export function FreshnessCards({ tenantId }: { tenantId: string }) {
  return (
    <StatGrid label="Data freshness">
      {kinds.map((kind) => (
        <FreshnessCard key={kind.syncType} tenantId={tenantId} {...kind} />
      ))}
    </StatGrid>
  );
}

function FreshnessCard({ tenantId, syncType, label }: { tenantId: string } & (typeof kinds)[number]) {
  const query = useQuery(freshnessQuery(tenantId, syncType));
  if (query.isError) {
    return (
      <ErrorPanel
        title={`${label}: Failed to fetch data freshness`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const lastSync = query.data?.lastSync ?? null;
  const freshness = freshnessOf(lastSync, new Date());
  return (
    <StatCard
      label={label}
      isLoading={query.isPending}
      isText
      value={<StatusBadge label={freshnessLabels[freshness]} {...badgeStyles[freshness]} />}
      hint={
        query.isPending ? undefined : (
          <>
            Last sync: <RelativeTime instant={lastSync} />
          </>
        )
      }
    />
  );
}
