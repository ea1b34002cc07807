import type { Parsed } from '@tenantry/contract/endpoint';
import type { Finding, listFindings } from '@tenantry/contract/findings';
import type { Collection, Condition, RecordStore } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { findingView, storedStatus } from './finding-view.ts';

type Filters = Parsed<typeof listFindings.query>;
type FindingPage = Parsed<typeof listFindings.response>;
type Source = { findings: Pick<Collection<FindingRecord>, 'query' | 'count'>; within: Condition[] };

/** The findings of one tenant, or of all tenants in a scope; null where the scope is empty. */
function sourceOf(store: RecordStore, view: { tenant: TenantRecords } | { scope: Scope }): Source | null {
  if ('tenant' in view) return { findings: view.tenant.findings, within: [] };
  if (view.scope.kind === 'none') return null;
  const findings = store.across<FindingRecord>(containers.findings);
  return view.scope.kind === 'all'
    ? { findings, within: [] }
    : { findings, within: [{ field: 'tenantId', op: 'in', value: view.scope.tenantIds }] };
}

function conditionsOf(filters: Filters): Condition[] {
  const { status, severity, category, search } = filters;
  const where: Condition[] = [];
  if (status) where.push({ field: 'status', op: 'eq', value: storedStatus[status] });
  if (severity) where.push({ field: 'severity', op: 'eq', value: severity });
  if (category) where.push({ field: 'category', op: 'eq', value: category });
  if (search) {
    where.push({
      anyOf: [
        { field: 'title', op: 'contains', value: search },
        { field: 'description', op: 'contains', value: search },
      ],
    });
  }
  return where;
}

async function tenantNames(store: RecordStore, records: readonly FindingRecord[]): Promise<Map<string, string>> {
  const ids = [...new Set(records.map((record) => record.tenantId))];
  const tenants = store.partition<TenantRecord>(containers.tenants, globalPartition);
  const { items } = await tenants.query({ where: [{ field: 'id', op: 'in', value: ids }], limit: ids.length });
  return new Map(items.map((tenant) => [tenant.id, tenant.name]));
}

/** Read model: a page of findings of a tenant or a scope, with counts by status over all of it. */
export async function findingsOf(
  store: RecordStore,
  view: { tenant: TenantRecords } | { scope: Scope },
  filters: Filters,
): Promise<FindingPage> {
  const source = sourceOf(store, view);
  if (!source)
    return { items: [], total: 0, summary: { unresolved: 0, inProgress: 0, accepted: 0, resolved: 0, total: 0 } };
  const { findings, within } = source;
  const where = [...within, ...conditionsOf(filters)];
  const countOf = (status: FindingRecord['status']) =>
    findings.count([...within, { field: 'status', op: 'eq', value: status }]);
  const [page, total, unresolved, inProgress, accepted, resolved] = await Promise.all([
    findings.query({
      where,
      orderBy: { field: 'sortKey', direction: 'asc' },
      limit: filters.limit,
      ...(filters.cursor ? { cursor: filters.cursor } : {}),
    }),
    findings.count(where),
    countOf('OPEN'),
    countOf('IN_PROGRESS'),
    countOf('ACCEPTED'),
    countOf('RESOLVED'),
  ]);
  const names =
    'tenant' in view
      ? new Map([[view.tenant.tenant.id, view.tenant.tenant.name]])
      : await tenantNames(store, page.items);
  const items: Finding[] = page.items.map((record) =>
    findingView(record, names.get(record.tenantId) ?? record.tenantId),
  );
  return {
    items,
    total,
    summary: { unresolved, inProgress, accepted, resolved, total: unresolved + inProgress + accepted + resolved },
    ...(page.nextCursor ? { nextCursor: page.nextCursor } : {}),
  };
}
