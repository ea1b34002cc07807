import { datasetLabel } from '@tenantry/contract/dataset-labels';
import type { ConfigurationSnapshot, ConfigurationUsage } from '@tenantry/contract/tenant-configuration';
import { truncate } from '@tenantry/contract/text';
import {
  allowedInstances,
  monthlyInstances,
  monthOf,
  usedIn,
} from '../../audit/collect/tenant-configuration/snapshot-plan.ts';
import type { DatasetResult } from '../../audit/facts/facts.ts';
import type { ConfigurationDataset } from '../../audit/facts/tenant-configuration.ts';
import { unsupportedCode } from '../../audit/facts/tenant-configuration.ts';

/** What is kept of a tenant's snapshots. */
export type Kept = {
  datasets: Partial<Record<ConfigurationDataset, DatasetResult>>;
  lastJob: {
    endedAt: string;
    status: 'succeeded' | 'partiallySuccessful' | 'failed';
    seconds: number;
    notDeleted?: string;
  } | null;
  usage: { month: string; instances: number };
};

/** Messages of services are of any length. */
const maxReasonLength = 400;
const outcomes = { succeeded: 'succeeded', partiallySuccessful: 'partial', failed: 'failed' } as const;

/** What the last snapshot gave; null where none has ended yet. */
export function snapshotView({ lastJob, datasets: kept }: Kept): ConfigurationSnapshot | null {
  if (lastJob === null) return null;
  const results = Object.entries(kept) as [ConfigurationDataset, DatasetResult][];
  return {
    endedAt: lastJob.endedAt,
    outcome: outcomes[lastJob.status],
    seconds: lastJob.seconds,
    notDeleted: lastJob.notDeleted === undefined ? null : truncate(lastJob.notDeleted, maxReasonLength),
    typesRead: results.filter(([, { state }]) => state === 'ok').length,
    refused: results.flatMap(([name, result]) =>
      result.state === 'failed' && (result.reason !== 'notAvailable' || result.code === unsupportedCode)
        ? [{ label: datasetLabel(name), because: truncate(result.message, maxReasonLength) }]
        : [],
    ),
  };
}

/** Instances of this month: what is kept of an earlier one counts no more. */
export function usageView(kept: Kept | null, sharePercent: number, now: Date): ConfigurationUsage {
  const month = monthOf(now);
  return {
    month,
    instances: kept === null ? 0 : usedIn(kept, now),
    share: allowedInstances(sharePercent),
    microsoftLimit: monthlyInstances,
  };
}
