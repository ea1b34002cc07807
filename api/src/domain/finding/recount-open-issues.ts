import { type Changeable, RecordChangedError } from '../../ports/collection.ts';
import { countedOpen } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { countOpenFindings } from './counted-findings.ts';
import { topFindingOf } from './open-findings.ts';

const attemptsAtMost = 20;

/**
 * What the tenant itself tells of its open issues follows each change of a finding. An accepted risk is none of them. Counted after
 * the tenant was read and written only where it is still the same: of several changes at once, the last to be written has counted
 * all of them.
 */
export async function recountOpenIssues(
  tenants: Changeable<TenantRecord>,
  { tenant, findings }: TenantRecords,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await tenants.get(tenant.id);
    const counts = await countOpenFindings(findings);
    if (!stored?.value.audit) return;
    const { items } = await findings.query({
      where: countedOpen,
      orderBy: { field: 'sortKey', direction: 'asc' },
      limit: 1,
    });
    const topFinding = items[0] ? topFindingOf(items[0]) : null;
    const audit = { ...stored.value.audit, ...counts, topFinding };
    try {
      await tenants.replace({ ...stored.value, audit }, stored.etag);
      return;
    } catch (error) {
      if (!(error instanceof RecordChangedError) || attempt >= attemptsAtMost) throw error;
    }
  }
}
