import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task';
import type { TenantTotals } from '@tenantry/contract/tenant-summaries';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';

type Props = { totals: TenantTotals | undefined; isLoading: boolean };

function criticalHint(totals: TenantTotals | undefined): string {
  const what = 'Tenants with status Critical';
  return totals && totals.unknown > 0 ? `${what}; ${formatNumber(totals.unknown)} not yet known` : what;
}

/** The figures of a tenant in trouble are of before: they move no average. */
function averageHint(totals: TenantTotals | undefined): string {
  const areSomeFailing = totals !== undefined && totals.failing > 0;
  if (totals?.averageScore === null) {
    return areSomeFailing ? 'No audited tenant with successful scans' : 'No tenant has been audited yet';
  }
  return areSomeFailing ? 'Average of audited tenants with successful scans' : 'Average of audited tenants';
}

/** The four figures over all tenants. */
export function GlobalSummary({ totals, isLoading }: Props) {
  const lastActivity =
    totals && (totals.lastAuditDate === null ? 'No recent activity' : formatDate(totals.lastAuditDate));
  return (
    <StatGrid label="Global Summary">
      <StatCard
        label="Total Tenants"
        icon={<BuildingMultipleRegular />}
        isLoading={isLoading}
        value={totals ? formatNumber(totals.tenants) : null}
      />
      <StatCard
        label="Critical tenants"
        icon={<ErrorCircleRegular />}
        isLoading={isLoading}
        value={totals ? formatNumber(totals.critical) : null}
        hint={criticalHint(totals)}
      />
      <StatCard
        label="Average audit score"
        icon={<ShieldTaskRegular />}
        isLoading={isLoading}
        value={totals && totals.averageScore !== null ? `${Math.round(totals.averageScore)}/100` : null}
        hint={averageHint(totals)}
      />
      <StatCard
        label="Last Activity"
        icon={<HistoryRegular />}
        isLoading={isLoading}
        value={lastActivity ?? null}
        isText
      />
    </StatGrid>
  );
}
