import { claimInterval } from '../../domain/lease/lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { type Condition, every } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { AuditLogStore, EntryRecord } from '../../store/audit-log.ts';
import type { TenantNames } from '../../store/names-tenant.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantErasure } from '../../store/tenant-erasure.ts';

export type LeftoverDependencies = Pick<CommonParts, 'tenants' | 'leases' | 'clock'> & {
  erasure: TenantErasure;
  trail: Pick<Trail, 'recordOutbox'>;
  auditLog: Pick<AuditLogStore, 'ofMonth'>;
};

/** Longer than a request or a function may run: whoever had the tenant in hand when it ended has ended too. */
const lookedAfterForMs = 60 * 60_000;
const everyMs = 5 * 60_000;
const budgetMs = 30_000;

/** The tenants whose offboarding ended of late, as the trail tells them: nothing else knows them any more. */
async function lately({ auditLog }: LeftoverDependencies, now: Date): Promise<TenantNames[]> {
  const since = new Date(now.getTime() - lookedAfterForMs);
  const where: Condition[] = [
    { field: 'timestamp', op: 'gte', value: since.toISOString() },
    { field: 'eventType', op: 'eq', value: 'tenant_offboarded' },
  ];
  const months = new Set([since, now].map((at) => at.toISOString().slice(0, 7)));
  const found = await Promise.all(
    [...months].map((month) =>
      every(auditLog.ofMonth(month), { where, orderBy: { field: 'timestamp', direction: 'asc' } }),
    ),
  );
  return found.flat().flatMap((entry) => {
    const { tenantId, target, details } = entry as EntryRecord;
    if (tenantId === null) return [];
    const text = (field: string) => (typeof details[field] === 'string' ? details[field] : '');
    const names = { name: target, displayName: text('displayName'), domain: text('domain') };
    return [{ id: tenantId, m365TenantId: text('m365TenantId') || tenantId, ...names }];
  });
}

/**
 * Deletes what was written of a tenant after everything of it had been deleted: by a request that had opened it before, or by a
 * worker that stood still. Not where its directory was connected again: what there is then belongs to the new tenant.
 */
export async function sweepLeftovers(dependencies: LeftoverDependencies): Promise<void> {
  const { tenants, erasure, leases, trail, clock } = dependencies;
  if (!(await claimInterval(leases, 'offboarding-leftovers', { clock, forMs: everyMs }))) return;
  const endsAtMs = clock.now().getTime() + budgetMs;
  for (const tenant of await lately(dependencies, clock.now())) {
    const isBack =
      (await tenants.offboarding.get(tenant.id)) ?? (await tenants.ofDirectory(everyTenant, tenant.m365TenantId));
    if (isBack) continue;
    await erasure.erase({
      tenant,
      mayGoOn: () => clock.now().getTime() < endsAtMs,
      withExports: false,
      keep: (entries) => trail.recordOutbox(entries),
    });
  }
}
