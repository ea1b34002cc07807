import type { ConfigurationSnapshots } from '../../../ports/configuration-snapshots.ts';
import type { GraphFailure } from '../../../ports/graph.ts';
import {
  configurationDatasets,
  configurationTypes,
  notDeletedCode,
  unsupportedCode,
} from '../../facts/tenant-configuration.ts';
import { failureOf } from '../graph-answers.ts';
import { type SnapshotJob, snapshotJob } from './snapshot-job.ts';
import { allFailed, resultsOfFailedJob, resultsOfJob, unavailable } from './snapshot-results.ts';
import {
  abandoned,
  afterRefusal,
  changed,
  givenUp,
  isDone,
  jobName,
  type RunningJob,
  type SnapshotRun,
  without,
  withoutFurther,
  withResults,
} from './snapshot-state.ts';

/** How a run goes on. */
type RunOptions = {
  snapshots: ConfigurationSnapshots;
  now(): Date;
  /** Ends early where the signal aborts, with its reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Awaited before and after each step that must not be done twice. */
  keep(run: SnapshotRun): Promise<void>;
  /** When whoever waits for it has no more time. */
  until: Date;
  signal: AbortSignal;
};

/** Microsoft Graph, "Tenant configuration management APIs", limits: jobs that can be seen, all products' together. */
const maxVisibleJobs = 12;
/** Places that are left to other products. */
const maxOwnJobs = 4;
/** Finding by halves takes fewer, however many types are refused. */
const maxCreates = 2 * configurationDatasets.length;
const maxFailures = 3;
const firstPollMs = 500;
const slowestPollMs = 15_000;
/** Doubled with each failure. */
const retryMs = 5000;
/** A job may be seen later than its creation was answered. */
const visibleAfterMs = 60_000;
/** Nothing is heard of a job that took longer. */
export const givenUpMs = 15 * 60_000;

const ourName = /^Tenantry [0-9a-z]{8,16} \d{1,3}$/;

/** An address on another host is the same at the next question (`graph-links.ts`). */
const isLost = ({ status, code }: GraphFailure) =>
  code !== 'ForeignNextLink' && (status === 0 || status === 408 || status === 429 || status >= 500);

/** Jobs of ours that nothing waits for any more: of a run that died. Other products' are left alone. */
function leftOver(run: SnapshotRun, jobs: readonly SnapshotJob[], now: Date): SnapshotJob[] {
  const wanted = new Set(run.jobs.map(({ displayName }) => displayName));
  return jobs.filter(
    ({ displayName, createdMs }) =>
      ourName.test(displayName) &&
      !displayName.startsWith(`${run.name} `) &&
      !wanted.has(displayName) &&
      createdMs !== null &&
      now.getTime() - createdMs > givenUpMs,
  );
}

async function visibleJobs({ snapshots }: RunOptions): Promise<SnapshotJob[]> {
  return (await snapshots.jobs()).flatMap((job) => snapshotJob(job) ?? []);
}

/** Makes room by deleting what earlier runs left behind. `room`: how many more jobs may be created */
async function makeRoom(run: SnapshotRun, options: RunOptions): Promise<{ run: SnapshotRun; room: number }> {
  const jobs = await visibleJobs(options);
  const old = leftOver(run, jobs, options.now());
  let next = run;
  let left = jobs.length;
  for (const { id } of old) {
    const failure = await failureToDelete(id, options);
    if (failure === null) left -= 1;
    else next = noteUndeleted(next, failure);
  }
  return { run: next, room: maxVisibleJobs - left };
}

/** A refusal stays one; what may pass costs a place until the next run deletes it. */
const noteUndeleted = (run: SnapshotRun, failure: GraphFailure | null): SnapshotRun =>
  failure === null || isLost(failure) ? run : { ...run, notDeleted: failure };

const notDeleted = ({ status, code, message }: GraphFailure): GraphFailure => ({
  status: 0,
  code: notDeletedCode,
  message: `No further snapshot was asked for: Microsoft refused to delete an earlier one (${status} ${code}: ${message}), and a tenant may have twelve. Microsoft forgets it after seven days.`,
});

/**
 * Asks for a job. The job is kept before it is asked for: whoever goes on after a crash, or after an answer that was lost,
 * looks for it by its name.
 */
async function createJob(run: SnapshotRun, options: RunOptions): Promise<SnapshotRun> {
  const [names, ...waiting] = run.waiting;
  if (names === undefined) return run;
  if (run.created >= maxCreates)
    return withoutFurther(
      run,
      { status: 0, code: 'TooManyRefusals', message: 'Microsoft refused too many snapshots.' },
      options.now(),
    );
  const displayName = jobName(run);
  const createdAt = options.now().toISOString();
  const job: RunningJob = { displayName, id: null, names, createdAt, polls: 0, failures: 0 };
  const asked = { ...run, waiting, jobs: [...run.jobs, job], created: run.created + 1 };
  await options.keep(asked);
  return sendJob(asked, job, options);
}

