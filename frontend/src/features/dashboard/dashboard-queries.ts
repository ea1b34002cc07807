import { listActivities } from '@tenantry/contract/activities';
import { getM365Status } from '@tenantry/contract/connection-status';
import { getDataFreshness, getRiskIndicators, getSecureScore, type SyncType } from '@tenantry/contract/dashboard';
import { getInternalPolicies } from '@tenantry/contract/internal-scan';
import { getProjectReadiness } from '@tenantry/contract/project-readiness';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

// Stale times and polling: specification, section 9.
const freshnessStaleMs = 30_000;
const scoreStaleMs = 5 * 60_000;
const activityStaleMs = 30_000;
const statusStaleMs = 5 * 60_000;
const statusPollMs = 30_000;

/** When a kind of data was last brought in. */
export const freshnessQuery = (tenantId: string, syncType: SyncType) =>
  callQuery(queryKey('data-freshness', tenantId, { syncType }), getDataFreshness, {
    params: { syncType },
    query: { tenantId },
    tenantId,
    staleTime: freshnessStaleMs,
  });

/** Microsoft's Secure Score of a tenant with its course. */
export const secureScoreQuery = (tenantId: string) =>
  callQuery(queryKey('secure-score', tenantId), getSecureScore, {
    query: { tenantId },
    tenantId,
    staleTime: scoreStaleMs,
  });

/** What puts a tenant at risk, as its latest audit counted it. */
export const riskIndicatorsQuery = (tenantId: string) =>
  callQuery(queryKey('risk-indicators', tenantId), getRiskIndicators, {
    query: { tenantId },
    tenantId,
    staleTime: scoreStaleMs,
  });

/** Which work the open findings ask for, and what it would bring. */
export const readinessQuery = (tenantId: string) =>
  callQuery(queryKey('project-readiness', tenantId), getProjectReadiness, {
    query: { tenantId },
    tenantId,
    staleTime: scoreStaleMs,
  });

/** The latest events of a tenant. */
export const activitiesQuery = (tenantId: string) =>
  callQuery(queryKey('activities', tenantId), listActivities, { tenantId, staleTime: activityStaleMs });

/** How a tenant is reached, and whether that works. Polled while it is on the screen. */
export const m365StatusQuery = (tenantId: string) =>
  callQuery(queryKey('m365-status', tenantId), getM365Status, {
    tenantId,
    staleTime: statusStaleMs,
    refetchInterval: statusPollMs,
  });

/** What the latest scan of a tenant saw of three settings, for administrators. */
export const internalPoliciesQuery = (tenantId: string) =>
  callQuery(queryKey('internal-policies', tenantId), getInternalPolicies, {
    params: { tenantId },
    tenantId,
    staleTime: scoreStaleMs,
  });
