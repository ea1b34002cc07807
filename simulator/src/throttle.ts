import { usesSignInActivity } from './graph/directory-routes.ts';
import { GraphError } from './graph/graph-answer.ts';

export const limitNames = [
  'identity',
  'reports',
  'reportsOfAll',
  'signInActivity',
  'signInActivityOfAll',
  'secureScore',
  'directory',
] as const;
export type LimitName = (typeof limitNames)[number];

/** So many requests, or units of the directory, in so many milliseconds; 0 requests: no limit. */
export interface ThrottleRate {
  requests: number;
  windowMs: number;
}
export type ThrottleRates = Partial<Record<LimitName, ThrottleRate>>;

/** One request as far as a limit asks. `path` in lower case, with version. */
interface Asked {
  path: string;
  params: URLSearchParams;
  userCount: number;
}

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
const directoryPaths =
  /^\/v1\.0\/(users|groups|directoryroles|directoryobjects|domains|organization|policies|subscribedskus|serviceprincipals|applications|rolemanagement|me)\b/;

function isReport({ path, params }: Asked): boolean {
  return (
    path.startsWith('/v1.0/auditlogs/') ||
    path.startsWith('/v1.0/reports/authenticationmethods/') ||
    usesSignInActivity(params)
  );
}

/** Resource units: by path, one less with $select, one more with $expand, at least one. */
function directoryUnits({ path, params }: Asked): number {
  if (!directoryPaths.test(path)) return 0;
  const base = /^\/v1\.0\/users$/.test(path) ? 2 : /\/subscribedskus$|\/groups\/[^/]+\/members$/.test(path) ? 3 : 1;
  return Math.max(1, base - (params.has('$select') ? 1 : 0) + (params.has('$expand') ? 1 : 0));
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
  check(tenant: { id: string; userCount: number }, path: string, params: URLSearchParams, now: Date): void;
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
  const seen = new Map<string, Spent[]>();
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
    const recent = (seen.get(key) ?? []).filter(({ timeMs }) => timeMs > nowMs - windowMs);
    seen.set(key, recent);
    const fresh = { limit: name, tenantId: limit.perTenant ? tenantId : null, requests, windowMs };
    const count = counts.get(key) ?? { ...fresh, passed: 0, refused: 0 };
    counts.set(key, count);
    return [{ limit, recent, cost, requests, windowMs, count }];
  }

  return {
    set(next) {
      rates = next;
      seen.clear();
      counts.clear();
    },
    rates: () => rates,
    check(tenant, path, params, now) {
      if (rates === null) return;
      const timeMs = now.getTime();
      const asked = { path: path.toLowerCase(), params, userCount: tenant.userCount };
      const windows = limitNames.flatMap((name) => windowOf(name, tenant.id, asked, timeMs));
      for (const { limit, recent, cost, requests, windowMs, count } of windows) {
        const spent = recent.reduce((sum, one) => sum + one.cost, 0);
        // The first request of a window is always let through, however dear it is.
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
