import { getTrailState, listAuditTrail, verifyTrailNow } from '@tenantry/contract/audit-trail';
import { selectionOf } from '../../domain/audit-trail/trail-filter.ts';
import type { TrailPages } from '../../domain/audit-trail/trail-pages.ts';
import { trailEntries } from '../../domain/audit-trail/trail-view.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TrailVerificationService } from './trail-verification.ts';

type Dependencies = {
  trailVerification: TrailVerificationService;
  trailPages: TrailPages;
  tenants: TenantStore;
};

export function auditTrailRoutes({ trailVerification, trailPages, tenants }: Dependencies): Route[] {
  return [
    callerRoute(getTrailState, () => trailVerification.state()),
    callerRoute(verifyTrailNow, async ({ caller }) =>
      Reply.json(await trailVerification.request(caller.user.username), { status: 202 }),
    ),

    callerRoute(listAuditTrail, async ({ caller, query }) => {
      const { limit, offset, ...filter } = query;
      const selection = selectionOf(filter, caller.scope);
      const page = selection ? await trailPages.page(selection, { limit, offset }) : { records: [], total: 0 };
      const entries = await trailEntries(tenants, caller.scope, page.records);
      const hasMore = offset + entries.length < page.total && entries.length > 0;
      return { entries, pagination: { total: page.total, limit, offset, hasMore } };
    }),
  ];
}
