import type { SignInForecast } from '@tenantry/contract/sign-in-replay';
import { isExpired } from '../../audit/checks/emergency-accounts.ts';
import { collectFacts } from '../../audit/collect/collect-facts.ts';
import { collectPolicyGroups } from '../../audit/collect/policy-groups.ts';
import { datasetNames } from '../../audit/facts/datasets.ts';
import { collected, factOf } from '../../audit/facts/facts.ts';
import { type JsonObject, textsAt } from '../../audit/facts/json-reader.ts';
import type { GraphClient } from '../../ports/graph.ts';
import type { SignInLogStore, StoredSignInLog } from '../../store/sign-in-logs.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { paced, TooMuchWorkError } from '../pace/work-budget.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { forecastOf } from './forecast.ts';
import { logView } from './log-view.ts';
import { replayKnowledge, unchangedLocations } from './replay-knowledge.ts';

export type ReplayDependencies = Pick<CommonParts, 'microsoft365' | 'clock'> & { signInLogs: SignInLogStore };

/** Why nothing was replayed, as sentences for people: for what the tenant has, or for what the draft is. */
export class ReplayRefusedError extends Error {
  readonly because: 'state' | 'draft';

  constructor(because: 'state' | 'draft', message: string) {
    super(message);
    this.because = because;
  }
}

/** Somebody waits at a page. */
const answerMs = 20_000;
const workMs = 20_000;
const tooMuch =
  'This draft takes more work to replay than one is given. Name groups instead of accounts, or try its changes out a few at a time.';

/** What may have changed since the log was read. */
const askedAnew: readonly string[] = ['conditionalAccessPolicies', 'namedLocations'];

async function factsOfToday(graph: GraphClient, now: Date, signal: AbortSignal) {
  const skip = datasetNames.filter((name) => !askedAnew.includes(name));
  const facts = await collectFacts({ graph, now, done: {}, skip, onDataset: async () => undefined, signal });
  const policies = factOf(facts, 'conditionalAccessPolicies');
  const failure = facts.conditionalAccessPolicies?.state === 'failed' ? facts.conditionalAccessPolicies : null;
  if (policies !== undefined) return { today: policies, locations: factOf(facts, 'namedLocations') };
  const what = failure === null ? '' : ` (${failure.status} ${failure.code})`;
  throw new ReplayRefusedError('state', `Microsoft did not give today's policies${what}. Nothing was replayed.`);
}

/** So many groups are asked for while somebody waits; who is in the others is not known. */
const groupsAsked = 100;
const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Groups that the sets name and that the reading did not know, such as one that the draft alone excludes: asked for now. */
async function groupsOf(
  graph: GraphClient,
  { groups }: StoredSignInLog,
  policies: readonly JsonObject[],
  { now, signal }: { now: Date; signal: AbortSignal },
) {
  const read = new Set(groups.read);
  const named = policies.flatMap((policy) =>
    ['includeGroups', 'excludeGroups'].flatMap((key) => textsAt(policy, 'conditions', 'users', key)),
  );
  const fresh = [...new Set(named.map((id) => id.toLowerCase()))].filter((id) => guid.test(id) && !read.has(id));
  const asked = { state: 'enabled', conditions: { users: { includeGroups: fresh.slice(0, groupsAsked) } } };
  const more = await collectPolicyGroups(graph, { conditionalAccessPolicies: collected([asked], now) }, signal);
  const before = new Map(groups.groupsOf);
  const known = new Set([...read, ...more.named.filter((id) => !more.unread.has(id))]);
  return {
    groupsOf: (userId: string) => [...(before.get(userId) ?? []), ...more.groupsOf(userId)],
    isRead: (id: string) => known.has(id),
  };
}

/**
 * Replays what is kept of the tenant's sign-in log under the policies that it has now and under those of a draft.
 * @throws ReplayRefusedError where no log is kept, today's policies are not to be had, or the draft takes too much work
 */
export async function replay(
  { microsoft365, signInLogs, clock }: ReplayDependencies,
  tenant: TenantRecord,
  draft: readonly JsonObject[],
): Promise<SignInForecast> {
  const now = clock.now();
  const stored = await signInLogs.read(tenant, now);
  if (stored === null) throw new ReplayRefusedError('state', 'No sign-in log is kept of this tenant. Read it first.');
  const signal = AbortSignal.timeout(answerMs);
  const target = { entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock };
  const graph = microsoft365.graph(target, { maxWaitMs: answerMs, signal });
  const { today, locations } = await factsOfToday(graph, now, signal);
  const namedLocations = unchangedLocations(stored.facts.namedLocations, locations);
  const groups = await groupsOf(graph, stored, [...today, ...draft], { now, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    throw new ReplayRefusedError('state', 'Microsoft did not answer in time. Nothing was replayed: try again.');
  });
  const accounts = factOf(stored.facts, 'users')?.accounts ?? [];
  const declared = tenant.emergencyAccounts.filter((one) => !isExpired(one, now));
  const input = {
    log: stored.log,
    knowledge: replayKnowledge({ ...stored.facts, namedLocations }, groups),
    today,
    draft,
    emergency: new Set(declared.map(({ userId }) => userId.toLowerCase())),
    agents: new Set(accounts.filter(({ agent }) => agent === true).map(({ id }) => id.toLowerCase())),
  };
  try {
    const forecast = await forecastOf(input, paced(workMs));
    return { log: logView(stored), replayedAt: now.toISOString(), ...forecast };
  } catch (error) {
    if (error instanceof TooMuchWorkError) throw new ReplayRefusedError('draft', tooMuch);
    throw error;
  }
}
