import type { ConfigurationSnapshots } from '../../../ports/configuration-snapshots.ts';
import type { GraphFailure } from '../../../ports/graph.ts';
import type { ConfigurationDataset } from '../../tenant-configuration.ts';
import { configurationTypes } from '../../tenant-configuration.ts';
import { failureOf } from '../graph-answers.ts';
import { type SnapshotJob, snapshotJob } from './snapshot-job.ts';
import {
  allFailed,
  type ConfigurationResults,
  resultsOfFailedJob,
  resultsOfJob,
  unavailable,
} from './snapshot-results.ts';
import { refusedAltogether, unsupportedCode } from './snapshot-service.ts';

/** A job of ours. `id` is null from before it is asked for until the answer is there. */
type RunningJob = {
  displayName: string;
  id: string | null;
  names: readonly ConfigurationDataset[];
  createdAt: string;
  polls: number;
  failures: number;
};

/** How far the reading of a tenant's configuration has come: plain JSON, kept after each step that must not be done twice. */
export type SnapshotRun = {
  /** In the display name of each of its jobs: by it they are found again. */
  name: string;
  startedAt: string;
  /** What no job was created for yet, each a job. */
  waiting: readonly (readonly ConfigurationDataset[])[];
  jobs: readonly RunningJob[];
  created: number;
  /** Refused by themselves. Whether as unsupported types is known when another job was taken. */
  refusedAlone: readonly { name: ConfigurationDataset; failure: GraphFailure }[];
  wasAccepted: boolean;
  results: ConfigurationResults;
  /** Instances that were extracted, which count toward the month's limit. */
  instances: number;
  /** Types that a job took and that nobody read: how many instances these were is not known. */
  unread?: readonly ConfigurationDataset[];
};

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
/** Halving 39 types down to a few that are refused takes fewer. */
const maxCreates = 40;
const maxFailures = 3;
const firstPollMs = 500;
const slowestPollMs = 15_000;
const retryMs = 5000;
/** Nothing is heard of a job that took longer. */
export const givenUpMs = 15 * 60_000;

const ourName = /^Tenantry [0-9a-z]{8,16} \d{1,3}$/;

/** What a job may be called is not documented: 8 to 32 letters, digits and spaces are taken everywhere. */
const jobName = (run: SnapshotRun) => `${run.name} ${run.created + 1}`;

/**
 * A run that is yet to ask for its first job.
 * @param token 8 to 16 letters and digits, another for each run
 * @param isProven whether a type, though not documented, has been read in this tenant: it needs no job of its own
 */
export function beginRun(
  wanted: readonly ConfigurationDataset[],
  token: string,
  now: Date,
  isProven: (name: ConfigurationDataset) => boolean = () => false,
): SnapshotRun {
  const isSure = (name: ConfigurationDataset) => configurationTypes[name].isDocumented !== false || isProven(name);
  const sure = wanted.filter(isSure);
  const doubtful = wanted.filter((name) => !isSure(name));
  const waiting = [sure, ...doubtful.map((name) => [name])].filter(({ length }) => length > 0);
  return {
    name: `Tenantry ${token}`,
    startedAt: now.toISOString(),
    waiting,
    jobs: [],
    created: 0,
    refusedAlone: [],
    wasAccepted: false,
    results: {},
    instances: 0,
  };
}

const halves = <T>(list: readonly T[]): (readonly T[])[] => {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
};

export const isDone = (run: SnapshotRun): boolean => run.jobs.length === 0 && run.waiting.length === 0;

/** Types that this tenant's Graph does not know: refused by themselves, where another job was taken. */
export const refusedTypes = (run: SnapshotRun): ConfigurationDataset[] =>
  run.wasAccepted ? run.refusedAlone.map(({ name }) => name) : [];

const withResults = (run: SnapshotRun, results: ConfigurationResults): SnapshotRun => ({
  ...run,
  results: { ...run.results, ...results },
});

const without = (run: SnapshotRun, job: RunningJob): SnapshotRun => ({
  ...run,
  jobs: run.jobs.filter(({ displayName }) => displayName !== job.displayName),
});

/** A job is given up: what it took nobody reads any more. */
const givenUp = (run: SnapshotRun, job: RunningJob): SnapshotRun => ({
  ...without(run, job),
  unread: [...(run.unread ?? []), ...(job.id === null ? [] : job.names)],
});

