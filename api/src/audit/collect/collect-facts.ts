import type { DnsResolver } from '../../ports/dns.ts';
import type { BatchAnswer, GraphClient } from '../../ports/graph.ts';
import { datasetNames, datasets } from '../datasets.ts';
import { isSynchronized } from '../directory-sync.ts';
import {
  collected,
  collectedWithout,
  type DatasetName,
  type DatasetResult,
  type Facts,
  type FactValues,
  factOf,
  failed,
} from '../facts.ts';
import { interestingIds } from '../interesting-ids.ts';
import { isObject, objectAt, textAt } from '../json-reader.ts';
import { groupReducer } from '../reduce/groups.ts';
import { registrationReducer } from '../reduce/registration.ts';
import { alertReducer, riskReducer } from '../reduce/risk.ts';
import { trimControl, trimScores } from '../reduce/secure-score.ts';
import { signInReducer } from '../reduce/sign-ins.ts';
import { signInActivityReducer, userReducer } from '../reduce/users.ts';
import { collectDirectoryAudits } from './directory-audits.ts';
import { collectDns, createDnsWatch } from './dns.ts';
import { type FixedItem, fixedPart, roleItemIds } from './fixed-part.ts';
import { badForm, failureOf, noAnswer, reduced, wholeList } from './graph-answers.ts';
import { collectExcludedGroups } from './group-members.ts';
import {
  groupsPath,
  openAlertsPath,
  riskDetectionsPath,
  riskyUsersPath,
  signInActivityPath,
  signInsPath,
  usersPath,
} from './paths.ts';
import { collectPrivilegedApplications } from './privileged-applications.ts';
import { collectRoles, roleRules, roleSchedules } from './roles.ts';

export type CollectOptions = {
  graph: GraphClient;
  /** Graph as whoever connected the tenant. Without it, what is given to people alone is not collected. */
  account?(permissions: readonly string[]): Promise<GraphClient>;
  /** Without it the DNS dataset is not collected. */
  dns?: DnsResolver;
  now: Date;
  /** What an earlier run, or a schedule of its own, has collected already: not asked for again. */
  done: Facts;
  /** Datasets to leave out; they count as not collected. */
  skip?: readonly DatasetName[];
  /** The last sign-ins, where they are not simply read by all their pages: asked for once licenses and users are there. */
  lastSignIns?(facts: Facts): Promise<DatasetResult<FactValues['signInActivity']>>;
  /**
   * Asked once all else is collected: since when the directory audit log is wanted, or null where it is not. Without it
   * the log is not read.
   */
  auditsSince?(facts: Facts): Promise<Date | null>;
  /** Awaited when a dataset is finished, collected or failed: the place for a checkpoint. */
  onDataset(name: DatasetName, result: DatasetResult): Promise<void>;
  signal?: AbortSignal;
};

type Step = (context: StepContext) => Promise<DatasetResult>;
type StepContext = {
  graph: GraphClient;
  account: CollectOptions['account'];
  dns: DnsResolver | undefined;
  lastSignIns: CollectOptions['lastSignIns'];
  now: Date;
  facts: Facts;
  signal: AbortSignal | undefined;
};

const ok = collected;

/** Collects by pages into a reducer. */
function paged<T>(
  path: (now: Date) => string,
  reducer: (context: StepContext) => { add(page: readonly unknown[]): void; finish(): T },
): Step {
  return async (context) =>
    ok(await reduced(context.graph, path(context.now), reducer(context), context.signal), context.now);
}

function listed(path: string): Step {
  const keep = () => {
    const items: unknown[] = [];
    return { add: (page: readonly unknown[]) => void items.push(...page), finish: () => items.filter(isObject) };
  };
  return paged(() => path, keep);
}

const noOrganization = { status: 0, code: 'NoOrganization', message: 'The organization profile is not known.' };

const collectBranding: Step = async ({ graph, facts, now }) => {
  const id = textAt(objectAt({ first: factOf(facts, 'organization')?.[0] }, 'first'), 'id');
  if (id === null) return failed(noOrganization, now);
  try {
    const branding = await graph.get(`/v1.0/organization/${encodeURIComponent(id)}/branding`);
    return isObject(branding) ? ok(branding, now) : failed(badForm('branding'), now);
  } catch (error) {
    const failure = failureOf(error);
    // 404 is the documented answer where no branding was set up.
    return failure.status === 404 ? ok({}, now) : failed(failure, now);
  }
};

