import { randomUUID } from 'node:crypto';
import { configurationReferences } from '../directory/configuration-references.ts';
import type { ConfigurationBehavior, SnapshotJob } from '../directory/configuration-state.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { dayMs } from '../graph-time.ts';
import type { ConfigurationInstances } from '../posture/configuration-defaults.ts';
import { hasDefenderForOffice365 } from '../posture/licenses.ts';
import { answerList, answerObject } from './collection-answer.ts';
import { checkMay, readerOf, whyRefused } from './configuration-rights.ts';
import { badRequest, type GraphAnswer, GraphError, notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

const root = '/admin/configurationManagement';
/** learn.microsoft.com/graph/api/resources/unified-tenant-configuration-management-api-overview, limits. */
const maxVisibleJobs = 12;
const maxMonthlyInstances = 20_000;
const keptDays = 7;
/** Told only where the call selects them. */
const selectedOnly = ['errorDetails', 'resourceLocation', 'resources', 'createdBy'];
const neverEnded = '0001-01-01T00:00:00Z';

/** Of Defender for Office 365: in a tenant without it they hold nothing. Microsoft documents neither that nor an error. */
const defenderTypes = new Set(
  ['safelinkspolicy', 'safelinksrule', 'safeattachmentpolicy', 'safeattachmentrule', 'atppolicyforo365'].map(
    (name) => `microsoft.exchange.${name}`,
  ),
);

const monthOf = (now: Date) => now.toISOString().slice(0, 7);

/** Jobs are gone after a week. */
function visibleJobs({ directory, now }: GraphCall): SnapshotJob[] {
  const { configuration } = directory;
  configuration.jobs = configuration.jobs.filter(
    ({ createdDateTime }) => now.getTime() - Date.parse(createdDateTime) < keptDays * dayMs,
  );
  const others = Array.from(
    { length: configuration.behavior.otherJobs },
    (_, index): SnapshotJob => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      snapshotId: '',
      displayName: `Backup ${String(index).padStart(4, '0')}`,
      resources: [],
      createdDateTime: now.toISOString(),
      createdBy: 'Another product',
      polls: 0,
      taken: null,
    }),
  );
  return [...others, ...configuration.jobs];
}

function wantedTypes({ body, directory }: GraphCall): { displayName: string; types: string[] } {
  const { displayName, resources } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (typeof displayName !== 'string' || !/^[A-Za-z0-9 ]{8,32}$/.test(displayName))
    throw badRequest('The displayName must have 8 to 32 letters, digits and spaces.');
  if (!Array.isArray(resources) || resources.length === 0 || !resources.every((one) => typeof one === 'string'))
    throw badRequest('The resources must be a list of resource types.');
  const known = directory.profile.configuration.instances(configurationReferences(directory));
  const types = resources.map((type) => type.toLowerCase());
  const unknown = types.find(
    (type) => !(type in known) || directory.profile.configuration.unsupportedTypes.includes(type),
  );
  if (unknown !== undefined) throw badRequest(`The resource type '${unknown}' is not supported.`);
  return { displayName, types };
}

const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

function instancesOf(
  list: readonly Record<string, unknown>[],
  type: string,
  behavior: ConfigurationBehavior,
): object[] {
  const instances = list.map((properties, index) => ({
    displayName: `${type.split('.')[2]}-${String(properties.Name ?? properties.Identity ?? index)}`,
    resourceType: type,
    properties: behavior.numbersAsText
      ? Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, asText(value)]))
      : properties,
  }));
  return behavior.duplicates ? [...instances, ...instances] : instances;
}

/** What a job takes of the tenant: at once, since nothing but time lies between. */
function take(directory: TenantDirectory, types: readonly string[]): NonNullable<SnapshotJob['taken']> {
  const { behavior } = directory.configuration;
  const all: ConfigurationInstances = directory.profile.configuration.instances(configurationReferences(directory));
  const errors: { type: string; message: string }[] = [];
  const resources: object[] = [];
  const isLicensed = (type: string) => !defenderTypes.has(type) || hasDefenderForOffice365(directory.profile.skus);
  for (const type of behavior.answersFor ?? types) {
    const refused = behavior.failingTypes[type] ?? whyRefused(directory, type);
    if (refused !== null) errors.push({ type, message: refused });
    else if (isLicensed(type)) resources.push(...instancesOf(all[type] ?? [], type, behavior));
  }
  const told = errors.map(({ type, message }) =>
    behavior.errorsAsObjects ? { resourceType: type, resourceInstanceName: '', errorMessage: message } : message,
  );
  return { errors: told, resources, isFailed: behavior.fails || errors.length === types.length };
}

function countInstances({ directory, now }: GraphCall, count: number): void {
  const { extracted, behavior } = directory.configuration;
  const before = extracted.get(monthOf(now)) ?? 0;
  if (before + behavior.otherInstances + count > maxMonthlyInstances)
    throw new GraphError(400, 'QuotaExceeded', 'The monthly limit of 20000 resources of this tenant is reached.');
  extracted.set(monthOf(now), before + count);
}

