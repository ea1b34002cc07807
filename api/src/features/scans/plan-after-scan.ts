import { awaitsRateLimit } from '../../audit/collect/first-last-sign-ins.ts';
import type { DatasetResult, Facts } from '../../audit/facts/facts.ts';
import { dayMs, isPassing, nextScan, passingFailures } from '../../domain/scan-plan/scan-plan.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type ScanPlan = {
  nextScanAt: string | null;
  scanRetries: number;
  lastSignInDueAt: string | null;
  directorySyncDueAt: string | null;
};

function lastSignInDue(tenant: TenantRecord, result: DatasetResult | undefined, now: Date): string | null {
  const planned = tenant.lastSignInDueAt ?? null;
  if (result === undefined) return planned;
  if (result.state === 'ok') return planned ?? new Date(Date.parse(result.fetchedAt) + dayMs).toISOString();
  if (awaitsRateLimit(result) || isPassing(result)) return planned ?? now.toISOString();
  // Without license or permission only the next scan asks again: a schedule would use up requests that other tenants need.
  return null;
}

/** What comes after a scan: when the next one starts, and when last sign-ins and accounts are read. */
export function planAfterScan(tenant: TenantRecord, facts: Facts, now: Date): ScanPlan {
  return {
    ...nextScan(tenant, passingFailures(facts).length === 0, now),
    lastSignInDueAt: lastSignInDue(tenant, facts.signInActivity, now),
    directorySyncDueAt: tenant.directorySyncDueAt ?? now.toISOString(),
  };
}
