import type { DueDays } from '@tenantry/contract/baseline-list';
import type { Priority } from '@tenantry/contract/verdicts';
import { type Collection, every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import type { Outboxed } from './outbox.ts';

/**
 * A baseline as somebody made it; of one that the product brings what somebody chose, the rest stands in
 * domain/baselines/built-in-baselines.ts.
 */
export type BaselineRecord = Outboxed & {
  id: string;
  /** `baseline:` and the name without regard to case, so that the store holds it unique. */
  key: string;
  name: string;
  description: string;
  checkIds: readonly string[];
  minimumGravity: Priority;
  dueDays: DueDays;
  groupIds: readonly string[];
  /** Counts the changes, so that nobody overwrites one that they have not seen. */
  revision: number;
  createdAt: string;
  updatedAt: string;
  updatedBy: string;
};

const keyPrefix = 'baseline:';
export const baselineKey = (name: string): string => keyPrefix + name.toLowerCase();

/** The baselines: few, beside the settings of the installation. */
export function openBaselineStore(records: RecordStore) {
  const baselines: Collection<BaselineRecord> = records.partition(containers.systemConfig, globalPartition);
  return {
    ...baselines,
    all: () => every(baselines, { where: [{ field: 'key', op: 'prefix', value: keyPrefix }] }),
  };
}

export type BaselineStore = ReturnType<typeof openBaselineStore>;