/** Types that Microsoft took for this run and that were not read, nor will be where it does not go on. */
export const unreadTypes = ({ unread = [], jobs }: SnapshotRun): ReadonlySet<ConfigurationDataset> =>
  new Set([...unread, ...jobs.flatMap(({ id, names }) => (id === null ? [] : names))]);

const changed = (run: SnapshotRun, job: RunningJob, by: Partial<RunningJob>): SnapshotRun => ({
  ...run,
  jobs: run.jobs.map((one) => (one.displayName === job.displayName ? { ...one, ...by } : one)),
});

/** Nothing more can be had: every type that is not there yet fails so. */
function abandoned(run: SnapshotRun, failure: GraphFailure, now: Date): SnapshotRun {
  const open = [...run.waiting.flat(), ...run.jobs.flatMap(({ names }) => names)];
  return { ...withResults(run, allFailed(open, failure, now)), waiting: [], jobs: [], unread: [...unreadTypes(run)] };
}

/**
 * Whether a limit was reached, and no type is at fault: the month's instances, or the jobs that can be seen. How Microsoft words that
 * is not documented. Taken for a type, it would say that the organization does not have what only cannot be read now.
 */
const isLimit = ({ code, message }: GraphFailure) => /quota|limit|exceed|too ?many/i.test(`${code} ${message}`);

/** What becomes of a job that Graph did not take. */
function afterRefusal(run: SnapshotRun, job: RunningJob, failure: GraphFailure, now: Date): SnapshotRun {
  const rest = without(run, job);
  if (failure.status === 400 && isLimit(failure)) {
    const open = [...job.names, ...rest.waiting.flat()];
    return { ...withResults(rest, allFailed(open, failure, now)), waiting: [] };
  }
  if (failure.status === 400) {
    const [only] = job.names;
    if (job.names.length === 1 && only !== undefined) {
      return { ...rest, refusedAlone: [...rest.refusedAlone, { name: only, failure }] };
    }
    return { ...rest, waiting: [...halves(job.names), ...rest.waiting] };
  }
  // What is refused altogether is refused to every job: the permission, or the service in this tenant.
  if (failure.status === 403 || failure.status === 404) {
    const open = [...job.names, ...rest.waiting.flat(), ...rest.jobs.flatMap(({ names }) => names)];
    const results = unavailable(open, refusedAltogether(failure), now);
    return { ...withResults(rest, results), waiting: [], jobs: [], unread: [...unreadTypes(rest)] };
  }
  return withResults(rest, allFailed(job.names, failure, now));
}

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

/** Makes room by deleting what earlier runs left behind. @returns how many more jobs there is room for */
async function makeRoom(run: SnapshotRun, options: RunOptions): Promise<number> {
  const jobs = await visibleJobs(options);
  const old = leftOver(run, jobs, options.now());
  for (const { id } of old) await options.snapshots.delete(id);
  return maxVisibleJobs - (jobs.length - old.length);
}

/**
 * Asks for a job. The job is kept before it is asked for: whoever goes on after a crash, or after an answer that was lost,
 * looks for it by its name.
 */
