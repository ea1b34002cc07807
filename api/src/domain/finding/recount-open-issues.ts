import { type Changeable, update } from '../../ports/collection.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { countOpenIssues } from './counted-findings.ts';
import { topFindingOf } from './open-findings.ts';

/** What the tenant itself tells of its open issues follows each change of a finding. An accepted risk is none of them. */
export async function recountOpenIssues(
  tenants: Changeable<TenantRecord>,
  { tenant, findings }: TenantRecords,
): Promise<void> {
  const openIssues = await countOpenIssues(findings);
  const { items } = await findings.query({
    where: [{ field: 'status', op: 'in', value: ['OPEN', 'IN_PROGRESS'] }],
    orderBy: { field: 'sortKey', direction: 'asc' },
    limit: 1,
  });
  const topFinding = items[0] ? topFindingOf(items[0]) : null;
  await update(tenants, tenant.id, (current) =>
    current.audit ? { ...current, audit: { ...current.audit, openIssues, topFinding } } : current,
  );
}
