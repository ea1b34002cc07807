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
