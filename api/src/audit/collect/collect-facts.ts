import type { DnsResolver } from '../../ports/dns.ts';
import type { BatchAnswer, GraphClient } from '../../ports/graph.ts';
import { factOf } from '../check.ts';
import { datasetNames } from '../datasets.ts';
import { collected, type DatasetName, type DatasetResult, type Facts, type FactValues, failed } from '../facts.ts';
import { interestingIds } from '../interesting-ids.ts';
import { isObject, objectAt, textAt } from '../json-reader.ts';
import { groupReducer } from '../reduce/groups.ts';
import { registrationReducer } from '../reduce/registration.ts';
import { alertReducer, riskReducer } from '../reduce/risk.ts';
import { trimControl, trimScores } from '../reduce/secure-score.ts';
import { signInReducer } from '../reduce/sign-ins.ts';
import { signInActivityReducer, userReducer } from '../reduce/users.ts';
import { collectDirectoryAudits } from './directory-audits.ts';
import { collectDns } from './dns.ts';
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
  /** Without it the DNS dataset is not collected. */
  dns?: DnsResolver;
  now: Date;
  /** What an earlier run, or a schedule of its own, has collected already: not asked for again. */
  done: Facts;
  /** Datasets to leave out; they count as not collected. */
  skip?: readonly DatasetName[];
  /**
   * Asked once all the rest is there: since when the directory audit log is wanted, or null where it is not. Without it
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
  dns: DnsResolver | undefined;
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

const collectBranding: Step = async ({ graph, facts, now }) => {
  const id = textAt(objectAt({ first: factOf(facts, 'organization')?.[0] }, 'first'), 'id');
  if (id === null)
    return failed({ status: 0, code: 'NoOrganization', message: 'The organisation id is not known.' }, now);
  try {
    const branding = await graph.get(`/v1.0/organization/${encodeURIComponent(id)}/branding`);
    return isObject(branding) ? ok(branding, now) : failed(badForm('branding'), now);
  } catch (error) {
    const failure = failureOf(error);
    // 404 is the documented answer where no branding was set up.
    return failure.status === 404 ? ok({}, now) : failed(failure, now);
  }
};

const collectDnsStep: Step = async ({ dns, facts, now, signal }) => {
  const domains = factOf(facts, 'domains');
  if (dns === undefined || domains === undefined) {
    return failed({ status: 0, code: 'NoDomains', message: 'The domains of the tenant are not known.' }, now);
  }
  return ok(await collectDns(dns, domains, signal), now);
};

/** In this order: the four that Microsoft limits to one request a second first, then what needs their answers. */
const steps: readonly [DatasetName, Step][] = [
  ['conditionalAccessPolicies', listed('/v1.0/identity/conditionalAccess/policies')],
  ['namedLocations', listed('/v1.0/identity/conditionalAccess/namedLocations')],
  ['riskyUsers', paged(riskyUsersPath, () => riskReducer('id'))],
  ['riskDetections', paged(riskDetectionsPath, () => riskReducer('userId'))],
  ['privilegedApplications', ({ graph, facts, now }) => collectPrivilegedApplications(graph, facts, now)],
  ['excludedGroups', ({ graph, facts, now }) => collectExcludedGroups(graph, facts, now)],
  ['accessReviews', listed('/v1.0/identityGovernance/accessReviews/definitions')],
  ['branding', collectBranding],
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
  ['signInActivity', paged(signInActivityPath, ({ now }) => signInActivityReducer(now))],
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
 * Collects what a scan needs, each dataset once: the fixed part in one batch, then one dataset after the other. A dataset
 * that fails is recorded with its reason and stops no other.
 * @returns everything in `done` and what was collected now
 * @throws the signal's reason when aborted; what `onDataset` throws; programming errors
 */
export async function collectFacts(options: CollectOptions): Promise<Facts> {
  const { graph, dns, now, signal, done, skip = [] } = options;
  const facts: Partial<Record<DatasetName, DatasetResult>> = { ...done };
  const context: StepContext = { graph, dns, now, signal, facts: facts as Facts };
  const wanted = (name: DatasetName): boolean =>
    facts[name] === undefined && !skip.includes(name) && (name !== 'dns' || dns !== undefined);
  const finish = async (name: DatasetName, result: DatasetResult): Promise<void> => {
    facts[name] = result;
    await options.onDataset(name, result);
  };

  const items = fixedPart.filter((item) => wanted(item.dataset));
  if (items.length > 0) {
    signal?.throwIfAborted();
    const answers = await batchAnswers(graph, items);
    for (const item of items) {
      if (!helperItems.includes(item.id)) await finish(item.dataset, await fixedResult(context, item, answers));
    }
  }
  for (const [name, step] of steps) {
    if (!wanted(name)) continue;
    signal?.throwIfAborted();
    await finish(name, await attempt(step, context));
  }
  if (wanted('directoryAudits')) {
    const since = await options.auditsSince?.(context.facts);
    if (since) await finish('directoryAudits', await attempt(collectDirectoryAudits(since), context));
  }
  return context.facts;
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
