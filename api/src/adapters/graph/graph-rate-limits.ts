import type { RateLimit } from './rate-slots.ts';

/** How often Graph may be asked, by kind of limit; 0 for no limit. */
export type GraphRates = {
  /** Requests a second for each tenant. */
  identity: number;
  /** Requests in ten seconds for each tenant. */
  reports: number;
  /** Requests in ten seconds over all tenants. */
  reportsOfAll: number;
  /** Requests a minute over all tenants. */
  signInActivity: number;
};

/** What Microsoft allows (learn.microsoft.com/graph/throttling-limits, as of 2026-02). */
export const microsoftRates: GraphRates = { identity: 1, reports: 5, reportsOfAll: 122, signInActivity: 10 };

/** A limit that a request falls under, and the bucket that counts it. */
export type GraphRateLimit = { bucket: string; limit: RateLimit; isSerial: boolean };

type Rule = {
  name: keyof GraphRates;
  windowMs: number;
  perTenant: boolean;
  /** No two of them in one $batch. */
  isSerial?: boolean;
  covers(path: string): boolean;
};

/**
 * Requests that left in time may arrive closer together than they left: a twentieth of the window more, and no more than this.
 * In a short one nearly all come from the worker of one scan, whose clock is one; where a directory is read at the same time
 * by another, a 429 is possible and the request is sent again.
 */
const mostMarginMs = 200;
const arrivalMarginMs = (windowMs: number): number => Math.min(mostMarginMs, windowMs / 20);

const oncePerSecond = [
  // Microsoft names no limit of its own for it: it is counted with what it reads.
  '/identity/conditionalaccess/evaluate',
  '/identity/conditionalaccess/policies',
  '/identity/conditionalaccess/namedlocations',
  '/identityprotection/riskyusers',
  '/identityprotection/riskdetections',
];

// The option, wherever it stands: in $select, $filter or $orderby.
const usesSignInActivity = (path: string) => path.split('?', 2)[1]?.includes('signinactivity') === true;
const isReport = (path: string) =>
  path.startsWith('/auditlogs/') || path.startsWith('/reports/authenticationmethods/') || usesSignInActivity(path);

/**
 * The limits that are worth a count of our own (learn.microsoft.com/graph/throttling-limits): those that one scan or a
 * few of them reach, or that are shared by all tenants. In the order in which places are asked for, the scarce first.
 *
 * Not counted here, since a scan stays far below, and a 429 says when to come again: all of Graph (130,000 requests in
 * 10 s for the application), the directory's resource units (3,500 to 8,000 in 10 s for each tenant; a page of users
 * costs 1 with $select), Secure Score (150 a minute and 4 at a time for each tenant; a scan makes two in one $batch),
 * usage reports (14 in 10 minutes; not used), advanced hunting (at least 45 a minute for each tenant; a scan makes three).
 */
const rules: readonly Rule[] = [
  // Ten a minute for each tenant, too: what holds over all of them holds for each.
  { name: 'signInActivity', windowMs: 60_000, perTenant: false, covers: usesSignInActivity },
  { name: 'reportsOfAll', windowMs: 10_000, perTenant: false, covers: isReport },
  { name: 'reports', windowMs: 10_000, perTenant: true, covers: isReport },
  {
    // For all applications of the tenant together, and the only one whose 429 says nothing of when to come again.
    name: 'identity',
    windowMs: 1000,
    perTenant: true,
    isSerial: true,
    covers: (path) => oncePerSecond.some((prefix) => path.startsWith(prefix)),
  },
];

const limitOf = (rule: Rule, rates: GraphRates): RateLimit => ({
  requests: rates[rule.name],
  windowMs: rule.windowMs + arrivalMarginMs(rule.windowMs),
});

/**
 * The limits that a request falls under.
 * @param upstream whose limits they are: the simulator's requests take nothing from Microsoft's
 * @param path with version and query
 */
export function graphRateLimits(
  path: string,
  { upstream, tenantId, rates }: { upstream: string; tenantId: string; rates: GraphRates },
): GraphRateLimit[] {
  const below = path.toLowerCase().replace(/^\/(v1\.0|beta)(?=\/)/, '');
  return rules
    .filter((rule) => rates[rule.name] > 0 && rule.covers(below))
    .map((rule) => ({
      bucket: [upstream, rule.name, ...(rule.perTenant ? [tenantId] : [])].join(' '),
      limit: limitOf(rule, rates),
      isSerial: rule.isSerial === true,
    }));
}
