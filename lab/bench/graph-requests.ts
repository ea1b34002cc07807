import type { RequestCount } from '../../simulator/src/request-log.ts';
import type { LimitCount } from '../../simulator/src/throttle.ts';

/** Calls for one tenant: `pages` is part of `calls`, what is inside a $batch is in neither. */
export type GraphCalls = { calls: number; pages: number; inBatches: number };

/** Lists that grow with the directory or its logs: each request to one is a page, the first one too. */
const lists = [
  '/users',
  '/groups',
  '/reports/authenticationmethods/userregistrationdetails',
  '/auditlogs/signins',
  '/auditlogs/directoryaudits',
  '/security/alerts_v2',
  '/identityprotection/riskyusers',
  '/identityprotection/riskdetections',
  '/identitygovernance/accessreviews/definitions',
];

/** Requests to Graph of the tenants, by what they were for. Entra's token endpoint is not Graph. */
export function graphCalls(requests: readonly RequestCount[], tenantIds: ReadonlySet<string>): GraphCalls {
  const found: GraphCalls = { calls: 0, pages: 0, inBatches: 0 };
  for (const { tenantId, path, count, batched } of requests) {
    const below = /^\/(?:v1\.0|beta)(\/.*)$/i.exec(path)?.[1]?.toLowerCase();
    if (below === undefined || tenantId === null || !tenantIds.has(tenantId)) continue;
    const alone = count - batched;
    found.calls += alone;
    found.inBatches += batched;
    if (lists.includes(below)) found.pages += alone;
  }
  return found;
}

/** The least time in which the requests that passed fit under a limit: `requests` of them in each window. */
export function leastSeconds({ passed, requests, windowMs }: LimitCount): number {
  return (Math.floor(Math.max(0, passed - 1) / requests) * windowMs) / 1000;
}
