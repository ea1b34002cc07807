import type { DatasetFailed, DatasetName, Facts } from '../audit/facts.ts';
import type { TenantRecord } from './record-types.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

type Due = { nextScanAt: string; scanRetries: number };

/** Worth another try soon: throttled, failed on the other side, no answer, or waiting for its turn. */
export function isPassing({ reason, status }: Pick<DatasetFailed, 'reason' | 'status'>): boolean {
  if (reason !== 'couldNotCheck') return false;
  return status === 0 || status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/** Datasets of which the next scan may know more. */
export function passingFailures(facts: Facts): DatasetName[] {
  return (Object.entries(facts) as [DatasetName, Facts[DatasetName]][]).flatMap(([name, result]) =>
    result?.state === 'failed' && isPassing(result) ? [name] : [],
  );
}

/**
 * When the tenant is scanned again: after a day, or, where something could not be read for a reason that passes, after 1,
 * 2, 4 … hours, at most a day.
 * @param isWhole whether everything that could be read was read
 */
export function nextScan(tenant: Pick<TenantRecord, 'scanRetries'>, isWhole: boolean, now: Date): Due {
  const scanRetries = isWhole ? 0 : Math.min((tenant.scanRetries ?? 0) + 1, 10);
  const waitMs = isWhole ? dayMs : Math.min(hourMs * 2 ** (scanRetries - 1), dayMs);
  return { nextScanAt: new Date(now.getTime() + waitMs).toISOString(), scanRetries };
}