/** Asked for where a directory is synchronized: elsewhere nothing is set up that could be told. */
const collectSynchronization: Step = async ({ account, facts, now }) => {
  const isHybrid = isSynchronized(facts);
  if (isHybrid === false) return ok([], now);
  if (isHybrid === null) return failed(noOrganization, now);
  const { permission } = datasets.onPremisesSynchronization;
  if (account === undefined || permission === null) throw new Error('It is not collected without an account');
  const graph = await account([permission]);
  const answer = await graph.get('/v1.0/directory/onPremisesSynchronization');
  return isObject(answer) && Array.isArray(answer.value)
    ? ok(answer.value.filter(isObject), now)
    : failed(badForm('onPremisesSynchronization'), now);
};

const collectDnsStep: Step = async ({ dns, facts, now, signal }) => {
  const domains = factOf(facts, 'domains');
  if (dns === undefined || domains === undefined) {
    return failed({ status: 0, code: 'NoDomains', message: 'The domains of the tenant are not known.' }, now);
  }
  const watch = createDnsWatch();
  const answers = await collectDns(dns, domains, signal, { watch });
  return collectedWithout(answers, watch.failures(), now);
};

const collectSignInActivity = paged(signInActivityPath, ({ now }) => signInActivityReducer(now));

type Steps = readonly [DatasetName, Step][];

/** Needed by later steps: who is excluded, and whose names a verdict needs. */
const firstSteps: Steps = [['conditionalAccessPolicies', listed('/v1.0/identity/conditionalAccess/policies')]];

/** Limited by Microsoft to one request a second, together with the policies: so that they are collected beside the others. */
const slowSteps: Steps = [
  ['namedLocations', listed('/v1.0/identity/conditionalAccess/namedLocations')],
  ['riskyUsers', paged(riskyUsersPath, () => riskReducer('id'))],
  ['riskDetections', paged(riskDetectionsPath, () => riskReducer('userId'))],
];

/** In this order, since some need the answers of others. */
const steps: Steps = [
  ['privilegedApplications', ({ graph, facts, now }) => collectPrivilegedApplications(graph, facts, now)],
  ['excludedGroups', ({ graph, facts, now }) => collectExcludedGroups(graph, facts, now)],
  ['accessReviews', listed('/v1.0/identityGovernance/accessReviews/definitions')],
  ['branding', collectBranding],
  ['onPremisesSynchronization', collectSynchronization],
  ['alerts', paged(openAlertsPath, ({ now }) => alertReducer(now))],
  ['groups', paged(groupsPath, ({ facts }) => groupReducer(interestingIds(facts).groups))],
  ['users', paged(usersPath, ({ facts }) => userReducer(interestingIds(facts).accounts))],
  [
    'registration',
    paged(
      () => '/v1.0/reports/authenticationMethods/userRegistrationDetails',
      ({ facts }) => registrationReducer({ users: factOf(facts, 'users'), accountIds: interestingIds(facts).accounts }),
    ),
  ],
  ['legacySignIns', paged(signInsPath, ({ now }) => signInReducer(now))],
  ['signInActivity', (context) => context.lastSignIns?.(context.facts) ?? collectSignInActivity(context)],
  ['dns', collectDnsStep],
];

async function fixedResult(
  context: StepContext,
  item: FixedItem,
  answers: ReadonlyMap<string, BatchAnswer>,
): Promise<DatasetResult> {
  const { graph, now } = context;
  const answer = answers.get(item.id) ?? noAnswer;
  if (item.dataset === 'roles') return collectRoles(graph, answers, now);
  if (item.shape === 'object') {
    if (!answer.ok) return failed(answer.failure, now);
    return isObject(answer.body) ? ok(answer.body, now) : failed(badForm(item.dataset), now);
  }
  const list = await wholeList(graph, item.dataset, answer, item.shape === 'first');
  if (!list.ok) return failed(list.failure, now);
  if (item.dataset === 'secureScores') return ok(trimScores(list.items), now);
  if (item.dataset === 'secureScoreControlProfiles') return ok(list.items.map(trimControl), now);
  if (item.dataset === 'roleSchedules') return ok(roleSchedules(list.items), now);
  return ok(item.dataset === 'roleRules' ? roleRules(list.items) : list.items, now);
}

/** Where the batch as a whole failed, every item did. */
async function batchAnswers(
  graph: GraphClient,
  items: readonly FixedItem[],
): Promise<ReadonlyMap<string, BatchAnswer>> {
  try {
    return await graph.batch(items.map(({ id, path }) => ({ id, path })));
  } catch (error) {
    const failure = failureOf(error);
    return new Map(items.map(({ id }) => [id, { ok: false, failure }]));
  }
}

