import { listApprovals } from '@tenantry/contract/approvals';
import { callerRoute, type Route } from '../../http/route.ts';
import type { Condition, RecordStore } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';

/** Read model: a page of approvals of a scope, newest first. */
async function approvalsOf(
  store: RecordStore,
  scope: Scope,
  filter: { status?: ApprovalRecord['status'] | undefined; limit: number; cursor?: string | undefined },
) {
  if (scope.kind === 'none') return { items: [], total: 0 };
  const where: Condition[] = scope.kind === 'tenants' ? [{ field: 'tenantId', op: 'in', value: scope.tenantIds }] : [];
  if (filter.status) where.push({ field: 'status', op: 'eq', value: filter.status });
  const approvals = store.across<ApprovalRecord>(containers.approvals);
  const [page, total] = await Promise.all([
    approvals.query({
      where,
      orderBy: { field: 'createdAt', direction: 'desc' },
      limit: filter.limit,
      ...(filter.cursor ? { cursor: filter.cursor } : {}),
    }),
    approvals.count(where),
  ]);
  const ids = [...new Set(page.items.map((one) => one.tenantId))];
  const tenants = await store
    .partition<TenantRecord>(containers.tenants, globalPartition)
    .query({ where: [{ field: 'id', op: 'in', value: ids }], limit: ids.length });
  const names = new Map(tenants.items.map((tenant) => [tenant.id, tenant.name]));
  const items = page.items.map(({ createdAt, scanId, category, comment, approvedBy, updatedAt, ...rest }) => ({
    ...rest,
    requestedAt: createdAt,
    tenantName: names.get(rest.tenantId) ?? rest.tenantId,
  }));
  return { items, total, ...(page.nextCursor ? { nextCursor: page.nextCursor } : {}) };
}

export function approvalRoutes({ store }: { store: RecordStore }): Route[] {
  return [callerRoute(listApprovals, ({ caller, query }) => approvalsOf(store, caller.scope, query))];
}
