import { collectFacts } from '../../audit/collect/collect-facts.ts';
import { signInLogPath } from '../../audit/collect/paths.ts';
import { collectPolicyGroups } from '../../audit/collect/policy-groups.ts';
import { signInClassReducer } from '../../audit/collect/reduce/sign-in-classes.ts';
import { type DatasetName, datasetNames } from '../../audit/facts/datasets.ts';
import { collected, type Facts, factOf, failed } from '../../audit/facts/facts.ts';
import { type JsonObject, textAt } from '../../audit/facts/json-reader.ts';
import type { SignInClasses } from '../../audit/facts/sign-in-classes.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { dayMs } from '../../domain/scan-plan/scan-plan.ts';
import { placesByAddress } from '../../domain/sign-in-replay/replay-knowledge.ts';
import { GraphError, type GraphFailure, type ResumableGraph } from '../../ports/graph.ts';
import { afterPage, listBegin, maxPagesOverMessages } from '../../ports/list-course.ts';
import type { SignInLogStore, StoredGroups } from '../../store/sign-in-logs.ts';
import type { SignInReading, TenantRecord } from '../../store/tenants.ts';

type Dependencies = Pick<CommonParts, 'microsoft365' | 'clock'> & { signInLogs: SignInLogStore };

/** What a message's work came to. `lost`: somebody else has the reading, or it was called off: nothing more is written. */
export type ReadingOutcome =
  | { kind: 'completed'; entries: number }
  | { kind: 'failed'; message: string }
  | { kind: 'unfinished'; failure: GraphFailure | null }
  | { kind: 'lost' };

export class ReadingLostError extends Error {}

/** After this long the rest waits for another message: a function may run for ten minutes. */
const budgetMs = 2 * 60_000;
const maxWaitMs = 60_000;
const givenUpMs = 8 * 60_000;
/** What is kept of a large log takes a second to write: a worker that dies costs this many pages. */
const pagesOfCheckpoint = 20;
const keptDays = 30;

/** How far it has come, for whoever waits. @throws ReadingLostError where the reading is no longer this worker's */
type Told = (progress: { read: number; reachedAt: string | null }) => Promise<void>;

type Reading = SignInReading & { startedAt: string };

async function factsOf(graph: ResumableGraph, names: readonly DatasetName[], now: Date, accountIds: readonly string[]) {
  const skip = datasetNames.filter((name) => !names.includes(name));
  return collectFacts({ graph, now, accountIds, done: {}, skip, onDataset: async () => undefined });
}

/** Every policy counts, in whatever state: a draft may turn it on. */
const asEnabled = (policies: readonly JsonObject[], now: Date): Facts => ({
  conditionalAccessPolicies: collected(
    policies.map((policy) => ({ ...policy, state: 'enabled' })),
    now,
  ),
});

/** Which of the groups that the policies name each account of the log is in. */
async function groupsOf(graph: ResumableGraph, facts: Facts, log: SignInClasses, now: Date): Promise<StoredGroups> {
  const policies = factOf(facts, 'conditionalAccessPolicies') ?? [];
  const groups = await collectPolicyGroups(graph, asEnabled(policies, now));
  return {
    read: groups.named.filter((id) => !groups.unread.has(id)),
    groupsOf: log.accounts
      .map(({ id }) => [id, groups.groupsOf(id)] as const)
      .filter(([, groupIds]) => groupIds.length > 0),
  };
}

/** The accounts of the log alone, and of other datasets what decides whether a policy applies. */
async function knowledgeOf(graph: ResumableGraph, log: SignInClasses, now: Date) {
  const ids = log.accounts.map(({ id }) => id);
  const facts = await factsOf(graph, ['users', 'roles', 'conditionalAccessPolicies'], now, ids);
  const groups = await groupsOf(graph, facts, log, now);
  const { users, roles } = facts;
  const known = new Set(ids);
  const own: Facts['users'] =
    users?.state === 'ok'
      ? {
          ...users,
          value: {
            ...users.value,
            accounts: users.value.accounts.filter(({ id }) => known.has(id.toLowerCase())),
            licenses: [],
            disabledIds: [],
          },
        }
      : users;
  return { groups, facts: { ...(own && { users: own }), ...(roles && { roles }) } };
}

