import { usesSignInActivity } from './graph/directory-routes.ts';
import { GraphError } from './graph/graph-answer.ts';

const limitNames = [
  'identity',
  'reports',
  'reportsOfAll',
  'signInActivity',
  'signInActivityOfAll',
  'secureScore',
  'directory',
] as const;
type LimitName = (typeof limitNames)[number];

/** So many requests, or units of the directory, in so many milliseconds; 0 requests: no limit. */
interface ThrottleRate {
  requests: number;
  windowMs: number;
}
export type ThrottleRates = Partial<Record<LimitName, ThrottleRate>>;

/** One request as far as a limit asks. `path` in lower case, with version. */
interface Asked {
  method: string;
  path: string;
  params: URLSearchParams;
  userCount: number;
}

type ThrottledRequest = Pick<Asked, 'method' | 'path' | 'params'>;

interface Limit {
  requests: number | ((asked: Asked) => number);
  windowMs: number;
  perTenant: boolean;
  /** Conditional Access and Identity Protection answer 429 without Retry-After. */
  tellsWhen: boolean;
  /** What the request costs; 0: it does not fall under the limit. */
  cost(asked: Asked): number;
}

const oncePerSecond = [
  '/v1.0/identity/conditionalaccess/policies',
  '/v1.0/identity/conditionalaccess/namedlocations',
  '/v1.0/identityprotection/riskyusers',
  '/v1.0/identityprotection/riskdetections',
];
/** Identity and access: Microsoft lists resources, here they are as paths. */
const directoryPaths =
  /^\/v1\.0\/(users|groups|directoryroles|directoryobjects|domains|organization|policies|subscribedskus|serviceprincipals|applications|contracts|rolemanagement|me)\b/;

/**
 * Base cost of a request in resource units, by method and path; whatever is not listed costs 1. What is listed for me
 * holds for a user as well. Source: learn.microsoft.com/graph/throttling-limits, identity and access; its table as of
 * microsoft-graph-docs-contrib, where getByIds went from 3 to 5. Left out: paths that the simulator does not answer.
 * Whether a cast (`memberOf/microsoft.graph.group`) costs what the list does is not said: it stays at 1.
 */
const baseUnits: readonly { method: 'GET' | 'POST'; path: RegExp; units: number }[] = [
  { method: 'GET', path: /^\/applications$/, units: 2 },
  { method: 'GET', path: /^\/contracts$/, units: 3 },
  { method: 'POST', path: /^\/directoryobjects\/getbyids$/, units: 5 },
  { method: 'GET', path: /^\/groups\/[^/]+\/members$/, units: 3 },
  { method: 'GET', path: /^\/groups\/[^/]+\/transitivemembers$/, units: 5 },
  { method: 'GET', path: /^\/(me|users\/[^/]+)\/(memberof|transitivememberof)$/, units: 2 },
  { method: 'GET', path: /^\/subscribedskus$/, units: 3 },
  { method: 'GET', path: /^\/users$/, units: 2 },
];
/** "$top with a value of less than 20 decreases cost by 1." */
const fewItems = 20;
/** By a note below Microsoft's table; not one less, as for the others. */
const getByIdsWithSelect = 2;

function isReport({ path, params }: Asked): boolean {
  return (
    path.startsWith('/v1.0/auditlogs/') ||
    path.startsWith('/v1.0/reports/authenticationmethods/') ||
    usesSignInActivity(params)
  );
}

/** Resource units: the base cost, one less each for $select and for a small $top, one more for $expand, at least one. */
function directoryUnits({ method, path, params }: Asked): number {
  if (!directoryPaths.test(path)) return 0;
  const below = path.slice('/v1.0'.length);
  if (below === '/directoryobjects/getbyids' && params.has('$select')) return getByIdsWithSelect;
  const base = baseUnits.find((one) => one.method === method && one.path.test(below))?.units ?? 1;
  const top = params.get('$top');
  const less = (params.has('$select') ? 1 : 0) + (top !== null && Number(top) < fewItems ? 1 : 0);
  return Math.max(1, base - less + (params.has('$expand') ? 1 : 0));
}

const when = (holds: (asked: Asked) => boolean) => (asked: Asked) => (holds(asked) ? 1 : 0);
const signInActivity = when(({ params }) => usesSignInActivity(params));

/** learn.microsoft.com/graph/throttling-limits, as of 2026-02. */
const limits: Record<LimitName, Limit> = {
  identity: {
    requests: 1,
    windowMs: 1000,
    perTenant: true,
    tellsWhen: false,
    cost: when(({ path }) => oncePerSecond.some((prefix) => path.startsWith(prefix))),
  },
  reports: { requests: 5, windowMs: 10_000, perTenant: true, tellsWhen: true, cost: when(isReport) },
  reportsOfAll: { requests: 122, windowMs: 10_000, perTenant: false, tellsWhen: true, cost: when(isReport) },
  signInActivity: { requests: 10, windowMs: 60_000, perTenant: true, tellsWhen: true, cost: signInActivity },
  signInActivityOfAll: { requests: 10, windowMs: 60_000, perTenant: false, tellsWhen: true, cost: signInActivity },
  secureScore: {
    requests: 150,
    windowMs: 60_000,
    perTenant: true,
    tellsWhen: true,
    cost: when(({ path }) => path.startsWith('/v1.0/security/securescores')),
  },
  directory: {
    requests: ({ userCount }) => (userCount < 50 ? 3500 : userCount <= 500 ? 5000 : 8000),
    windowMs: 10_000,
    perTenant: true,
    tellsWhen: true,
    cost: directoryUnits,
  },
};

