import type { Parsed } from '@tenantry/contract/endpoint';
import type { listFindings } from '@tenantry/contract/findings';
import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import { AppError } from '../../http/app-error.ts';
import { type FindingFilters, type FindingStore, findingPage } from '../../store/findings.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { othersOfGroup } from './finding-group.ts';
import { findingView, statusesOf } from './finding-view.ts';
import { workOfFindings } from './finding-work.ts';

type Stores = { findings: FindingStore; tenants: Pick<TenantStore, 'ofRecords'> };

type Filters = Pick<Parsed<typeof listFindings.query>, 'status' | 'severity' | 'category' | 'remedy' | 'search'>;

function checksOf(remedyId: string): readonly string[] {
  const remedy = remedyOf(remedyId);
  if (remedy) return remedy.checks;
  const message = 'There is no such remedy';
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'remedy', message }] });
}

/** Filters as the store knows them. @throws AppError INVALID_INPUT for a remedy that is not there */
export function storedFilters({ status, severity, category, remedy, search }: Filters): FindingFilters {
  return {
    statuses: status && statusesOf(status),
    severity,
    category,
    checkIds: remedy === undefined ? undefined : checksOf(remedy),
    search,
  };
}

/** A page of findings of a tenant or a scope, with counts by status over all of it. */
export async function findingsOf(
  { findings, tenants }: Stores,
  view: { tenant: TenantRecords } | { scope: Scope },
  query: Parsed<typeof listFindings.query>,
): Promise<Parsed<typeof listFindings.response>> {
  const filters = { ...query, ...storedFilters(query) };
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
  const workOf = 'tenant' in view ? await workOfFindings(view.tenant, page.items) : null;
  return {
    items: page.items.map((record) => ({
      ...findingView(record, names.get(record.tenantId)?.name ?? record.tenantId, countsWith(record)),
      work: workOf && workOf(record),
    })),
    total: page.total,
    nextCursor: page.nextCursor,
    summary: { unresolved, inProgress, accepted, resolved, total: unresolved + inProgress + accepted + resolved },
  };
}
