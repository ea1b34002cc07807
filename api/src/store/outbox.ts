import type { PendingEntry } from '../ports/trail.ts';

/**
 * A record whose changes are in the audit trail. The entry is written with the change, in the same step, and taken off once
 * it is sealed: a change without an entry, or an entry for a change that never was, cannot be.
 */
export type Trailed = {
  id: string;
  pendingTrail: PendingEntry[];
  /** Whether there are any, as a field that a store can look for. */
  hasPendingTrail: boolean;
};
