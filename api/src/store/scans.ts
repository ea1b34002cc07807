import type { ScanOutcome } from '@tenantry/contract/scan-outcome';
import type { ScanStatus } from '@tenantry/contract/scans';
import type { Coverage } from '@tenantry/contract/verdicts';
import { type Condition, every, pageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import type { Outboxed } from './outbox.ts';
import type { ScanCounts } from './scan-runs.ts';
import { inScope, type Scope } from './scope.ts';

export type ScanRecord = Outboxed & {
  id: string;
  tenantId: string;
  scanType: 'live_graph' | 'simulated';
  /** The run that it is part of; null for a scan by itself. */
  runId: string | null;
  status: ScanStatus;
  initiatedBy: string;
  /** Null for the schedule, and in scans of before this was kept. */
  initiatedByUserId: string | null;
  /** When it was asked for; also the clock that the checks see, so that a resumed scan judges alike. */
  timestamp: string;
  completedAt: string | null;
  durationMs: number | null;
  datasets: Record<string, DatasetState>;
  userCount: number | null;
  findingsGenerated: number | null;
  approvalsCreated: number | null;
  score: number | null;
  coverage: Coverage | null;
  /** What it found; null where it did not complete, and in scans of before this was kept. */
  outcome: ScanOutcome | null;
  graphCalls: number;
  /** How often a worker took it up. */
  attempts: number;
  /** Since when its results are being written: from here on it can no longer be cancelled. */
  savingSince: string | null;
  errorMessage: string | null;
  /** An administrator deleted its audit: it ran, and nothing is compared with it. Absent or false: no. */
  auditDeleted?: boolean;
};

export type DatasetState =
  | 'waiting'
  | 'done'
  | 'notLicensed'
  | 'notPermitted'
  | 'couldNotCheck'
  | 'notAvailable'
  | 'notOffered';

export const hasEnded = ({ status }: Pick<ScanRecord, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** Completed, with a result that nobody deleted: what can be compared. */
export const isCompleted: readonly Condition[] = [
  { field: 'status', op: 'eq', value: 'completed' },
  { field: 'auditDeleted', op: 'ne', value: true },
];

const ofRun = (runId: string): Condition => ({ field: 'runId', op: 'eq', value: runId });
const withStatus = (status: ScanStatus): Condition => ({ field: 'status', op: 'eq', value: status });

/** Reads of the scans of several tenants. A tenant's own are bound to it (`TenantRecords.scans`). */
export function openScanStore(records: RecordStore) {
  const scans = records.across<ScanRecord>(containers.scanLogs);
  return {
    /** A page of the scans of a run, the newest first. */
    pageOfRun(
      scope: Scope,
      runId: string,
      { status, ...page }: { status?: ScanStatus | undefined; limit: number; cursor?: string | undefined },
    ) {
      const where = [ofRun(runId), ...(status ? [withStatus(status)] : [])];
      return pageWithTotal(inScope(scans, scope), {
        where,
        orderBy: { field: 'timestamp', direction: 'desc' },
        ...page,
      });
    },

    everyOfRun: (scope: Scope, runId: string) => every(inScope(scans, scope), { where: [ofRun(runId)] }),

    /**
     * How the scans of a run stand now. Counted in the order of their lives: one that goes on meanwhile is counted twice at
     * the worst, and never left out, since a run is over when none is left that goes on.
     */
    async countsOfRun(scope: Scope, runId: string): Promise<ScanCounts> {
      const of = (status: ScanStatus) => inScope(scans, scope).count([ofRun(runId), withStatus(status)]);
      const queued = await of('queued');
      const running = await of('running');
      const [completed, failed, cancelled] = await Promise.all([of('completed'), of('failed'), of('cancelled')]);
      return { queued, running, completed, failed, cancelled };
    },

    /** Scans that somebody started and that have not ended. */
    underWayOf: (scope: Scope, userId: string) =>
      every(inScope(scans, scope), {
        where: [
          { field: 'status', op: 'in', value: ['queued', 'running'] },
          { field: 'initiatedByUserId', op: 'eq', value: userId },
        ],
      }),

    /** When the scan that has waited longest was asked for; null where none waits. */
    async oldestQueued(scope: Scope): Promise<string | null> {
      const orderBy = { field: 'timestamp', direction: 'asc' } as const;
      const { items } = await inScope(scans, scope).query({ where: [withStatus('queued')], orderBy, limit: 1 });
      return items[0]?.timestamp ?? null;
    },

    /** @param since counts those that ended at or after it, and before `until` */
    count: (scope: Scope, status: ScanStatus, since?: Date, until?: Date) =>
      inScope(scans, scope).count([
        withStatus(status),
        ...(since ? [{ field: 'completedAt', op: 'gte' as const, value: since.toISOString() }] : []),
        ...(until ? [{ field: 'completedAt', op: 'lt' as const, value: until.toISOString() }] : []),
      ]),
  };
}

export type ScanStore = ReturnType<typeof openScanStore>;
