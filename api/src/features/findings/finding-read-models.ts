import type { Parsed } from '@tenantry/contract/endpoint';
import type { listFindings } from '@tenantry/contract/findings';
import { type FindingStore, findingPage } from '../../store/findings.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { othersOfGroup } from './finding-group.ts';
import { findingView, storedStatus } from './finding-view.ts';

type Stores = { findings: FindingStore; tenants: Pick<TenantStore, 'ofRecords'> };

/** A page of findings of a tenant or a scope, with counts by status over all of it. */
export async function findingsOf(
  { findings, tenants }: Stores,
  view: { tenant: TenantRecords } | { scope: Scope },
  { status, ...query }: Parsed<typeof listFindings.query>,
): Promise<Parsed<typeof listFindings.response>> {
  const filters = { ...query, status: status && storedStatus[status] };
  const page =
    'tenant' in view ? await findingPage(view.tenant.findings, filters) : await findings.page(view.scope, filters);
  const names =
    'tenant' in view
      ? new Map([[view.tenant.tenant.id, view.tenant.tenant]])
      : await tenants.ofRecords(view.scope, page.items);
  const { OPEN: unresolved, IN_PROGRESS: inProgress, ACCEPTED: accepted, RESOLVED: resolved } = page.counts;
  const countsWith = await othersOfGroup(page.items, (where) =>
    'tenant' in view ? view.tenant.findings.count(where) : findings.count(view.scope, where),
  );
  return {
    items: page.items.map((record) =>
      findingView(record, names.get(record.tenantId)?.name ?? record.tenantId, countsWith(record)),
    ),
    total: page.total,
    nextCursor: page.nextCursor,
    summary: { unresolved, inProgress, accepted, resolved, total: unresolved + inProgress + accepted + resolved },
  };
}
