import { truncate } from '@tenantry/contract/text';
import type { GraphFailure } from '../../../ports/graph.ts';
import { collected, type DatasetFailed, type DatasetResult, failed, unexpectedAnswer } from '../../facts/facts.ts';
import { isObject, type JsonObject, textAt, valueAt } from '../../facts/json-reader.ts';
import { type ConfigurationDataset, configurationTypes, datasetOfType } from '../../facts/tenant-configuration.ts';
import type { SnapshotJob } from './snapshot-job.ts';

export type ConfigurationResults = Partial<Record<ConfigurationDataset, DatasetResult<JsonObject[]>>>;

const refusal = /forbidden|access ?denied|unauthorized|insufficient|not authorized/i;

/** What Microsoft's service said of one type. A refusal names the lacking right in no documented way: its words tell. */
function typeFailed(message: string, now: Date): DatasetFailed {
  const said = truncate(message, 400);
  return refusal.test(message)
    ? failed({ status: 403, code: 'Forbidden', message: said }, now)
    : failed({ status: 0, code: 'TypeFailed', message: said }, now);
}

export const allFailed = (
  names: readonly ConfigurationDataset[],
  failure: GraphFailure,
  now: Date,
): ConfigurationResults => Object.fromEntries(names.map((name) => [name, failed(failure, now)]));

/** Of a job that failed as a whole, or that has no snapshot: every type is refused, by its own error where there is one. */
export function resultsOfFailedJob(
  job: SnapshotJob,
  names: readonly ConfigurationDataset[],
  now: Date,
): ConfigurationResults {
  const general =
    job.errors.find(({ dataset }) => dataset === null || dataset === 'other')?.message ??
    'Microsoft’s job failed without a reason.';
  const own = new Map(job.errors.map(({ dataset, message }) => [dataset, message]));
  return Object.fromEntries(names.map((name) => [name, typeFailed(own.get(name) ?? general, now)]));
}

type Instances = {
  byDataset: ReadonlyMap<ConfigurationDataset, JsonObject[]>;
  /** Datasets of which an instance does not have the documented form. */
  malformed: ReadonlySet<ConfigurationDataset>;
  /** Whether there is an instance of another type than these. */
  hasOthers: boolean;
  count: number;
};

/**
 * The instances of a snapshot by dataset: `[{displayName, resourceType, properties}]`. Null where it is no such list. An
 * instance that is told twice, the same in all, is one setting.
 */
function instancesIn(snapshot: unknown, names: readonly ConfigurationDataset[]): Instances | null {
  const list = valueAt(snapshot, 'resources');
  if (!Array.isArray(list)) return null;
  const distinct = new Map<ConfigurationDataset, Map<string, JsonObject>>();
  const malformed = new Set<ConfigurationDataset>();
  let hasOthers = false;
  for (const instance of list) {
    const dataset = datasetOfType(textAt(instance, 'resourceType') ?? '');
    const properties = valueAt(instance, 'properties');
    if (dataset === null || !names.includes(dataset)) hasOthers = true;
    else if (!isObject(properties)) malformed.add(dataset);
    else {
      const known = distinct.get(dataset) ?? new Map<string, JsonObject>();
      distinct.set(dataset, known.set(JSON.stringify(properties), properties));
    }
  }
  const byDataset = new Map(
    [...distinct].map(([dataset, known]): [ConfigurationDataset, JsonObject[]] => [dataset, [...known.values()]]),
  );
  return { byDataset, malformed, hasOthers, count: list.length };
}

/** `microsoft.exchange.transportrule` is of `exchange`. */
const serviceOf = (name: ConfigurationDataset): string => configurationTypes[name].type.split('.')[1] ?? '';

/**
 * Whether a type without instances is one of which there are none. It is not where the job was to bring what every tenant with the
 * service has, and did not; of a service that has nothing of the kind another one of the job vouches.
 */
function emptiesBelieved(
  names: readonly ConfigurationDataset[],
  { byDataset }: Instances,
  refused: (name: ConfigurationDataset) => boolean,
): (name: ConfigurationDataset) => boolean {
  const everywhere = names.filter((name) => configurationTypes[name].isEverywhere && !refused(name));
  const there = everywhere.filter((name) => byDataset.has(name));
  const missing = new Set(everywhere.filter((name) => !byDataset.has(name)).map(serviceOf));
  return (name) => !missing.has(serviceOf(name)) && (missing.size === 0 || there.length > 0);
}

const untold: GraphFailure = {
  status: 0,
  code: 'TypeFailed',
  message: 'Microsoft’s snapshot is not complete, and does not say what is missing.',
};

/**
 * What a finished job gave. A type that an error names is refused even where instances came: the list may be short. One that
 * no error names and that has no instance is empty; but not where an error is about another type, where the job says that
 * something is missing and not what, where it answers for other types than it was asked for, or where it lacks what every tenant has.
 * An error that names no type may
 * be of any. `instances`: null where the answer does not tell them; `sizes`: of each type.
 */
export function resultsOfJob(
  job: SnapshotJob,
  snapshot: unknown,
  names: readonly ConfigurationDataset[],
  now: Date,
): { results: ConfigurationResults; instances: number | null; sizes?: Partial<Record<ConfigurationDataset, number>> } {
  const found = instancesIn(snapshot, names);
  const own = new Map(job.errors.map(({ dataset, message }) => [dataset, message]));
  // Whatever it says, it does not say that a certain type was refused.
  const saying = (said: string): GraphFailure => ({ ...untold, message: truncate(said, 400) });
  const [unnamed, ofOthers] = [own.get(null), own.get('other')];
  const isUntold = job.status === 'partial' && job.errors.length === 0;
  const isBelieved = found === null ? () => false : emptiesBelieved(names, found, (name) => own.has(name));
  const result = (name: ConfigurationDataset): DatasetResult<JsonObject[]> => {
    const { type } = configurationTypes[name];
    const error = own.get(name);
    if (error !== undefined) return typeFailed(error, now);
    if (unnamed !== undefined) return failed(saying(unnamed), now);
    const list = found?.byDataset.get(name);
    if (found === null || found.malformed.has(name)) return unexpectedAnswer(type, now);
    if (list !== undefined) return collected(list, now);
    if (ofOthers !== undefined) return failed(saying(ofOthers), now);
    if (isUntold) return failed(untold, now);
    const isAnswered = !found.hasOthers && (job.types?.has(type) ?? true) && isBelieved(name);
    return isAnswered ? collected([], now) : unexpectedAnswer(type, now);
  };
  return {
    results: Object.fromEntries(names.map((name) => [name, result(name)])),
    instances: found?.count ?? null,
    ...(found && { sizes: Object.fromEntries(names.map((name) => [name, found.byDataset.get(name)?.length ?? 0])) }),
  };
}

/** What a tenant goes without, since no snapshot can be taken or none holds it: each with the reason. */
export const unavailable = (
  names: readonly ConfigurationDataset[],
  { status, code, message }: GraphFailure,
  now: Date,
): ConfigurationResults =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        state: 'failed',
        fetchedAt: now.toISOString(),
        reason: 'notAvailable',
        status,
        code,
        message,
      } satisfies DatasetFailed,
    ]),
  );
