import type { Collection } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { monthOf } from './month.ts';

/** One synchronization of a directory. Counts are null where they are not known yet. */
export type SyncLogRecord = {
  id: string;
  syncType: 'directory';
  tenantId: string;
  status: 'running' | 'completed' | 'failed';
  startTime: string;
  endTime: string | null;
  totalRecords: number | null;
  processedRecords: number;
  newRecords: number;
  updatedRecords: number;
  skippedRecords: number;
  /** Accounts of a form that could not be kept. */
  errorCount: number;
  errorMessage: string | null;
  /** In milliseconds. */
  duration: number | null;
  additionalData: { removedRecords: number | null; graphCalls: number; isSimulated: boolean };
  createdAt: string;
};

/** Records of the month in which a synchronization began. */
export type SyncLogStore = { begunAt(startedAt: string): Collection<SyncLogRecord> };

export function openSyncLogStore(records: RecordStore): SyncLogStore {
  return { begunAt: (startedAt) => records.partition(containers.syncLogs, monthOf(startedAt)) };
}