function createSnapshot(call: GraphCall): GraphAnswer {
  checkMay(call, 'write');
  const { directory, now } = call;
  const { displayName, types } = wantedTypes(call);
  if (visibleJobs(call).length >= maxVisibleJobs)
    throw badRequest(`The limit of ${maxVisibleJobs} configuration snapshot jobs is reached.`);
  // What Microsoft says where its service principal is missing is not documented.
  if (readerOf(directory) === null)
    throw new GraphError(403, 'Forbidden', 'The service principal of Tenant Configuration Management was not found.');
  const taken = take(directory, types);
  countInstances(call, taken.resources.length);
  const job: SnapshotJob = {
    id: randomUUID(),
    snapshotId: randomUUID(),
    displayName,
    resources: types,
    createdDateTime: now.toISOString(),
    createdBy: 'Tenantry',
    polls: 0,
    taken,
  };
  directory.configuration.jobs.push(job);
  return answerObject(call, 'admin/configurationManagement/configurationSnapshotJobs/$entity', jobBody(call, job));
}

function statusOf(call: GraphCall, { polls, taken, createdDateTime }: SnapshotJob): string {
  const { directory, now } = call;
  const { polls: wanted, seconds } = directory.configuration.behavior;
  if (taken === null) return 'succeeded';
  const isEarly = now.getTime() - Date.parse(createdDateTime) < seconds * 1000;
  if (wanted === null || polls < wanted || isEarly) return polls === 0 ? 'notStarted' : 'running';
  if (taken.isFailed) return 'failed';
  return taken.errors.length === 0 ? 'succeeded' : 'partiallySuccessful';
}

function jobBody(call: GraphCall, job: SnapshotJob): object {
  const { directory, now, query, baseUrl } = call;
  const status = statusOf(call, job);
  const hasEnded = !['notStarted', 'running'].includes(status);
  const { behavior } = directory.configuration;
  const location = `${baseUrl}/v1.0${root}/configurationSnapshots('${job.snapshotId}')`;
  const hasSnapshot = hasEnded && status !== 'failed';
  const body: Record<string, unknown> = {
    id: job.id,
    displayName: job.displayName,
    description: null,
    tenantId: directory.tenantId,
    status,
    resources: job.resources,
    createdDateTime: job.createdDateTime,
    completedDateTime: hasEnded ? now.toISOString() : neverEnded,
    resourceLocation: hasSnapshot ? (behavior.resourceLocation ?? location) : '',
    errorDetails: hasEnded ? (job.taken?.errors ?? []) : [],
    createdBy: { application: { id: null, displayName: job.createdBy } },
  };
  if (query.select === null) for (const name of selectedOnly) delete body[name];
  return body;
}

function findJob(call: GraphCall): SnapshotJob {
  const job = visibleJobs(call).find(({ id }) => id === call.ids.id?.toLowerCase());
  if (!job) throw notFound(`Resource '${call.ids.id}' does not exist.`);
  return job;
}

function readJob(call: GraphCall): GraphAnswer {
  checkMay(call, 'read');
  const job = findJob(call);
  const answer = answerObject(
    call,
    'admin/configurationManagement/configurationSnapshotJobs/$entity',
    jobBody(call, job),
  );
  job.polls += 1;
  return answer;
}

function listJobs(call: GraphCall): GraphAnswer {
  checkMay(call, 'read');
  const jobs = visibleJobs(call).map((job) => jobBody(call, job));
  return answerList(call, 'admin/configurationManagement/configurationSnapshotJobs', jobs);
}

function deleteJob(call: GraphCall): GraphAnswer {
  checkMay(call, 'write');
  const { id, taken } = findJob(call);
  const { configuration } = call.directory;
  if (taken === null) configuration.othersDeleted += 1;
  configuration.jobs = configuration.jobs.filter((job) => job.id !== id);
  return { status: 204 };
}

function readSnapshot(call: GraphCall): GraphAnswer {
  checkMay(call, 'read');
  const job = visibleJobs(call).find(
    ({ snapshotId }) => snapshotId !== '' && snapshotId === call.ids.id?.toLowerCase(),
  );
  if (!job?.taken) throw notFound(`Resource '${call.ids.id}' does not exist.`);
  return answerObject(call, 'admin/configurationManagement/configurationSnapshots/$entity', {
    id: job.snapshotId,
    displayName: job.displayName,
    description: '',
    parameters: [],
    resources: job.taken.resources,
  });
}

/** Snapshots of a tenant's configuration (Microsoft Graph v1.0, Tenant Configuration Management). */
export const configurationRoutes: readonly GraphRoute[] = [
  { path: `${root}/configurationSnapshots/createSnapshot`, method: 'POST', answer: createSnapshot },
  { path: `${root}/configurationSnapshotJobs`, answer: listJobs },
  { path: `${root}/configurationSnapshotJobs/{id}`, answer: readJob },
  { path: `${root}/configurationSnapshotJobs/{id}`, method: 'DELETE', answer: deleteJob },
  { path: `${root}/configurationSnapshots/{id}`, answer: readSnapshot },
  { path: `${root}/configurationSnapshots('{id}')`, answer: readSnapshot },
];
