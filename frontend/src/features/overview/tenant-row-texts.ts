import type { TenantSummary, TopIncident } from '@tenantry/contract/tenant-summaries';
import { countOf } from '../../lib/format.ts';

const signed = (points: number) => (points > 0 ? `+${points}` : `−${-points}`);

const directions = { better: 'Better', worse: 'Worse', same: 'Unchanged' } as const;

/** `Worse in 7 days: score −5, 3 more issues`; where that is not known, why. Null where a tenant was never audited. */
export function changeText({ change, changeUnknownBecause, lastAuditDate }: TenantSummary): string | null {
  if (lastAuditDate === null) return null;
  if (change === null) return `7-day change unknown. ${changeUnknownBecause ?? ''}`;
  const { score, openIssues, direction } = change;
  const issues = `${countOf(Math.abs(openIssues), openIssues > 0 ? 'more issue' : 'fewer issue')}`;
  const parts = [...(score ? [`score ${signed(score)}`] : []), ...(openIssues === 0 ? [] : [issues])];
  return `${directions[direction]} in 7 days${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

/** `Possible attack: anna@contoso.com: Password spray, and 2 more`. */
export const incidentText = ({ title, more }: TopIncident): string =>
  `Possible attack: ${title}${more === 0 ? '' : `, and ${more} more`}`;

/** `1 critical change since Friday: New Global Administrator: eve@contoso.com`; null where there is none. */
export function recentChangesText({ recentChanges: { critical, high, hasMore, first } }: TenantSummary): string | null {
  const parts = [
    ...(critical > 0 ? [countOf(critical, 'critical change')] : []),
    ...(high > 0 ? [countOf(high, 'high-severity change')] : []),
  ];
  if (parts.length === 0) return null;
  return `${hasMore ? 'At least ' : ''}${parts.join(', ')} since Friday${first === null ? '' : `: ${first}`}`;
}

/** `2 open high-severity Microsoft alerts`; where they are not known, why. Null where a tenant was never audited. */
export function alertsText({ openAlerts, openAlertsUnknownBecause, lastAuditDate }: TenantSummary): string | null {
  if (lastAuditDate === null) return null;
  if (openAlerts === null) return `Microsoft alerts unknown. ${openAlertsUnknownBecause ?? ''}`;
  return openAlerts === 0
    ? 'No open high-severity Microsoft alerts'
    : countOf(openAlerts, 'open high-severity Microsoft alert');
}
