import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { useQuery } from '@tanstack/react-query';
import type { SyncType } from '@tenantry/contract/dashboard';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import { TroubleBadge } from '../../blocks/trouble-badge.tsx';
import { troubleShort } from '../../blocks/trouble-texts.ts';
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

/** However new the last data are: where no newer ones come in, they are not up to date. What was never there cannot age. */
function FreshnessBadge({ lastSync, trouble }: { lastSync: string | null; trouble: TenantTrouble | null }) {
  if (trouble !== null && lastSync !== null) return <TroubleBadge kind={trouble.kind} />;
  const freshness = freshnessOf(lastSync, new Date());
  return <StatusBadge label={freshnessLabels[freshness]} {...badgeStyles[freshness]} />;
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
  const { lastSync = null, trouble = null } = query.data ?? {};
  return (
    <StatCard
      label={label}
      isLoading={query.isPending}
      awaitsHint
      isText
      value={<FreshnessBadge lastSync={lastSync} trouble={trouble} />}
      hint={
        query.isPending ? undefined : (
          <>
            Last sync: <RelativeTime instant={lastSync} />
            {trouble !== null && lastSync !== null && `. ${troubleShort(trouble)}`}
          </>
        )
      }
    />
  );
}
