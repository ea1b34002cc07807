import { isDeepStrictEqual } from 'node:util';
import {
  type ForecastAccount,
  type LoggedResults,
  maxForecastAccounts,
  type SignInChangeKind,
  type SignInForecast,
} from '@tenantry/contract/sign-in-replay';
import { enumAt, type JsonObject, textAt } from '../../audit/facts/json-reader.ts';
import type { SignInClass, SignInClasses } from '../../audit/facts/sign-in-classes.ts';
import { directorySyncRoles } from '../../audit/microsoft/privileged-roles.ts';
import { type Pace, paced } from '../pace/work-budget.ts';
import { type Comparison, changeKinds, compareSets } from './compare-sets.ts';
import type { ReplayKnowledge } from './replay-knowledge.ts';
import { reachesInBoth, replayedPolicies } from './replayed-policies.ts';

export type ForecastInput = {
  log: SignInClasses;
  knowledge: ReplayKnowledge;
  /** In the form of Microsoft Graph. */
  today: readonly JsonObject[];
  draft: readonly JsonObject[];
  /** Lower-case ids of the accounts that are declared for emergencies. */
  emergency: ReadonlySet<string>;
  /** Lower-case ids of accounts of agents (agentUser). */
  agents: ReadonlySet<string>;
};

const namedPolicies = 3;

type Hit = { of: SignInClass; comparison: Comparison };
type Account = { id: string; classes: SignInClass[]; hits: Hit[] };

const none = (): LoggedResults => ({
  signIns: 0,
  interrupted: 0,
  blocked: 0,
  reportOnlyFailure: 0,
  reportOnlyInterrupted: 0,
});

const parts = ['conditions', 'grantControls', 'sessionControls'];
const isOff = (policy: JsonObject): boolean => enumAt(policy, 'state') !== 'enabled';
const idOf = (policy: JsonObject): string => textAt(policy, 'id')?.toLowerCase() ?? '';

/**
 * Policies that are not enforced today and are in the draft: what Microsoft logged of them in report-only is a forecast of its own. Not
 * of one that the draft changes besides, since it was logged of another policy.
 */
function turnedOn({ today, draft }: ForecastInput): ReadonlySet<string> {
  const off = new Map(today.filter(isOff).map((policy) => [idOf(policy), policy]));
  const isOnlyTurnedOn = (policy: JsonObject): boolean => {
    const before = off.get(idOf(policy));
    return before !== undefined && parts.every((part) => isDeepStrictEqual(policy[part], before[part]));
  };
  return new Set(draft.filter((policy) => !isOff(policy) && isOnlyTurnedOn(policy)).map(idOf));
}

function loggedOf(classes: readonly SignInClass[], policies: ReadonlySet<string>): LoggedResults {
  const sum = none();
  for (const { count, interrupted, blocked, reportOnly } of classes) {
    sum.signIns += count;
    sum.interrupted += interrupted;
    sum.blocked += blocked;
    for (const [id, counts] of Object.entries(reportOnly)) {
      if (!policies.has(id)) continue;
      sum.reportOnlyFailure += counts.failure;
      sum.reportOnlyInterrupted += counts.interrupted;
    }
  }
  return sum;
}

async function byAccount({ log, knowledge, today, draft }: ForecastInput, pace: Pace): Promise<Map<string, Account>> {
  const reachesOf = reachesInBoth(replayedPolicies(today), replayedPolicies(draft));
  const accounts = new Map<string, Account>();
  for (const one of log.classes) {
    await pace();
    const account = accounts.get(one.userId) ?? { id: one.userId, classes: [], hits: [] };
    accounts.set(one.userId, account);
    account.classes.push(one);
    const reaches = reachesOf(one, knowledge);
    const comparison = compareSets(reaches.today, reaches.draft);
    if (comparison.change !== 'none') account.hits.push({ of: one, comparison });
  }
  return accounts;
}

const isLegacy = ({ client }: SignInClass): boolean => client === 'other' || client === 'exchangeactivesync';

function kindOf({ id, classes }: Account, { emergency, agents, knowledge }: ForecastInput) {
  if (emergency.has(id)) return { kind: 'emergency', kindBecause: null } as const;
  const because = agents.has(id)
    ? 'It is the account of an agent.'
    : directorySyncRoles.some((role) => knowledge.person(`role:${role}`, id) === true)
      ? 'It synchronizes the directory.'
      : classes.every(isLegacy)
        ? 'It signed in with legacy clients alone.'
        : null;
  return { kind: because === null ? 'person' : 'service', kindBecause: because } as const;
}

