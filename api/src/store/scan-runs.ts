import type { ScanOutcome } from '@tenantry/contract/scan-outcome';
import type { ScanStatus } from '@tenantry/contract/scans';
import { all, pageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import type { Outboxed } from './outbox.ts';
import type { Scope } from './scope.ts';

/** Scans of many tenants. Each of its scans is named for it, so that a resumed run begins none twice. */
export type ScanRunRecord = Outboxed & {
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
  /** Cancelled by somebody who looks after some of its tenants: those are scanned no more, the others are. */
  cancelledParts?: { tenantIds: string[]; by: { name: string; user: string } }[];
  /** Those of them that were passed over: `begun` counts them, and none has a scan. */
  skipped?: string[];
  /** The first run that scans again what failed in this one. */
  retriedAs?: string | null;
  /** Every such run, with the tenants that it scans again; absent in runs of before, whose `retriedAs` had all of them. */
  retries?: { runId: string; tenantIds: string[] }[];
  /** Started for every tenant in scope, not for a list; absent in runs of before. */
  askedForAll?: boolean;
  /** How its scans ended, once none of them goes on; counted from the scans until then. */
  ended?: ScanCounts | null;
  /** What they found, kept with that: not read from each scan again. Absent in runs of before, of which it is not known. */
  outcomes?: readonly (ScanOutcome & { tenantId: string })[];
};

export type ScanCounts = Record<ScanStatus, number>;

/** Who asks for runs: those who see every tenant see every run, others those that they started. */
type RunViewer = { scope: Scope; userId: string };

export function openScanRunStore(records: RecordStore) {
  const runs = records.partition<ScanRunRecord>(containers.scanRuns, globalPartition);
  return {
    get: runs.get,
    create: runs.create,
    replace: runs.replace,

    /** A page of the runs that somebody may see, the newest first. */
    page({ scope, userId }: RunViewer, page: { limit: number; cursor?: string | undefined }) {
      const where = scope.kind === 'all' ? [] : [{ field: 'startedByUserId', op: 'eq' as const, value: userId }];
      return pageWithTotal(runs, { where, orderBy: { field: 'startedAt', direction: 'desc' }, ...page });
    },

    /** Every run that somebody started, the newest first: of those the scope may have lost some. */
    startedBy: (userId: string) =>
      all(runs, {
        where: [{ field: 'startedByUserId', op: 'eq', value: userId }],
        orderBy: { field: 'startedAt', direction: 'desc' },
      }),

    startedSince: (since: Date) =>
      all(runs, { where: [{ field: 'startedAt', op: 'gte', value: since.toISOString() }] }),
  };
}

export type ScanRunStore = ReturnType<typeof openScanRunStore>;
