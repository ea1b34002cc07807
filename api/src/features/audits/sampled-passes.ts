import type { SampledPasses } from '@tenantry/contract/microsoft-answers';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** What Microsoft said of checks that pass in the latest audit; of what does not pass any more it contradicts nothing. */
export async function sampledPassesOf(tenant: TenantRecords): Promise<SampledPasses | null> {
  const { sampledPasses: sampled } = tenant.tenant;
  const audit = sampled ? await latestAudit(tenant) : null;
  if (!sampled || !audit) return null;
  const passing = new Set(audit.data.verdicts.filter(({ status }) => status === 'pass').map(({ checkId }) => checkId));
  return { ...sampled, disagreements: sampled.disagreements.filter(({ checkId }) => passing.has(checkId)) };
}