const clientNames: Readonly<Record<string, string>> = {
  browser: 'a browser',
  mobileappsanddesktopclients: 'an app or a desktop client',
  exchangeactivesync: 'Exchange ActiveSync',
  other: 'a legacy client',
};

function where({ appId, resourceId, client }: SignInClass, applications: Readonly<Record<string, string>>): string {
  const id = resourceId ?? appId;
  const to = id === null ? 'An application that is not known' : (applications[id] ?? id);
  const by = client === null ? 'a client that is not known' : clientNames[client];
  return `${to}, with ${by}`;
}

function accountForecast(
  account: Account,
  input: ForecastInput,
  names: ReadonlyMap<string, { name: string; upn: string | null }>,
  policies: ReadonlySet<string>,
): ForecastAccount | null {
  const change = changeKinds.find((kind) => account.hits.some(({ comparison }) => comparison.change === kind));
  if (change === undefined) return null;
  const hits = account.hits.filter(({ comparison }) => comparison.change === change);
  const [first] = hits;
  if (first === undefined) return null;
  const last = hits.reduce((latest, hit) => (hit.of.lastMs > latest.of.lastMs ? hit : latest), first);
  const because = hits.flatMap(({ comparison }) => comparison.because);
  const signIns = Object.fromEntries(changeKinds.map((kind) => [kind, countOf(account, kind)]));
  return {
    id: account.id,
    name: names.get(account.id)?.name ?? account.id,
    userPrincipalName: names.get(account.id)?.upn ?? null,
    ...kindOf(account, input),
    change,
    signIns: signIns as ForecastAccount['signIns'],
    lastAt: new Date(last.of.lastMs).toISOString(),
    lastTo: where(last.of, input.log.applications),
    policies: [...new Set(because.map(({ name }) => name))].slice(0, namedPolicies),
    lacks: change === 'blocked' || change === 'asked' ? [] : [...new Set(because.flatMap(({ lacks }) => lacks))].sort(),
    logged: loggedOf(account.classes, policies),
  };
}

const countOf = ({ hits }: Account, kind: SignInChangeKind): number =>
  hits.reduce((sum, { of, comparison }) => (comparison.change === kind ? sum + of.count : sum), 0);

const rank: Readonly<Record<ForecastAccount['kind'], number>> = { emergency: 0, service: 1, person: 2 };

/** Emergency accounts first, then services, then people; of each the gravest, the most often. */
function inOrder(a: ForecastAccount, b: ForecastAccount): number {
  return (
    rank[a.kind] - rank[b.kind] ||
    changeKinds.indexOf(a.change) - changeKinds.indexOf(b.change) ||
    b.signIns[b.change] - a.signIns[a.change] ||
    (a.id < b.id ? -1 : 1)
  );
}

export type Forecast = Pick<SignInForecast, 'totals' | 'accounts' | 'logged'>;

/**
 * Replays the classes of a sign-in log under today's policies and under those of a draft. Policies in report-only do nothing in
 * either set. Where the log lacks what decides, the answer is "may be", never no.
 * @param pace lets others run between one class and the next
 */
export async function forecastOf(
  input: ForecastInput,
  pace: Pace = paced(Number.POSITIVE_INFINITY),
): Promise<Forecast> {
  const policies = turnedOn(input);
  const names = new Map(input.log.accounts.map((one) => [one.id, one]));
  const accounts = [...(await byAccount(input, pace)).values()];
  const told = accounts
    .map((account) => accountForecast(account, input, names, policies))
    .filter((one) => one !== null)
    .sort(inOrder);
  const totals = Object.fromEntries(
    changeKinds.map((kind) => [
      kind,
      {
        accounts: told.filter(({ change }) => change === kind).length,
        signIns: told.reduce((sum, { signIns }) => sum + signIns[kind], 0),
      },
    ]),
  );
  return {
    totals: totals as Forecast['totals'],
    accounts: told.slice(0, maxForecastAccounts),
    logged: loggedOf(input.log.classes, policies),
  };
}
