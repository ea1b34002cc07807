import type { GraphFailure } from '../../../ports/graph.ts';
import type { ConfigurationDataset } from '../../facts/tenant-configuration.ts';
import { configurationTypes } from '../../facts/tenant-configuration.ts';
import { allFailed, type ConfigurationResults, unavailable } from './snapshot-results.ts';
import { refusedAltogether } from './snapshot-service.ts';

/** A job of ours. `id` is null from before it is asked for until the answer is there. */
export type RunningJob = {
  displayName: string;
  id: string | null;
  names: readonly ConfigurationDataset[];
  createdAt: string;
  polls: number;
  failures: number;
  /** Nothing is asked about it before: Microsoft said so, or it failed just now. */
  notBefore?: string;
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
  /** Instances that were extracted, which count toward the month's limit: all of them, and of which type. */
  instances: number;
  sizes?: Partial<Record<ConfigurationDataset, number>>;
  /** Types that a job took and that nobody read: how many instances these were is not known. */
  unread?: readonly ConfigurationDataset[];
  /** Why a job of ours could not be deleted: each that stays takes one of the tenant's twelve places, so that no more are created. */
  notDeleted?: GraphFailure;
};

/** What a job may be called is not documented: 8 to 32 letters, digits and spaces are taken everywhere. */
export const jobName = (run: SnapshotRun) => `${run.name} ${run.created + 1}`;

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

export const withResults = (run: SnapshotRun, results: ConfigurationResults): SnapshotRun => ({
  ...run,
  results: { ...run.results, ...results },
});

export const without = (run: SnapshotRun, job: RunningJob): SnapshotRun => ({
  ...run,
  jobs: run.jobs.filter(({ displayName }) => displayName !== job.displayName),
});

/** A job is given up: what it took nobody reads any more. */
export const givenUp = (run: SnapshotRun, job: RunningJob): SnapshotRun => ({
  ...without(run, job),
  unread: [...(run.unread ?? []), ...(job.id === null ? [] : job.names)],
});

/** Types that Microsoft took for this run and that were not read, nor will be where it does not go on. */
export const unreadTypes = ({ unread = [], jobs }: SnapshotRun): ReadonlySet<ConfigurationDataset> =>
  new Set([...unread, ...jobs.flatMap(({ id, names }) => (id === null ? [] : names))]);

export const changed = (run: SnapshotRun, job: RunningJob, by: Partial<RunningJob>): SnapshotRun => ({
  ...run,
  jobs: run.jobs.map((one) => (one.displayName === job.displayName ? { ...one, ...by } : one)),
});

/** Nothing more can be had: every type that is not there yet fails so. */
export function abandoned(run: SnapshotRun, failure: GraphFailure, now: Date): SnapshotRun {
  const open = [...run.waiting.flat(), ...run.jobs.flatMap(({ names }) => names)];
  return { ...withResults(run, allFailed(open, failure, now)), waiting: [], jobs: [], unread: [...unreadTypes(run)] };
}

/** No further job is asked for: what waits for one fails so, and those that are under way go on. */
export const withoutFurther = (run: SnapshotRun, failure: GraphFailure, now: Date): SnapshotRun => ({
  ...withResults(run, allFailed(run.waiting.flat(), failure, now)),
  waiting: [],
});

/**
 * Whether a limit was reached, and no type is at fault: the month's instances, or the jobs that can be seen. How Microsoft words that
 * is not documented. Taken for a type, it would say that the organization does not have what only cannot be read now.
 */
const isLimit = ({ status, code, message }: GraphFailure) =>
  (status === 400 ? /quota|limit|exceed|too ?many/i : /quota|limit ?reached|exceed|too ?many/i).test(
    `${code} ${message}`,
  );

/** What becomes of a job that Graph did not take. */
export function afterRefusal(run: SnapshotRun, job: RunningJob, failure: GraphFailure, now: Date): SnapshotRun {
  const rest = without(run, job);
  if (isLimit(failure)) {
    // Whatever the status, it is no refusal: what was read before stays.
    const reached = { ...failure, status: 400 };
    return withoutFurther(withResults(rest, allFailed(job.names, reached, now)), reached, now);
  }
  if (failure.status === 400) {
    const [only] = job.names;
    if (job.names.length === 1 && only !== undefined) {
      return { ...rest, refusedAlone: [...rest.refusedAlone, { name: only, failure }] };
    }
    return { ...rest, waiting: [...halves(job.names), ...rest.waiting] };
  }
  // What is refused altogether is refused to every job: the permission, or the service in this tenant. Not where one was taken.
  if ((failure.status === 403 || failure.status === 404) && !run.wasAccepted) {
    const open = [...job.names, ...rest.waiting.flat(), ...rest.jobs.flatMap(({ names }) => names)];
    const results = unavailable(open, refusedAltogether(failure), now);
    return { ...withResults(rest, results), waiting: [], jobs: [] };
  }
  return withResults(rest, allFailed(job.names, failure, now));
}
