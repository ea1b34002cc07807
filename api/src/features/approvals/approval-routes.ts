import { listApprovals } from '@tenantry/contract/approvals';
import { callerRoute, type Route } from '../../http/route.ts';
import type { ApprovalStore } from '../../store/approvals.ts';
import type { TenantStore } from '../../store/tenant-store.ts';

type Dependencies = { approvals: ApprovalStore; tenants: Pick<TenantStore, 'ofRecords'> };

export function approvalRoutes({ approvals, tenants }: Dependencies): Route[] {
  return [
    callerRoute(listApprovals, async ({ caller: { scope }, query }) => {
      const page = await approvals.page(scope, query);
      const names = await tenants.ofRecords(scope, page.items);
      const items = page.items.map(({ createdAt, ...rest }) => ({
        ...rest,
        requestedAt: createdAt,
        tenantName: names.get(rest.tenantId)?.name ?? rest.tenantId,
      }));
      return { ...page, items };
    }),
  ];
}
