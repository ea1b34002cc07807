import type { TenantSummary, TenantTotals } from '@tenantry/contract/tenant-summaries';
import type { TenantHealth, TenantTrouble } from '@tenantry/contract/tenants';
import { lastScanView } from '../../domain/last-scan/last-scan.ts';
import { healthOf, troubleOf } from '../../domain/tenant-trouble/tenant-trouble.ts';
import type { CredentialStore } from '../../store/credentials.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';

export function summaryOf(tenant: TenantRecord, trouble: TenantTrouble | null): TenantSummary {
  const { audit } = tenant;
  return {
    tenantId: tenant.id,
    tenantName: tenant.name,
    domain: tenant.domain,
    isMock: tenant.isMock,
    status: healthOf(audit?.status, trouble),
    trouble,
    secureScore: audit?.score ?? null,
    securityScore: audit?.score ?? null,
    coverage: audit?.coverage ?? null,
    openIssuesCount: audit?.openIssues ?? null,
    criticalIssues: audit?.criticalIssues ?? null,
    lastAuditDate: audit?.auditedAt ?? null,
    ...lastScanView(tenant),
  };
}

type Standing = { tenant: TenantRecord; trouble: TenantTrouble | null };

const latest = (instants: readonly string[]): string | null => [...instants].sort().at(-1) ?? null;

/** What is known of a tenant in trouble is of before: it is counted as failing, and moves no average. */
function totalsOf(standing: readonly Standing[]): TenantTotals {
  const audits = standing.flatMap(({ tenant }) => (tenant.audit ? [tenant.audit] : []));
  const scores = standing.flatMap(({ tenant, trouble }) => (trouble ? [] : [tenant.audit?.score ?? null]));
  const known = scores.filter((score) => score !== null);
  const withStatus = (status: TenantHealth) =>
    standing.filter(({ tenant, trouble }) => healthOf(tenant.audit?.status, trouble) === status).length;
  return {
    tenants: standing.length,
    healthy: withStatus('OK'),
    needAttention: withStatus('Warning'),
    critical: withStatus('Critical'),
    failing: standing.filter(({ trouble }) => trouble !== null).length,
    unknown: withStatus('Unknown'),
    openIssues: audits.reduce((sum, audit) => sum + audit.openIssues, 0),
    averageScore: known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0) / known.length),
    lastAuditDate: latest(audits.map((audit) => audit.auditedAt)),
  };
}

type Stores = { tenants: Pick<TenantStore, 'page' | 'ofScope'>; credentials: Pick<CredentialStore, 'troubled'> };

/** A page of tenants with their latest audit, and totals over the whole scope. */
export async function tenantSummaries(
  { tenants, credentials }: Stores,
  scope: Scope,
  page: { limit: number; cursor?: string | undefined },
  now: Date,
): Promise<{ items: TenantSummary[]; total: number; nextCursor?: string | undefined; summary: TenantTotals }> {
  const [shown, everyOne, troubled] = await Promise.all([
    tenants.page(scope, page),
    tenants.ofScope(scope),
    credentials.troubled(scope, now),
  ]);
  // Whoever is not among the troubled is connected as it should be, or not at all.
  const standingOf = (tenant: TenantRecord) => troubleOf(tenant, troubled.get(tenant.id) ?? null, now);
  return {
    items: shown.items.map((tenant) => summaryOf(tenant, standingOf(tenant))),
    total: everyOne.length,
    summary: totalsOf(everyOne.map((tenant) => ({ tenant, trouble: standingOf(tenant) }))),
    nextCursor: shown.nextCursor,
  };
}
