import { truncate } from '@tenantry/contract/text';
import { createOnce, update } from '../../ports/collection.ts';
import type { SyncLogRecord, SyncLogStore } from '../../store/sync-logs.ts';
import type { Counts } from './directory-progress.ts';

type Run = { tenantId: string; startedAt: string; isSimulated: boolean };
type End =
  | { status: 'completed'; total: number; removed: number; calls: number }
  | { status: 'failed'; errorMessage: string; calls: number };

const maxMessageLength = 1000;

/** Records of synchronizations, one for each run, in the partition of the month in which it began. */
export function createSyncLog(syncLogs: SyncLogStore) {
  const of = (startedAt: string) => syncLogs.begunAt(startedAt);
  const idOf = ({ tenantId, startedAt }: Omit<Run, 'isSimulated'>) => `sync-${startedAt}-${tenantId}`;
  const counted = (counts: Counts) => ({
    processedRecords: counts.read,
    newRecords: counts.created,
    updatedRecords: counts.updated,
    skippedRecords: counts.unchanged,
    errorCount: counts.refused,
  });

  return {
    async read(run: Omit<Run, 'isSimulated'>): Promise<SyncLogRecord | null> {
      return (await of(run.startedAt).get(idOf(run)))?.value ?? null;
    },

    /** Beginning a run that is requeued changes nothing. */
    async begin(run: Run): Promise<void> {
      const { tenantId, startedAt, isSimulated } = run;
      await createOnce(of(startedAt), {
        id: idOf(run),
        syncType: 'directory',
        tenantId,
        status: 'running',
        startTime: startedAt,
        endTime: null,
        totalRecords: null,
        processedRecords: 0,
        newRecords: 0,
        updatedRecords: 0,
        skippedRecords: 0,
        errorCount: 0,
        errorMessage: null,
        duration: null,
        additionalData: { removedRecords: null, graphCalls: 0, isSimulated },
        createdAt: startedAt,
      });
    },

    async progress(run: Run, counts: Counts): Promise<void> {
      await update(of(run.startedAt), idOf(run), (log) =>
        log.status === 'running' ? { ...log, ...counted(counts) } : log,
      );
    },

    async end(run: Run, counts: Counts, end: End, at: Date): Promise<void> {
      await update(of(run.startedAt), idOf(run), (log): SyncLogRecord => {
        if (log.status !== 'running') return log;
        const completed = end.status === 'completed';
        return {
          ...log,
          ...counted(counts),
          status: end.status,
          endTime: at.toISOString(),
          duration: at.getTime() - Date.parse(run.startedAt),
          totalRecords: completed ? end.total : null,
          errorMessage: completed ? null : truncate(end.errorMessage, maxMessageLength),
          additionalData: {
            ...log.additionalData,
            graphCalls: end.calls,
            removedRecords: completed ? end.removed : null,
          },
        };
      });
    },
  };
}

export type SyncLog = ReturnType<typeof createSyncLog>;
