import type { Recheck, RecheckResult } from '@tenantry/contract/rechecks';
import type { Collection, Condition } from '../ports/collection.ts';
import type { Outboxed } from './outbox.ts';

/** `requestedByUser`: as the trail names them. `attempts`: how often a worker began it. */
export type StoredRecheck = Recheck & { requestedByUser: string; attempts: number; result: RecheckResult | null };

/** What somebody can ask to look at again: a task, a finding. */
export type Rechecked = Outboxed & {
  tenantId: string;
  isSimulated: boolean;
  /** The last look; null where there was none. */
  recheck: StoredRecheck | null;
  /** When the message of a re-check under way was last sent; '' where there is none, so that a store can look for it. */
  recheckSentAt: string;
};

/** Those whose re-check was sent before `before` and has not ended. */
export async function waitingRechecks<T extends Rechecked>(
  records: Pick<Collection<T>, 'query'>,
  before: Date,
  limit: number,
): Promise<T[]> {
  const where: Condition[] = [
    { field: 'recheckSentAt', op: 'gt', value: '' },
    { field: 'recheckSentAt', op: 'lte', value: before.toISOString() },
  ];
  return (await records.query({ where, limit })).items;
}
