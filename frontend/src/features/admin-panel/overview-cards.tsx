import { makeStyles, tokens } from '@fluentui/react-components';
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { ClipboardCheckmarkRegular } from '@fluentui/react-icons/svg/clipboard-checkmark';
import { ClipboardTaskListLtrRegular } from '@fluentui/react-icons/svg/clipboard-task-list-ltr';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { PeopleTeamRegular } from '@fluentui/react-icons/svg/people-team';
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task';
import { useQuery } from '@tanstack/react-query';
import type { AdminStats } from '@tenantry/contract/admin-stats';
import type { TenantTotals } from '@tenantry/contract/tenant-summaries';
import type { ReactNode } from 'react';
import { countOf, formatNumber } from '../../lib/format.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { adminStatsQuery, tenantTotalsQuery } from './admin-panel-queries.ts';

const useStyles = makeStyles({
  good: { color: tokens.colorStatusSuccessForeground1 },
  fair: { color: tokens.colorStatusWarningForeground1 },
  poor: { color: tokens.colorStatusDangerForeground1 },
});

/** Green, yellow and red of the specification (section 9). */
export function scoreLevel(score: number): 'good' | 'fair' | 'poor' {
  if (score >= 70) return 'good';
  return score >= 40 ? 'fair' : 'poor';
}

const figure = (value: number | null | undefined) =>
  value === null || value === undefined ? null : formatNumber(value);

/** The six figures of the admin overview. */
export function OverviewCards() {
  const stats = useQuery(adminStatsQuery());
  const totals = useQuery(tenantTotalsQuery());
  const failed = stats.isError ? stats : totals.isError ? totals : null;
  const { data } = stats;
  return (
    <>
      {failed !== null && (
        <ErrorPanel
          title="The figures could not be loaded"
          error={failed.error}
          onRetry={() => void Promise.all([stats.refetch(), totals.refetch()])}
        />
      )}
      <StatGrid label="Admin overview">
        <StatCard
          label="Total Tenants"
          icon={<BuildingMultipleRegular />}
          isLoading={stats.isPending}
          value={figure(data?.totalTenants)}
        />
        <StatCard
          label="Total Users"
          icon={<PeopleTeamRegular />}
          isLoading={stats.isPending}
          value={figure(data?.totalUsers)}
          hint={data && accountsText(data)}
        />
        <StatCard
          label="Pending Audits"
          icon={<HistoryRegular />}
          isLoading={totals.isPending}
          value={figure(totals.data?.pendingAudits)}
          hint="No scan in the last 7 days"
        />
        <StatCard
          label="Open Tasks"
          icon={<ClipboardTaskListLtrRegular />}
          isLoading={stats.isPending}
          value={figure(data?.activeTasks)}
        />
        <StatCard
          label="Pending Approvals"
          icon={<ClipboardCheckmarkRegular />}
          isLoading={stats.isPending}
          value={figure(data?.pendingApprovals)}
        />
        <StatCard
          label="Avg Security Score"
          icon={<ShieldTaskRegular />}
          isLoading={totals.isPending}
          value={totals.data ? <Score totals={totals.data} /> : null}
          hint={totals.data && criticalText(totals.data)}
        />
      </StatGrid>
    </>
  );
}

/** Nobody of a customer's directory is a user here. */
function accountsText({ directoryAccounts, unknownBecause }: AdminStats): string {
  if (directoryAccounts === null) return unknownBecause.directoryAccounts ?? 'Accounts of directories are not known.';
  return `Who can sign in here, beside ${countOf(directoryAccounts, 'account')} of directories`;
}

function Score({ totals: { averageScore } }: { totals: TenantTotals }): ReactNode {
  const styles = useStyles();
  if (averageScore === null) return '—';
  return <span className={styles[scoreLevel(averageScore)]}>{Math.round(averageScore)}</span>;
}

function criticalText({ criticalIssues }: TenantTotals): string {
  return criticalIssues === null ? 'No tenant has been audited yet' : countOf(criticalIssues, 'critical issue');
}
