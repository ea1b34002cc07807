import type { SampledPasses } from '@tenantry/contract/microsoft-answers';
import { ofPassing } from '../../domain/microsoft-answers/keep-sample.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** What Microsoft said of checks that pass in the latest audit; of what does not pass any more it contradicts nothing. */
export async function sampledPassesOf(tenant: TenantRecords): Promise<SampledPasses | null> {
  const { sampledPasses: sampled } = tenant.tenant;
  const audit = sampled ? await latestAudit(tenant) : null;
  if (!sampled || !audit) return null;
  return ofPassing(sampled, audit.data.verdicts);
}
