import { countOpenIssues } from '../../domain/finding/counted-findings.ts';
import { type Changeable, update } from '../../ports/collection.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';

/** The tenant's own count of open issues follows each change of a finding. An accepted risk is none of them. */
export async function recountOpenIssues(
  tenants: Changeable<TenantRecord>,
  { tenant, findings }: TenantRecords,
): Promise<void> {
  const openIssues = await countOpenIssues(findings);
  await update(tenants, tenant.id, (current) =>
    current.audit ? { ...current, audit: { ...current.audit, openIssues } } : current,
  );
}
