import { update } from '../../ports/collection.ts';
import type { FindingStore } from '../../store/findings.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';

const writers = 10;

/**
 * Writes findings of before again, with what lists are ordered by (`store/findings.ts`): at the start, since an order by a field
 * that a record does not have would leave it out, and each minute for those that an earlier version wrote meanwhile. Those of a
 * tenant that is leaving go with it. @returns how many
 */
export async function writeFindingKeys(
  findings: Pick<FindingStore, 'withoutKeys'>,
  tenants: Pick<TenantStore, 'open'>,
): Promise<number> {
  const left = findings.withoutKeys(everyTenant);
  let written = 0;
  const writer = async () => {
    for (let next = await left.next(); !next.done; next = await left.next()) {
      const { id, tenantId } = next.value;
      const tenant = await tenants.open(everyTenant, tenantId);
      if (!tenant) continue;
      await update(tenant.findings, id, (finding) => ({ ...finding }));
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return written;
}