const noId: GraphFailure = {
  status: 0,
  code: 'NoId',
  message: 'Microsoft did not name the snapshot it was asked for.',
};

async function sendJob(run: SnapshotRun, job: RunningJob, options: RunOptions): Promise<SnapshotRun> {
  const types = job.names.map((name) => configurationTypes[name].type);
  try {
    const answer = snapshotJob(await options.snapshots.create(job.displayName, types));
    const next = { ...run, wasAccepted: true };
    // An answer without an id is a lost one.
    return answer === null ? noteFailure(next, job, noId, options) : changed(next, job, { id: answer.id, polls: 0 });
  } catch (error) {
    const failure = failureOf(error);
    options.signal.throwIfAborted();
    return isLost(failure) ? noteFailure(run, job, failure, options) : afterRefusal(run, job, failure, options.now());
  }
}

const later = (ms: number, { now }: RunOptions): string => new Date(now().getTime() + ms).toISOString();

/** A failure that may pass: it is tried again when Microsoft says so, or soon, a few times in a row. */
async function noteFailure(run: SnapshotRun, job: RunningJob, failure: GraphFailure, options: RunOptions) {
  const failures = job.failures + 1;
  const waitMs = Math.max((failure.retryAfterSeconds ?? 0) * 1000, retryMs * 2 ** job.failures);
  if (failures < maxFailures) return changed(run, job, { failures, notBefore: later(waitMs, options) });
  return endUnread(run, job, failure, options);
}

/** The job is given up: what it took is read by nobody, and it is deleted. */
async function endUnread(run: SnapshotRun, job: RunningJob, failure: GraphFailure, options: RunOptions) {
  const undeleted = job.id === null ? null : await failureToDelete(job.id, options);
  return noteUndeleted(withResults(givenUp(run, job), allFailed(job.names, failure, options.now())), undeleted);
}

/** Looks for a job whose answer was lost, twice: lists lag behind. Where there is none, it is asked for again. */
async function findLost(run: SnapshotRun, job: RunningJob, options: RunOptions): Promise<SnapshotRun> {
  const found = (await visibleJobs(options)).find(({ displayName }) => displayName === job.displayName);
  if (found) return { ...changed(run, job, { id: found.id, polls: 0 }), wasAccepted: true };
  if (job.polls === 0) return changed(run, job, { polls: 1, notBefore: later(retryMs, options) });
  const again = changed(run, job, { polls: 0 });
  return sendJob(again, { ...job, polls: 0 }, options);
}

async function readSnapshot(job: RunningJob, told: SnapshotJob, options: RunOptions) {
  const now = options.now();
  if (told.status === 'failed' || told.location === null)
    return { results: resultsOfFailedJob(told, job.names, now), instances: null };
  return resultsOfJob(told, await options.snapshots.snapshot(told.location), job.names, now);
}

/** The job is over: what it took is read, and it is deleted. */
async function endJob(run: SnapshotRun, job: RunningJob, told: SnapshotJob, options: RunOptions) {
  const { results, instances, sizes = {} } = await readSnapshot(job, told, options);
  const counted = { ...run, instances: run.instances + (instances ?? 0), sizes: { ...run.sizes, ...sizes } };
  const next = withResults(instances === null ? givenUp(run, job) : without(counted, job), results);
  await options.keep(next);
  return noteUndeleted(next, await failureToDelete(told.id, options));
}

/** Deletes a job. @returns why it is still there; null where it is not */
async function failureToDelete(id: string, { snapshots, signal }: RunOptions): Promise<GraphFailure | null> {
  try {
    await snapshots.delete(id);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error);
  }
}

async function pollJob(run: SnapshotRun, job: RunningJob, options: RunOptions): Promise<SnapshotRun> {
  if (job.id === null) return findLost(run, job, options);
  const told = snapshotJob(await options.snapshots.job(job.id));
  const now = options.now();
  if (told === null) {
    const gone = { status: 404, code: 'JobGone', message: 'The snapshot was deleted before it could be read.' };
    if (now.getTime() - Date.parse(job.createdAt) < visibleAfterMs) return noteFailure(run, job, gone, options);
    return withResults(givenUp(run, job), allFailed(job.names, gone, now));
  }
  if (told.status !== 'waiting') return endJob(run, job, told, options);
  if (now.getTime() - Date.parse(job.createdAt) < givenUpMs)
    return changed(run, job, { polls: job.polls + 1, failures: 0 });
  const late = { status: 0, code: 'SnapshotTimedOut', message: 'Microsoft did not finish the snapshot in 15 minutes.' };
  return endUnread(run, job, late, options);
}