/** What came under a limit so far, the directory's in units. Where it holds over all tenants, the tenant is null. */
export interface LimitCount {
  limit: string;
  tenantId: string | null;
  /** So many requests in so long are let through. */
  requests: number;
  windowMs: number;
  passed: number;
  refused: number;
}

export interface Throttle {
  /** Null: nothing is limited. What is given replaces Microsoft's figures, so that tests need not wait. */
  set(rates: ThrottleRates | null): void;
  rates(): ThrottleRates | null;
  /** Throws 429 where the call is one too many. Refused calls do not count. */
  check(tenant: { id: string; userCount: number }, request: ThrottledRequest, now: Date): void;
  counts(): LimitCount[];
  clearCounts(): void;
}

interface Spent {
  timeMs: number;
  cost: number;
}

/** @param initial null: nothing is limited until `set` says so */
export function createThrottle(initial: ThrottleRates | null): Throttle {
  let rates = initial;
  const spentByLimit = new Map<string, Spent[]>();
  const counts = new Map<string, LimitCount>();

  /** The window of a limit that the request falls under, as it is now. */
  function windowOf(name: LimitName, tenantId: string, asked: Asked, nowMs: number) {
    const limit = limits[name];
    const cost = limit.cost(asked);
    const own = rates?.[name];
    const standard = typeof limit.requests === 'number' ? limit.requests : limit.requests(asked);
    const { requests, windowMs } = own ?? { requests: standard, windowMs: limit.windowMs };
    if (cost === 0 || requests === 0) return [];
    const key = `${name}/${limit.perTenant ? tenantId : ''}`;
    const recent = (spentByLimit.get(key) ?? []).filter(({ timeMs }) => timeMs > nowMs - windowMs);
    spentByLimit.set(key, recent);
    const fresh = { limit: name, tenantId: limit.perTenant ? tenantId : null, requests, windowMs };
    const count = counts.get(key) ?? { ...fresh, passed: 0, refused: 0 };
    counts.set(key, count);
    return [{ limit, recent, cost, requests, windowMs, count }];
  }

  return {
    set(next) {
      rates = next;
      spentByLimit.clear();
      counts.clear();
    },
    rates: () => rates,
    check(tenant, { method, path, params }, now) {
      if (rates === null) return;
      const timeMs = now.getTime();
      const asked = { method, path: path.toLowerCase(), params, userCount: tenant.userCount };
      const windows = limitNames.flatMap((name) => windowOf(name, tenant.id, asked, timeMs));
      for (const { limit, recent, cost, requests, windowMs, count } of windows) {
        const spent = recent.reduce((sum, one) => sum + one.cost, 0);
        // The first request of a window is always let through, however much it costs.
        if (spent === 0 || spent + cost <= requests) continue;
        const waitSeconds = Math.max(1, Math.ceil(((recent[0]?.timeMs ?? timeMs) + windowMs - timeMs) / 1000));
        const headers: Record<string, string> = limit.tellsWhen ? { 'Retry-After': String(waitSeconds) } : {};
        count.refused += cost;
        throw new GraphError(429, 'TooManyRequests', 'Too many requests.', headers);
      }
      for (const { recent, cost, count } of windows) {
        recent.push({ timeMs, cost });
        count.passed += cost;
      }
    },
    counts: () => [...counts.values()].map((count) => ({ ...count })),
    clearCounts: () => counts.clear(),
  };
}

function isRate(value: unknown): value is ThrottleRate {
  const { requests, windowMs } = Object(value) as Record<string, unknown>;
  return Number.isInteger(requests) && Number(requests) >= 0 && Number.isInteger(windowMs) && Number(windowMs) > 0;
}

/** Rates from JSON, by the names of the limits; throws a TypeError that names what is wrong. */
export function parseThrottleRates(value: unknown): ThrottleRates {
  if (typeof value !== 'object' || value === null) throw new TypeError('rates must be an object');
  const rates: ThrottleRates = {};
  for (const [key, rate] of Object.entries(value)) {
    const name = limitNames.find((one) => one === key);
    if (!name) throw new TypeError(`there is no limit ${key}; there are ${limitNames.join(', ')}`);
    if (!isRate(rate)) throw new TypeError(`${key} must be {"requests": 0 or more, "windowMs": 1 or more}`);
    rates[name] = { requests: rate.requests, windowMs: rate.windowMs };
  }
  return rates;
}
