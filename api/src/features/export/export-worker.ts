import { ExportKind } from '@tenantry/contract/exports';
import type { TrailFilter } from '../../domain/audit-trail/trail-filter.ts';
import { narrowedToGroup } from '../../domain/tenant-groups/group-scope.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import type { UserStore } from '../../store/users.ts';
import type { ExportProgress } from './database-json.ts';
import { exportContent, exportFile } from './export-content.ts';
import {
  createExportJobs,
  type ExportEntity,
  exportFileName,
  exportFolder,
  hashOfScope,
  isUnderWay,
  type StoredJob,
} from './export-jobs.ts';
import type { ExportDependencies } from './export-service.ts';

type Dependencies = ExportDependencies & {
  users: Pick<UserStore, 'get'>;
  tenantGroups: Pick<TenantGroupStore, 'get'>;
};

const tellEveryMs = 2_000;
/** Whoever writes a file tells of it every few seconds: after this long they are gone. */
const silentAfterMs = 60_000;
const attemptsAtMost = 3;
const failedKeptMs = 24 * 3_600_000;

/** Somebody else writes this file now. */
class TakenOverError extends Error {}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: To be flattened.
export function createExportWorker(parts: Dependencies) {
  const { blobs, queue, users, tenantGroups, clock, log } = parts;
  const jobs = createExportJobs(parts);
  const nowMs = () => clock.now().getTime();
  const isSilent = ({ value }: StoredJob) => nowMs() - Date.parse(value.heardAt) >= silentAfterMs;

  /**
   * What the person may still export, of the group that was asked for, and the hash of all that they see; null where they may not any
   * more, or the group is gone.
   */
  async function scopeOf(
    { userId, filter }: ExportEntity,
    kind: ExportKind,
  ): Promise<{ scope: Scope; seen: string } | null> {
    const user = (await users.get(userId))?.value;
    if (!user || user.isDisabled || user.role !== 'admin') return null;
    if (kind.startsWith('database') && user.scope.kind !== 'all') return null;
    const { groupId } = JSON.parse(filter) as TrailFilter;
    const scope = groupId === undefined ? user.scope : await narrowedToGroup(tenantGroups, user.scope, groupId);
    return scope && { scope, seen: hashOfScope(user.scope) };
  }

  async function fail(job: StoredJob, error: string): Promise<void> {
    await jobs.change(job, { status: 'failed', error, table: '', heardAt: clock.now().toISOString() });
    await blobs.delete(exportFileName(job.value));
  }

  /** Tells again and again how far a job is, whether anything was read meanwhile or not. */
  function telling(taken: StoredJob, told: () => Partial<ExportEntity>) {
    let job: StoredJob | null = taken;
    let telling: Promise<void> = Promise.resolve();
    const tell = async () => {
      job = job && (await jobs.change(job, { ...told(), heardAt: clock.now().toISOString() }));
    };
    const timer = setInterval(() => {
      telling = telling.then(tell).catch((error) => log('The progress of an export was not noted', { error }));
    }, tellEveryMs);
    const current = (): StoredJob => {
      if (!job) throw new TakenOverError(taken.value.jobId);
      return job;
    };
    return {
      current,
      async stop(): Promise<StoredJob> {
        clearInterval(timer);
        await telling;
        return current();
      },
      end: () => clearInterval(timer),
    };
  }

  /** Writes the file. @throws TakenOverError where another process took the job over */
  async function write(taken: StoredJob, scope: Scope): Promise<{ job: StoredJob; bytes: number; records: number }> {
    const { kind: name, filter, requestedAt } = taken.value;
    const kind = ExportKind.parse(name);
    const at = new Date(requestedAt);
    const progress: ExportProgress = { table: null, records: 0 };
    let bytes = 0;
    const order = { kind, filter: JSON.parse(filter) as TrailFilter, scope };
    const told = telling(taken, () => ({ records: progress.records, bytes, table: progress.table ?? '' }));
    async function* counted(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        told.current();
        bytes += chunk.length;
        yield chunk;
      }
    }
    try {
      const content = counted(exportContent(parts, order, at, progress));
      await blobs.writeParts(exportFileName(taken.value), content, exportFile(kind, at).contentType);
      return { job: await told.stop(), bytes, records: progress.records };
    } finally {
      told.end();
    }
  }

  const refused = 'Whoever asked for it may not export this any more.';

  async function run(taken: StoredJob): Promise<void> {
    const kind = ExportKind.parse(taken.value.kind);
    const allowed = await scopeOf(taken.value, kind);
    if (!allowed) return fail(taken, refused);
    const { scope, seen } = allowed;
    const { job, bytes, records } = await write(taken, scope);
    if ((await scopeOf(job.value, kind))?.seen !== seen) return fail(job, refused);
    const linkExpiresAt = jobs.linkExpiry();
    const heardAt = clock.now().toISOString();
    await jobs.change(job, { status: 'completed', bytes, records, table: '', linkExpiresAt, heardAt, scope: seen });
  }

  async function takenOff(jobId: string): Promise<void> {
    const job = await jobs.find(jobId);
    if (!job || !isUnderWay(job.value) || job.value.attempts < attemptsAtMost) return;
    await fail(
      job,
      'The file could not be written. Start the export again; if that fails, see the log of the function app.',
    );
  }

  return {
    /** Writes the file of a job, from its start: what a process left of it that died is overwritten. */
    async work(jobId: string): Promise<void> {
      const job = await jobs.find(jobId);
      if (!job || !isUnderWay(job.value)) return;
      // The message came twice, or a job that is taken up again is not over yet.
      if (job.value.status === 'running' && !isSilent(job)) return;
      if (job.value.attempts >= attemptsAtMost) return takenOff(jobId);
      const attempts = job.value.attempts + 1;
      const heardAt = clock.now().toISOString();
      const taken = await jobs.change(job, { status: 'running', attempts, heardAt, records: 0, bytes: 0 });
      if (!taken) return;
      try {
        await run(taken);
      } catch (error) {
        if (error instanceof TakenOverError) return;
        log('The file of an export was not written', { jobId, attempt: attempts, error });
        if (attempts >= attemptsAtMost) await takenOff(jobId);
      }
    },

    /** Takes up jobs that nothing is heard of, and deletes files whose links have ended. @returns how many there were */
    async sweep(): Promise<number> {
      let done = 0;
      const every = await jobs.every();
      for (const job of every) {
        const { status, jobId, heardAt } = job.value;
        if (isUnderWay(job.value) && isSilent(job)) {
          // A queued one is told of again, so that it is not each minute.
          const told = status === 'queued' ? await jobs.change(job, { heardAt: clock.now().toISOString() }) : job;
          if (told) await queue.send('upkeep', { kind: 'export', jobId });
        } else if (jobs.isOver(job.value) || (status === 'failed' && nowMs() - Date.parse(heardAt) > failedKeptMs)) {
          // The file first: a job without its file is harmless.
          await blobs.delete(exportFileName(job.value));
          await jobs.remove(job);
        } else continue;
        done += 1;
      }
      const known = new Set((await jobs.every()).map(({ value }) => exportFileName(value)));
      // A job is there before its file: a file without one is left over.
      for await (const name of blobs.list(exportFolder)) {
        if (known.has(name)) continue;
        await blobs.delete(name);
        done += 1;
      }
      return done;
    },
  };
}
