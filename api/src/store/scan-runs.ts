import type { ScanStatus } from '@tenantry/contract/scans';
import type { Trailed } from './outbox.ts';

/** Scans of many tenants. Each of its scans is named for it, so that a run taken up again begins none twice. */
export type ScanRunRecord = Trailed & {
  tenantIds: string[];
  /** How many of `tenantIds` were begun, from the first on. */
  begun: number;
  /** When its message was last put into the queue; absent: when it was started. */
  sentAt?: string;
  startedBy: string;
  startedByUserId: string;
  /** As the trail names them. */
  startedByUser: string;
  startedAt: string;
  cancelledAt: string | null;
  /** Who cancelled it, for scans that are begun at that very moment. */
  cancelledBy?: { name: string; user: string } | null;
  /** The run that scans again what failed in this one. */
  retriedAs?: string | null;
  /** How its scans ended, once none of them goes on; counted from the scans until then. */
  ended?: ScanCounts | null;
};

export type ScanCounts = Record<ScanStatus, number>;
