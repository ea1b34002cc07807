import { usesSignInActivity } from './graph/directory-routes.ts';
import { GraphError } from './graph/graph-answer.ts';

interface Limit {
  name: string;
  requests: number;
  windowMs: number;
  perTenant: boolean;
  /** Conditional Access and Identity Protection answer 429 without Retry-After. */
  tellsWhen: boolean;
  covers(path: string, params: URLSearchParams): boolean;
}

const oncePerSecond = [
  '/v1.0/identity/conditionalaccess/policies',
  '/v1.0/identity/conditionalaccess/namedlocations',
  '/v1.0/identityprotection/riskyusers',
  '/v1.0/identityprotection/riskdetections',
];

function isReport(path: string, params: URLSearchParams): boolean {
  return (
    path.startsWith('/v1.0/auditlogs/') ||
    path.startsWith('/v1.0/reports/authenticationmethods/') ||
    usesSignInActivity(params)
  );
}

/** learn.microsoft.com/graph/throttling-limits, as of 2026-02. */
const limits: Limit[] = [
  {
    name: 'identity',
    requests: 1,
    windowMs: 1000,
    perTenant: true,
    tellsWhen: false,
    covers: (path) => oncePerSecond.some((prefix) => path.startsWith(prefix)),
  },
  { name: 'reports', requests: 5, windowMs: 10_000, perTenant: true, tellsWhen: true, covers: isReport },
  { name: 'reports of all', requests: 122, windowMs: 10_000, perTenant: false, tellsWhen: true, covers: isReport },
  {
    name: 'signInActivity',
    requests: 10,
    windowMs: 60_000,
    perTenant: true,
    tellsWhen: true,
    covers: (_path, params) => usesSignInActivity(params),
  },
  {
    name: 'signInActivity of all',
    requests: 10,
    windowMs: 60_000,
    perTenant: false,
    tellsWhen: true,
    covers: (_path, params) => usesSignInActivity(params),
  },
];

export interface Throttle {
  /** Throws 429 where the call is one too many. Refused calls do not count. */
  check(tenantId: string, path: string, params: URLSearchParams, now: Date): void;
}

export function createThrottle(enabled: boolean): Throttle {
  const seen = new Map<string, number[]>();
  return {
    check(tenantId, path, params, now) {
      if (!enabled) return;
      const timeMs = now.getTime();
      const covering = limits.filter((limit) => limit.covers(path.toLowerCase(), params));
      const windows = covering.map((limit) => {
        const key = `${limit.name}/${limit.perTenant ? tenantId : ''}`;
        const recent = (seen.get(key) ?? []).filter((time) => time > timeMs - limit.windowMs);
        seen.set(key, recent);
        return { limit, recent };
      });
      for (const { limit, recent } of windows) {
        if (recent.length < limit.requests) continue;
        const waitSeconds = Math.max(1, Math.ceil(((recent[0] ?? timeMs) + limit.windowMs - timeMs) / 1000));
        const headers: Record<string, string> = limit.tellsWhen ? { 'Retry-After': String(waitSeconds) } : {};
        throw new GraphError(429, 'TooManyRequests', 'Too many requests.', headers);
      }
      for (const { recent } of windows) recent.push(timeMs);
    },
  };
}