async function collect(
  { signInLogs, clock }: Dependencies,
  { tenant, reading, graph }: { tenant: TenantRecord; reading: Reading; graph: ResumableGraph },
  told: Told,
): Promise<ReadingOutcome> {
  const beganMs = clock.now().getTime();
  const to = new Date(reading.startedAt);
  const from = new Date(to.getTime() - reading.days * dayMs);
  const kept = await signInLogs.readProgress(tenant, reading.id);
  const placing: Facts = kept?.facts ?? (await factsOf(graph, ['namedLocations'], clock.now(), []));
  const reducer = signInClassReducer(placesByAddress(factOf(placing, 'namedLocations') ?? null), kept?.log);
  let next: string | null = kept?.next ?? signInLogPath(from, to);
  let course = kept?.course ?? listBegin;
  let isOver = false;
  while (next !== null && !isOver) {
    const page = await graph.page(next);
    course = afterPage(course, page.items, page.next, maxPagesOverMessages);
    reducer.add(page.items);
    next = page.next;
    isOver = clock.now().getTime() - beganMs >= budgetMs;
    if (next === null || (!isOver && course.pages % pagesOfCheckpoint !== 0)) continue;
    const log = reducer.finish();
    await told({ read: log.entries, reachedAt: textAt(page.items.at(-1), 'createdDateTime') });
    await signInLogs.writeProgress(tenant, reading.startedAt, {
      reading: reading.id,
      next,
      course,
      facts: placing,
      log,
    });
  }
  if (next !== null) return { kind: 'unfinished', failure: null };
  const log = reducer.finish();
  await told({ read: log.entries, reachedAt: from.toISOString() });
  const { facts, groups } = await knowledgeOf(graph, log, clock.now());
  await told({ read: log.entries, reachedAt: from.toISOString() });
  await signInLogs.write(tenant, {
    days: reading.days,
    from: from.toISOString(),
    to: to.toISOString(),
    keptUntil: new Date(to.getTime() + keptDays * dayMs).toISOString(),
    log,
    facts: { ...placing, ...facts },
    groups,
  });
  await signInLogs.endProgress(tenant);
  return { kind: 'completed', entries: log.entries };
}

function refusal(failure: GraphFailure, now: Date): string {
  const { reason } = failed(failure, now);
  const what = `${failure.status} ${failure.code}`;
  if (reason === 'notLicensed') return `Microsoft gives the sign-in log with Entra ID P1 or P2 alone (${what}).`;
  if (reason === 'notPermitted') return `Tenantry may not read the sign-in log: it needs AuditLog.Read.All (${what}).`;
  return `Microsoft did not give the sign-in log (${what}).`;
}

/** Asked for again where that may help: the limits of Microsoft, an outage. */
const isPassing = ({ code, status }: GraphFailure): boolean =>
  code === 'RateLimited' || status === 0 || status === 429 || status >= 500;

/**
 * Reads the sign-in log of a tenant page by page into classes, and then what decides whether policies apply to them. A worker that dies
 * costs the pages since the last checkpoint.
 */
export async function runReading(
  dependencies: Dependencies,
  tenant: TenantRecord,
  reading: Reading,
  told: Told,
): Promise<ReadingOutcome> {
  const { microsoft365, clock } = dependencies;
  const target = { entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock };
  const graph = microsoft365.graph(target, { maxWaitMs, signal: AbortSignal.timeout(givenUpMs) });
  try {
    return await collect(dependencies, { tenant, reading, graph }, told);
  } catch (error) {
    if (error instanceof ReadingLostError) return { kind: 'lost' };
    if (!(error instanceof GraphError)) throw error;
    if (isPassing(error.failure)) return { kind: 'unfinished', failure: error.failure };
    return { kind: 'failed', message: refusal(error.failure, clock.now()) };
  }
}