const helperItems: readonly string[] = [roleItemIds.definitions, roleItemIds.eligible];

/**
 * Runs them at the same time, each to its end: when this returns, no dataset is collected any more. Where one fails, the
 * signal of the others is aborted. @throws what failed first
 */
async function besideEachOther(
  signal: AbortSignal | undefined,
  lanes: readonly ((signal: AbortSignal) => Promise<void>)[],
): Promise<void> {
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const failures: unknown[] = [];
  await Promise.all(
    lanes.map(async (lane) => {
      try {
        await lane(both);
      } catch (error) {
        failures.push(error);
        stop.abort(error);
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
}

/**
 * Collects what a scan needs, each dataset once: the fixed part in one batch, then one dataset after the other, beside those
 * that Microsoft lets through one a second. A dataset that fails is recorded with its reason and stops no other.
 * @returns everything in `done` and what was collected now
 * @throws the signal's reason when aborted; what `onDataset` throws; programming errors
 */
export async function collectFacts(options: CollectOptions): Promise<Facts> {
  const { graph, account, dns, lastSignIns, now, done, skip = [] } = options;
  const facts: Partial<Record<DatasetName, DatasetResult>> = { ...done };
  const wanted = (name: DatasetName): boolean =>
    facts[name] === undefined &&
    !skip.includes(name) &&
    (name !== 'dns' || dns !== undefined) &&
    (!datasets[name].asAccount || account !== undefined);
  const contextFor = (signal: AbortSignal | undefined): StepContext => ({
    graph,
    account,
    dns,
    lastSignIns,
    now,
    signal,
    facts: facts as Facts,
  });
  const finish = async (name: DatasetName, result: DatasetResult): Promise<void> => {
    facts[name] = result;
    await options.onDataset(name, result);
  };
  const inOrder = async (list: Steps, signal: AbortSignal): Promise<void> => {
    for (const [name, step] of list) {
      if (!wanted(name)) continue;
      signal.throwIfAborted();
      await finish(name, await attempt(step, contextFor(signal)));
    }
  };

  const items = fixedPart.filter((item) => wanted(item.dataset));
  const fixed = async (signal: AbortSignal): Promise<void> => {
    if (items.length === 0) return;
    signal.throwIfAborted();
    const answers = await batchAnswers(graph, items);
    for (const item of items) {
      if (helperItems.includes(item.id)) continue;
      signal.throwIfAborted();
      await finish(item.dataset, await fixedResult(contextFor(signal), item, answers));
    }
  };
  /** Whether what builds on the policies may begin: not where their own lane has failed. */
  const policiesRead = Promise.withResolvers<boolean>();
  await besideEachOther(options.signal, [
    async (signal) => {
      try {
        await inOrder(firstSteps, signal);
        policiesRead.resolve(true);
      } finally {
        policiesRead.resolve(false);
      }
      await inOrder(slowSteps, signal);
    },
    async (signal) => {
      await fixed(signal);
      if (await policiesRead.promise) await inOrder(steps, signal);
    },
  ]);
  if (wanted('directoryAudits')) {
    const since = await options.auditsSince?.(facts as Facts);
    if (since)
      await finish('directoryAudits', await attempt(collectDirectoryAudits(since), contextFor(options.signal)));
  }
  return facts as Facts;
}

async function attempt(step: Step, context: StepContext): Promise<DatasetResult> {
  try {
    return await step(context);
  } catch (error) {
    return failed(failureOf(error), context.now);
  }
}

/** Collects one dataset by itself, for schedules of their own (last sign-in). What it builds on comes in `known`. */
export async function collectDataset<K extends DatasetName>(
  name: K,
  graph: GraphClient,
  options: { now: Date; known?: Facts; dns?: DnsResolver; signal?: AbortSignal },
): Promise<DatasetResult<FactValues[K]>> {
  const skip = datasetNames.filter((other) => other !== name);
  const { [name]: _again, ...known } = options.known ?? {};
  const onDataset = (): Promise<void> => Promise.resolve();
  const { now, dns, signal } = options;
  const facts = await collectFacts({
    graph,
    now,
    done: known as Facts,
    skip,
    onDataset,
    ...(dns && { dns }),
    ...(signal && { signal }),
  });
  const result = facts[name];
  if (result === undefined) throw new Error(`${name} is no dataset of a scan`);
  return result as DatasetResult<FactValues[K]>;
}
