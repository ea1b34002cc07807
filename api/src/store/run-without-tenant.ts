import type { ScanStatus } from '@tenantry/contract/scans';
import type { ScanRunRecord } from './scan-runs.ts';

/**
 * A run of scans as if the tenant had never been in it: its places, its counts and what was found in it.
 * @param status of its scan in this run; null where it has none
 */
export function withoutTenant(run: ScanRunRecord, tenantId: string, status: ScanStatus | null): ScanRunRecord {
  const place = run.tenantIds.indexOf(tenantId);
  const others = (ids: readonly string[]) => ids.filter((id) => id !== tenantId);
  const { ended, outcomes, skipped, retries, cancelledParts } = run;
  const counted = ended && place >= 0 && status !== null && ended[status] > 0;
  return {
    ...run,
    tenantIds: others(run.tenantIds),
    begun: place >= 0 && place < run.begun ? run.begun - 1 : run.begun,
    ...(counted ? { ended: { ...ended, [status]: ended[status] - 1 } } : {}),
    ...(outcomes ? { outcomes: outcomes.filter((one) => one.tenantId !== tenantId) } : {}),
    ...(skipped ? { skipped: others(skipped) } : {}),
    ...(retries ? { retries: retries.map((retry) => ({ ...retry, tenantIds: others(retry.tenantIds) })) } : {}),
    ...(cancelledParts
      ? { cancelledParts: cancelledParts.map((part) => ({ ...part, tenantIds: others(part.tenantIds) })) }
      : {}),
  };
}
