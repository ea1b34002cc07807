import type { TenantSummary, TenantTotals } from '@tenantry/contract/tenant-summaries';
import { lastScanView } from '../../domain/last-scan/last-scan.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';

export function summaryOf(tenant: TenantRecord): TenantSummary {
  const { audit } = tenant;
  return {
    tenantId: tenant.id,
    tenantName: tenant.name,
    domain: tenant.domain,
    isMock: tenant.isMock,
    status: audit?.status ?? 'Unknown',
    secureScore: audit?.score ?? null,
    securityScore: audit?.score ?? null,
    coverage: audit?.coverage ?? null,
    openIssuesCount: audit?.openIssues ?? null,
    criticalIssues: audit?.criticalIssues ?? null,
    lastAuditDate: audit?.auditedAt ?? null,
    ...lastScanView(tenant),
  };
}

function totalsOf(tenants: readonly TenantRecord[]): TenantTotals {
  const audits = tenants.flatMap((tenant) => (tenant.audit ? [tenant.audit] : []));
  const scores = audits.flatMap((audit) => (audit.score === null ? [] : [audit.score]));
  const withStatus = (status: string) => audits.filter((audit) => audit.status === status).length;
  const [healthy, needAttention, critical] = [withStatus('OK'), withStatus('Warning'), withStatus('Critical')];
  return {
    tenants: tenants.length,
    healthy,
    needAttention,
    critical,
    unknown: tenants.length - healthy - needAttention - critical,
    openIssues: audits.reduce((sum, audit) => sum + audit.openIssues, 0),
    averageScore: scores.length === 0 ? null : Math.round(scores.reduce((sum, one) => sum + one, 0) / scores.length),
    lastAuditDate:
      audits
        .map((audit) => audit.auditedAt)
        .sort()
        .at(-1) ?? null,
  };
}

/** A page of tenants with their latest audit, and totals over the whole scope. */
export async function tenantSummaries(
  tenants: Pick<TenantStore, 'page' | 'ofScope'>,
  scope: Scope,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ items: TenantSummary[]; total: number; nextCursor?: string | undefined; summary: TenantTotals }> {
  const [shown, everyOne] = await Promise.all([tenants.page(scope, page), tenants.ofScope(scope)]);
  return {
    items: shown.items.map(summaryOf),
    total: everyOne.length,
    summary: totalsOf(everyOne),
    nextCursor: shown.nextCursor,
  };
}
