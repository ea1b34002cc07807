import { createHash } from 'node:crypto';
import { type ExportJob, ExportKind, exportLinkMinutes } from '@tenantry/contract/exports';
import type { TrailFilter } from '../../domain/audit-trail/trail-filter.ts';
import { type Caller, sessionOf } from '../../http/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';
import type { Scope } from '../../store/scope.ts';
import { exportFile } from './export-content.ts';

/** A job lives for minutes: until its file can no longer be downloaded, or a day where it failed. */
export type ExportEntity = {
  jobId: string;
  userId: string;
  kind: string;
  /** The filter of the trail, as JSON. */
  filter: string;
  status: string;
  requestedAt: string;
  /** When something was last heard of whoever writes the file; a job of which nothing is heard is taken up again. */
  heardAt: string;
  attempts: number;
  table: string;
  records: number;
  bytes: number;
  /** When the link ends; '' before it is there. */
  linkExpiresAt: string;
  error: string;
  /** Which tenants the person saw when the file was written, as a hash; '' before that. */
  scope: string;
};

export type ExportTable = StateTable<ExportEntity>;
export type StoredJob = { key: string; value: ExportEntity; etag: string };

/** Few are there at once, and all of them are looked through each minute. */
const partition = 'jobs';
const linkMs = exportLinkMinutes * 60_000;

/** Whose a job is: of the session of a person, which stays the same when a step-up gives it another id. */
export type ExportOwner = Pick<Caller, 'userId' | 'session'>;

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** What tells one scope from another, however many tenants it names. */
export const hashOfScope = (scope: Scope): string =>
  shortHash(JSON.stringify(scope.kind === 'tenants' ? scope.tenantIds.toSorted() : scope.kind));

/** What the keys of a session's jobs begin with: another session of the same person neither finds nor downloads them. */
const ownPrefix = (owner: ExportOwner): string => `${owner.userId}_${shortHash(sessionOf(owner).startedAt)}_`;

/** One for each session and file: of two requests at once one makes the job, and both are told of it. */
function keyOf(owner: ExportOwner, kind: ExportKind, filter: TrailFilter): string {
  return `${ownPrefix(owner)}${kind}_${shortHash(JSON.stringify(filter))}`;
}

export const isUnderWay = ({ status }: ExportEntity): boolean => status === 'queued' || status === 'running';
const isCompleted = ({ status }: ExportEntity): boolean => status === 'completed';

/** Where the file of a job is. */
export const exportFileName = ({ jobId }: Pick<ExportEntity, 'jobId'>): string => `${exportFolder}${jobId}`;
export const exportFolder = 'exports/';

const statusOf = (status: string): ExportJob['status'] =>
  status === 'running' || status === 'completed' || status === 'failed' ? status : 'queued';

export function jobView(job: ExportEntity): ExportJob {
  const kind = ExportKind.parse(job.kind);
  const isThere = isCompleted(job);
  return {
    jobId: job.jobId,
    kind,
    status: statusOf(job.status),
    requestedAt: job.requestedAt,
    table: job.table === '' ? null : job.table,
    records: job.records,
    bytes: job.bytes,
    fileName: exportFile(kind, new Date(job.requestedAt)).fileName,
    downloadUrl: isThere ? `/api/admin/exports/${job.jobId}/download` : null,
    linkExpiresAt: isThere ? job.linkExpiresAt : null,
    error: job.error === '' ? null : job.error,
  };
}

/** The jobs of exports, as they are kept. */
export function createExportJobs({ jobs, clock }: { jobs: ExportTable; clock: Clock }) {
  const isOver = (job: ExportEntity) => isCompleted(job) && job.linkExpiresAt <= clock.now().toISOString();

  async function every(): Promise<StoredJob[]> {
    const found: StoredJob[] = [];
    for await (const job of jobs.list(partition)) found.push(job);
    return found;
  }

  return {
    every,

    /** Those of a session whose file is being written or can be had, the newest first. */
    async of(owner: ExportOwner): Promise<StoredJob[]> {
      const prefix = ownPrefix(owner);
      const own = (await every()).filter(({ key, value }) => key.startsWith(prefix) && !isOver(value));
      return own.sort((a, b) => b.value.requestedAt.localeCompare(a.value.requestedAt));
    },

    /** The one that a session has under way for this file; null where there is none. */
    async underWay(owner: ExportOwner, kind: ExportKind, filter: TrailFilter): Promise<ExportEntity | null> {
      const stored = await jobs.get(partition, keyOf(owner, kind, filter));
      return stored && isUnderWay(stored.value) ? stored.value : null;
    },

    /** Begins a job; `isNew` is false where another request of the same session was first, whose job is answered. */
    async begin(
      owner: ExportOwner,
      kind: ExportKind,
      filter: TrailFilter,
    ): Promise<{ job: ExportEntity; isNew: boolean; replaced: ExportEntity | null }> {
      const key = keyOf(owner, kind, filter);
      const { userId } = owner;
      const at = clock.now().toISOString();
      const job: ExportEntity = {
        ...{ jobId: crypto.randomUUID(), userId, kind, filter: JSON.stringify(filter), status: 'queued' },
        ...{
          requestedAt: at,
          heardAt: at,
          attempts: 0,
          table: '',
          records: 0,
          bytes: 0,
          linkExpiresAt: '',
          error: '',
          scope: '',
        },
      };
      for (;;) {
        if (await jobs.create(partition, key, job)) return { job, isNew: true, replaced: null };
        const present = await jobs.get(partition, key);
        if (!present) continue;
        if (isUnderWay(present.value)) return { job: present.value, isNew: false, replaced: null };
        if (await jobs.replace(partition, key, job, present.etag)) {
          return { job, isNew: true, replaced: present.value };
        }
      }
    },

    async find(jobId: string): Promise<StoredJob | null> {
      return (await every()).find(({ value }) => value.jobId === jobId) ?? null;
    },

    /** @returns the job as it is now; null where somebody else changed it meanwhile */
    async change({ key, value, etag }: StoredJob, patch: Partial<ExportEntity>): Promise<StoredJob | null> {
      const changed = { ...value, ...patch };
      if (!(await jobs.replace(partition, key, changed, etag))) return null;
      const now = await jobs.get(partition, key);
      return now?.value.jobId === value.jobId ? { key, ...now } : null;
    },

    remove: ({ key, etag }: StoredJob): Promise<boolean> => jobs.delete(partition, key, etag),

    linkExpiry: (): string => new Date(clock.now().getTime() + linkMs).toISOString(),
    isOver,
  };
}
