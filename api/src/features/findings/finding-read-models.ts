import type { Parsed } from '@tenantry/contract/endpoint';
import type { exportFindings, listFindings } from '@tenantry/contract/findings';
import { remedyOf, switchOfRemedy } from '../../audit/findings/remedies/remedies.ts';
import { openStatuses } from '../../domain/finding/open-findings.ts';
import { AppError } from '../../http/app-error.ts';
import {
  type FindingFilters,
  type FindingRecord,
  type FindingStore,
  findingPage,
  isEachListed,
} from '../../store/findings.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { asRow, othersOfGroup } from './finding-group.ts';
import { findingView, statusesOf } from './finding-view.ts';
import { workOfFindings } from './finding-work.ts';

type Stores = { findings: FindingStore; tenants: Pick<TenantStore, 'ofRecords'> };

type Filters = Pick<Parsed<typeof exportFindings.query>, 'status' | 'severity' | 'category' | 'remedy' | 'search'>;

function mendedBy(remedyId: string): FindingFilters['mendedBy'] {
  const remedy = remedyOf(remedyId);
  if (remedy) return { checkIds: remedy.checks, closedBy: switchOfRemedy(remedyId) };
  const message = 'There is no such remedy';
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'remedy', message }] });
}

/** Filters as the store knows them. @throws AppError INVALID_INPUT for a remedy that is not there */
export function storedFilters({ status, severity, category, remedy, search }: Filters): FindingFilters {
  return {
    statuses: status && statusesOf(status),
    severity,
    category,
    mendedBy: remedy === undefined ? undefined : mendedBy(remedy),
    search,
  };
}

type View = { tenant: TenantRecords } | { scope: Scope };

/** The finding whose group is asked for, where the caller sees it; one that needs no license is alone. */
async function groupOf(
  { findings }: Stores,
  view: View,
  id: string | undefined,
): Promise<Pick<FindingFilters, 'group' | 'statuses'>> {
  if (id === undefined) return {};
  const found = 'tenant' in view ? (await view.tenant.findings.get(id))?.value : await findings.ofId(view.scope, id);
  if (!found?.needsLicense) throw new AppError('NOT_FOUND', 'This finding does not count as one with others.');
  return { group: found, statuses: openStatuses };
}

/** A page of findings of a tenant or a scope, with counts by status over all of it. */
export async function findingsOf(
  { findings, tenants }: Stores,
  view: View,
  query: Parsed<typeof listFindings.query>,
): Promise<Parsed<typeof listFindings.response>> {
  const { group, ...rest } = query;
  const filters = { ...rest, ...storedFilters(query), ...(await groupOf({ findings, tenants }, view, group)) };
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
  const shown = (record: FindingRecord) => (isEachListed(filters) ? record : asRow(record, countsWith(record)));
  const workOf = 'tenant' in view ? await workOfFindings(view.tenant, page.items) : null;
  return {
    items: page.items.map((record) => ({
      ...findingView(shown(record), names.get(record.tenantId)?.name ?? record.tenantId, countsWith(record)),
      work: workOf?.(record) ?? null,
    })),
    total: page.total,
    nextCursor: page.nextCursor,
    summary: { unresolved, inProgress, accepted, resolved, total: unresolved + inProgress + accepted + resolved },
  };
}
