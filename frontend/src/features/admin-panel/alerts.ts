import type { getAuthStatus } from '@tenantry/contract/connection-status';
import type { HealthCheck } from '@tenantry/contract/health';
import type { TenantTotals } from '@tenantry/contract/tenant-summaries';
import type * as z from 'zod/mini';
import { serviceLabels } from '../../blocks/health-labels.ts';
import { countOf, formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';

export type Alert = {
  id: string;
  intent: 'success' | 'warning' | 'error';
  title: string;
  text: string;
  link?: { to: string; label: string };
};

/** What alerts are made of. `checks` is null for those who do not look after the installation. */
export type AlertFacts = {
  totals: TenantTotals;
  pendingApprovals: number | null;
  status: z.infer<typeof getAuthStatus.response>;
  checks: readonly HealthCheck[] | null;
};

const names = (all: readonly { name: string }[], total = all.length) => {
  const shown = all.slice(0, 3).map(({ name }) => name);
  return total > shown.length ? `${shown.join(', ')} and ${total - shown.length} more` : shown.join(', ');
};

const trailTitles = {
  broken: 'The audit trail is broken',
  notVerified: 'The audit trail could not be verified',
  overdue: 'The audit trail has not been verified for more than a day',
} as const;

function ofInstallation({ status: { auditTrail }, checks }: AlertFacts): Alert[] {
  const link = { to: paths.adminHealth, label: 'System Health' };
  const down = checks?.filter(({ status }) => status === 'failed') ?? [];
  const alerts: Alert[] = [];
  if (auditTrail !== null) {
    const intent = auditTrail.status === 'broken' ? 'error' : 'warning';
    alerts.push({ id: 'trail', intent, title: trailTitles[auditTrail.status], text: auditTrail.message, link });
  }
  if (down.length > 0) {
    const text = names(down.map(({ endpoint }) => ({ name: serviceLabels[endpoint] ?? endpoint })));
    alerts.push({ id: 'services', intent: 'error', title: 'A service does not respond', text, link });
  }
  return alerts;
}

function ofTenants({ status: { tenants, endingSecrets }, totals }: AlertFacts): Alert[] {
  const alerts: Alert[] = [];
  const credentials = { to: paths.credentials, label: 'Credential Status' };
  if (tenants.length > 0) {
    const title = `${countOf(tenants.length, 'connection has', 'connections have')} ended`;
    alerts.push({ id: 'connections', intent: 'error', title, text: names(tenants), link: credentials });
  }
  if (totals.inTrouble > 0) {
    const title = `${countOf(totals.inTrouble, 'tenant has', 'tenants have')} no new scan results`;
    const text = 'Scans fail or the connection is lost. The figures are those of the last completed scan.';
    alerts.push({
      id: 'failing',
      intent: 'error',
      title,
      text,
      link: { to: `${paths.overview}?need=failing`, label: 'Show' },
    });
  }
  const [soonest] = endingSecrets.soonest;
  if (soonest !== undefined) {
    const onlyCertificate = endingSecrets.total === 1 && soonest.isCertificate;
    const counted = onlyCertificate ? '1 certificate' : countOf(endingSecrets.total, 'client secret', 'client secrets');
    const title = `${counted} expired or expiring soon`;
    const text = `${names(endingSecrets.soonest, endingSecrets.total)}; the first on ${formatDate(soonest.expiresAt)}.`;
    alerts.push({ id: 'secrets', intent: 'warning', title, text, link: credentials });
  }
  return alerts;
}

/** Specification, section 9. */
const lowBelow = 50;
const clearFrom = 70;

function ofScore({ averageScore }: TenantTotals): Alert[] {
  if (averageScore === null || averageScore <= 0 || averageScore >= lowBelow) return [];
  const text = `The average security score is ${averageScore} of 100. Review the critical findings first.`;
  return [{ id: 'score', intent: 'warning', title: 'Low security score', text }];
}

function allClear({ totals, pendingApprovals }: AlertFacts): Alert[] {
  const isClear =
    totals.criticalIssues === 0 &&
    totals.pendingAudits === 0 &&
    pendingApprovals === 0 &&
    totals.averageScore !== null &&
    totals.averageScore >= clearFrom;
  if (!isClear) return [];
  const text = 'No critical issues, no pending audits and no pending approvals.';
  return [{ id: 'clear', intent: 'success', title: 'All clear', text }];
}

/** What an administrator has to know now, the worst first; all clear only where nothing is known to be wrong. */
export function alertsOf(facts: AlertFacts): Alert[] {
  const alerts = [...ofInstallation(facts), ...ofTenants(facts), ...ofScore(facts.totals)];
  if (alerts.length === 0) return allClear(facts);
  return alerts.toSorted((a, b) => Number(a.intent !== 'error') - Number(b.intent !== 'error'));
}
