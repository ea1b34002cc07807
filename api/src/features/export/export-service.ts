import type { ExportJob, ExportKind } from '@tenantry/contract/exports';
import type { TrailFilter } from '../../domain/audit-trail/trail-filter.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { FileContent } from '../../http/reply.ts';
import type { TrailEvent } from '../../ports/trail.ts';
import type { ExportProgress } from './database-json.ts';
import { type ContentDependencies, exportContent, exportFile } from './export-content.ts';
import { createExportJobs, type ExportTable, exportFileName, hashOfScope, jobView } from './export-jobs.ts';

export type ExportDependencies = ContentDependencies &
  Pick<CommonParts, 'blobs' | 'queue' | 'trail' | 'clock' | 'log'> & {
    jobs: ExportTable;
    /** A file up to this size is answered at once. */
    answerMaxBytes: number;
  };

/** An API call ends at 45 s: what is not read by then goes on in the background. */
const answerWithinMs = 10_000;
/** A link holds for as long as a browser needs to begin. */
const addressMs = 60_000;

const events: Record<ExportKind, TrailEvent> = {
  'database-json': 'database_exported',
  'database-sql': 'database_exported',
  'audit-trail-json': 'audit_trail_exported',
  'audit-trail-csv': 'audit_trail_exported',
};

const targets: Record<ExportKind, string> = {
  'database-json': 'Database (JSON)',
  'database-sql': 'Database (SQL)',
  'audit-trail-json': 'Audit trail (JSON)',
  'audit-trail-csv': 'Audit trail (CSV)',
};

export type Exported = { file: FileContent } | { job: ExportJob };

export function createExports(parts: ExportDependencies) {
  const { blobs, queue, trail, clock, answerMaxBytes } = parts;
  const jobs = createExportJobs(parts);

  /** The whole file, where it is small and quickly read; null otherwise. Never more than that much is held. */
  async function smallFile(kind: ExportKind, filter: TrailFilter, { scope }: Caller, progress: ExportProgress) {
    const at = clock.now();
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of exportContent(parts, { kind, filter, scope }, at, progress)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > answerMaxBytes || clock.now().getTime() - at.getTime() > answerWithinMs) return null;
    }
    return { ...exportFile(kind, at), bytes: Buffer.concat(chunks) };
  }

  function record(caller: Caller, kind: ExportKind, filter: TrailFilter, details: Record<string, string | number>) {
    const asked = Object.entries(filter).filter(([, value]) => value !== '');
    return trail.record({
      eventType: events[kind],
      user: caller.user.username,
      target: targets[kind],
      tenantId: null,
      details: { ...details, ...(asked.length > 0 ? { filter: Object.fromEntries(asked) } : {}) },
    });
  }

  async function ownJob(caller: Caller, jobId: string) {
    const own = (await jobs.of(caller)).find(({ value }) => value.jobId === jobId);
    if (own) return own;
    // That of somebody else, or of another session, is not told from one that is gone.
    throw new AppError('NOT_FOUND', 'There is no such export, or its link has ended. Start the export again.');
  }

  return {
    /** Answers the file, or the job that writes it. Two requests of one session at once are told of one job. */
    async request(caller: Caller, kind: ExportKind, filter: TrailFilter): Promise<Exported> {
      const present = await jobs.underWay(caller, kind, filter);
      if (present) return { job: jobView(present) };
      const progress: ExportProgress = { table: null, records: 0 };
      const file = await smallFile(kind, filter, caller, progress);
      if (file) {
        await record(caller, kind, filter, { records: progress.records, bytes: file.bytes.length });
        return { file };
      }
      const { job, isNew, replaced } = await jobs.begin(caller, kind, filter);
      if (!isNew) return { job: jobView(job) };
      if (replaced) await blobs.delete(exportFileName(replaced));
      await record(caller, kind, filter, { jobId: job.jobId, requested: 'as a job' });
      await queue.send('upkeep', { kind: 'export', jobId: job.jobId });
      return { job: jobView(job) };
    },

    list: async (caller: Caller): Promise<ExportJob[]> => (await jobs.of(caller)).map(({ value }) => jobView(value)),

    get: async (caller: Caller, jobId: string): Promise<ExportJob> => jobView((await ownJob(caller, jobId)).value),

    /** An address at which the file can be had for a minute. */
    async download(caller: Caller, jobId: string): Promise<string> {
      const { value } = await ownJob(caller, jobId);
      const job = jobView(value);
      if (job.status !== 'completed') {
        throw new AppError('CONFLICT', 'The file is not there yet. Wait until the export is completed.');
      }
      // A database is for those who still administer all of it.
      if (job.kind.startsWith('database') && caller.scope.kind !== 'all') {
        throw new AppError('FORBIDDEN', 'This concerns every tenant: it is for administrators of all of them.');
      }
      // Of a tenant that they lost nothing is handed out, however short the time.
      if (value.scope !== hashOfScope(caller.scope)) {
        throw new AppError('CONFLICT', 'You see other tenants now than when this was written. Start the export again.');
      }
      await trail.record({
        eventType: 'export_downloaded',
        user: caller.user.username,
        target: targets[job.kind],
        tenantId: null,
        details: { jobId, records: job.records, bytes: job.bytes },
      });
      const until = new Date(clock.now().getTime() + addressMs);
      return blobs.linkTo(exportFileName(value), { fileName: job.fileName, until });
    },
  };
}

export type ExportService = ReturnType<typeof createExports>;