async function createJob(run: SnapshotRun, options: RunOptions): Promise<SnapshotRun> {
  const [names, ...waiting] = run.waiting;
  if (names === undefined) return run;
  if (run.created >= maxCreates)
    return abandoned(
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

async function sendJob(run: SnapshotRun, job: RunningJob, options: RunOptions): Promise<SnapshotRun> {
  const types = job.names.map((name) => configurationTypes[name].type);
  try {
    const answer = snapshotJob(await options.snapshots.create(job.displayName, types));
    const next = { ...run, wasAccepted: true };
    // An answer without an id is a lost one.
    return answer === null ? next : changed(next, job, { id: answer.id });
  } catch (error) {
    const failure = failureOf(error);
    options.signal.throwIfAborted();
    return isLost(failure) ? noteFailure(run, job, failure, options) : afterRefusal(run, job, failure, options.now());
  }
}

/** A failure that may pass: after a few of them in a row the job is given up. */
function noteFailure(run: SnapshotRun, job: RunningJob, failure: GraphFailure, { now }: RunOptions): SnapshotRun {
  const failures = job.failures + 1;
  if (failures < maxFailures) return changed(run, job, { failures });
  return withResults(givenUp(run, job), allFailed(job.names, failure, now()));
}

/** Looks for a job whose answer was lost; where there is none, it is asked for again. */
async function findLost(run: SnapshotRun, job: RunningJob, options: RunOptions): Promise<SnapshotRun> {
  const found = (await visibleJobs(options)).find(({ displayName }) => displayName === job.displayName);
  if (found) return { ...changed(run, job, { id: found.id }), wasAccepted: true };
  return sendJob(run, job, options);
}

async function readSnapshot(job: RunningJob, told: SnapshotJob, options: RunOptions) {
  const now = options.now();
  if (told.status === 'failed' || told.location === null)
    return { results: resultsOfFailedJob(told, job.names, now), instances: null };
  return resultsOfJob(told, await options.snapshots.snapshot(told.location), job.names, now);
}

/** The job is over: what it took is read, and it is deleted. That it could not be deleted costs a place for some days. */
async function endJob(run: SnapshotRun, job: RunningJob, told: SnapshotJob, options: RunOptions) {
  const { results, instances } = await readSnapshot(job, told, options);
  const rest = instances === null ? givenUp(run, job) : without({ ...run, instances: run.instances + instances }, job);
  const next = withResults(rest, results);
  await options.keep(next);
  await deleteQuietly(told.id, options);
  return next;
}

async function deleteQuietly(id: string, { snapshots, signal }: RunOptions): Promise<void> {
  try {
    await snapshots.delete(id);
  } catch (error) {
    signal.throwIfAborted();
    failureOf(error);
  }
}

async function pollJob(run: SnapshotRun, job: RunningJob, options: RunOptions): Promise<SnapshotRun> {
  if (job.id === null) return findLost(run, job, options);
  const told = snapshotJob(await options.snapshots.job(job.id));
  const now = options.now();
  if (told === null) {
    const gone = { status: 404, code: 'JobGone', message: 'The snapshot was deleted before it could be read.' };
    return withResults(givenUp(run, job), allFailed(job.names, gone, now));
  }
  if (told.status !== 'waiting') return endJob(run, job, told, options);
  if (now.getTime() - Date.parse(job.createdAt) < givenUpMs)
    return changed(run, job, { polls: job.polls + 1, failures: 0 });
  const late = { status: 0, code: 'SnapshotTimedOut', message: 'Microsoft did not finish the snapshot in 15 minutes.' };
  await deleteQuietly(told.id, options);
  return withResults(givenUp(run, job), allFailed(job.names, late, now));
}

/** A step of one job; a failure of Graph's is the job's own. */
async function step(run: SnapshotRun, job: RunningJob, options: RunOptions): Promise<SnapshotRun> {
  try {
    return await pollJob(run, job, options);
  } catch (error) {
    const failure = failureOf(error);
    options.signal.throwIfAborted();
    if (isLost(failure)) return noteFailure(run, job, failure, options);
    if (job.id !== null) await deleteQuietly(job.id, options);
    return withResults(givenUp(run, job), allFailed(job.names, failure, options.now()));
  }
}

async function createJobs(run: SnapshotRun, options: RunOptions): Promise<SnapshotRun> {
  let next = run;
  let room = next.waiting.length > 0 && next.jobs.length < maxOwnJobs ? await makeRoom(next, options) : 0;
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

const pauseMs = ({ jobs }: SnapshotRun): number => {
  if (jobs.length === 0 || jobs.some(({ failures }) => failures > 0)) return retryMs;
  return Math.min(slowestPollMs, ...jobs.map(({ polls }) => firstPollMs * 2 ** Math.min(polls, 10)));
};

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
    return abandoned(run, failure, options.now());
  }
}

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
    for (const job of run.jobs) run = await step(run, job, options);
    await options.keep(run);
    if (isDone(run)) break;
    const now = options.now();
    if (run.jobs.length === 0 && now.getTime() - Date.parse(run.startedAt) >= givenUpMs) {
      run = abandoned(run, noRoom, now);
      break;
    }
    const ms = pauseMs(run);
    if (now.getTime() + ms > options.until.getTime()) return run;
    await options.wait(ms, options.signal);
  }
  const end = finished(run, options.now());
  await options.keep(end);
  return end;
}

/** Deletes the jobs of a run that nobody waits for any more. */
export async function cancelRun(run: SnapshotRun, snapshots: ConfigurationSnapshots): Promise<void> {
  for (const { id } of run.jobs) if (id !== null) await snapshots.delete(id);
}