/** A step of one job; a failure of Graph's is the job's own. */
async function step(run: SnapshotRun, job: RunningJob, options: RunOptions): Promise<SnapshotRun> {
  try {
    return await pollJob(run, job, options);
  } catch (error) {
    const failure = failureOf(error);
    options.signal.throwIfAborted();
    if (isLost(failure)) return noteFailure(run, job, failure, options);
    return endUnread(run, job, failure, options);
  }
}

async function createJobs(run: SnapshotRun, options: RunOptions): Promise<SnapshotRun> {
  if (run.waiting.length === 0 || run.jobs.length >= maxOwnJobs) return run;
  let { run: next, room } = run.notDeleted ? { run, room: 0 } : await makeRoom(run, options);
  if (next.notDeleted) return withoutFurther(next, notDeleted(next.notDeleted), options.now());
  while (room > 0 && next.waiting.length > 0 && next.jobs.length < maxOwnJobs) {
    const before = next.jobs.length;
    next = await createJob(next, options);
    if (next.jobs.length > before) room -= 1;
  }
  return next;
}

const unsupportedType: GraphFailure = {
  status: 400,
  code: unsupportedCode,
  message: 'Microsoft does not offer these settings through Microsoft Graph in this organization.',
};

const noRoom: GraphFailure = {
  status: 0,
  code: 'NoRoomForJob',
  message: 'Microsoft shows at most 12 snapshots for a tenant, and other products use them all.',
};

const pauseOf = ({ polls, notBefore }: RunningJob, now: Date): number =>
  Math.max(firstPollMs * 2 ** Math.min(polls, 10), notBefore === undefined ? 0 : Date.parse(notBefore) - now.getTime());

/** Until the next question: not later than 15 seconds, by when a job may have ended, but for what Microsoft asked for itself. */
function pauseMs({ jobs }: SnapshotRun, now: Date): number {
  if (jobs.length === 0) return retryMs;
  return Math.min(
    ...jobs.map((job) => pauseOf(job, now)),
    jobs.some(({ failures }) => failures === 0) ? slowestPollMs : Number.POSITIVE_INFINITY,
  );
}

/** Types that were refused by themselves, told as what they are. */
function finished(run: SnapshotRun, now: Date): SnapshotRun {
  const results = run.refusedAlone.map(({ name, failure }) =>
    run.wasAccepted ? unavailable([name], unsupportedType, now) : allFailed([name], failure, now),
  );
  return withResults(run, Object.assign({}, ...results));
}

async function begun(run: SnapshotRun, options: RunOptions): Promise<SnapshotRun> {
  try {
    return await createJobs(run, options);
  } catch (error) {
    const failure = failureOf(error);
    options.signal.throwIfAborted();
    // Jobs that are under way go on; what waits for one is tried again when they are over.
    return run.jobs.length > 0 ? run : abandoned(run, failure, options.now());
  }
}

/** Those of which something can be known: not the ones that only now failed or were not answered. */
const isDue = ({ notBefore }: RunningJob, now: Date) =>
  notBefore === undefined || Date.parse(notBefore) <= now.getTime();

/**
 * Goes on with a run: creates its jobs, asks for them at growing intervals, reads and deletes them, until every type has a
 * result or there is no more time. @returns the run, kept; `isDone` tells whether it is over
 * @throws the signal's reason when aborted; what `keep` throws; programming errors
 */
export async function advanceRun(begin: SnapshotRun, options: RunOptions): Promise<SnapshotRun> {
  let run = begin;
  while (!isDone(run)) {
    options.signal.throwIfAborted();
    run = await begun(run, options);
    for (const job of run.jobs) if (isDue(job, options.now())) run = await step(run, job, options);
    await options.keep(run);
    if (isDone(run)) break;
    const now = options.now();
    if (run.jobs.length === 0 && now.getTime() - Date.parse(run.startedAt) >= givenUpMs) {
      run = abandoned(run, noRoom, now);
      break;
    }
    const ms = pauseMs(run, now);
    if (now.getTime() + ms > options.until.getTime()) return run;
    await options.wait(ms, options.signal);
  }
  const end = finished(run, options.now());
  await options.keep(end);
  return end;
}

/**
 * Deletes the jobs of a run that nobody waits for any more, those whose creation was not answered too.
 * @throws GraphError where one may be left, after all others were deleted
 */
export async function cancelRun(run: SnapshotRun, snapshots: ConfigurationSnapshots): Promise<void> {
  const known = run.jobs.flatMap(({ id }) => id ?? []);
  const unanswered = async () => {
    const jobs = (await snapshots.jobs()).flatMap((job) => snapshotJob(job) ?? []);
    const named = jobs.filter(({ displayName, id }) => displayName.startsWith(`${run.name} `) && !known.includes(id));
    for (const { id } of named) await snapshots.delete(id);
  };
  const ends = await Promise.allSettled([unanswered(), ...known.map((id) => snapshots.delete(id))]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
