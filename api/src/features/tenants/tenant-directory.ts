import type { TenantSummary, TenantTotals } from '@tenantry/contract/tenants';
import type { Caller } from '../../http/caller.ts';
import type { RecordStore } from '../../ports/collection.ts';
import { isInScope, type Scope } from '../../store/scope.ts';
import { type TenantRecords, tenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { inScope, tenantCollection, tenantsByName, tenantsOfScope } from '../../store/tenants-of-scope.ts';

/** The records of a tenant where it exists and the caller may see it, else null. The way in uses this and nothing else. */
export async function tenantInScope(
  store: RecordStore,
  caller: Caller,
  tenantId: string,
): Promise<TenantRecords | null> {
  if (!isInScope(caller.scope, tenantId)) return null;
  const stored = await tenantCollection(store).get(tenantId);
  return stored ? tenantRecords(store, stored.value) : null;
}

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
    lastScanDate: audit?.auditedAt ?? null,
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

/** Read model: a page of tenants with their latest audit, and totals over the whole scope. */
export async function tenantSummaries(
  store: RecordStore,
  scope: Scope,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ items: TenantSummary[]; total: number; nextCursor?: string; summary: TenantTotals }> {
  const where = inScope(scope);
  if (!where) return { items: [], total: 0, summary: totalsOf([]) };
  const { limit, cursor } = page;
  const [shown, everyTenant] = await Promise.all([
    tenantCollection(store).query({ where, orderBy: tenantsByName, limit, ...(cursor ? { cursor } : {}) }),
    tenantsOfScope(store, scope),
  ]);
  return {
    items: shown.items.map(summaryOf),
    total: everyTenant.length,
    summary: totalsOf(everyTenant),
    ...(shown.nextCursor ? { nextCursor: shown.nextCursor } : {}),
  };
}
