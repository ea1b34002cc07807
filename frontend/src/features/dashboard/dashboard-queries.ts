import { queryOptions } from '@tanstack/react-query';
import { listActivities } from '@tenantry/contract/activities';
import { getM365Status } from '@tenantry/contract/connection-status';
import { getDataFreshness, getRiskIndicators, getSecureScore, type SyncType } from '@tenantry/contract/dashboard';
import { getInternalPolicies } from '@tenantry/contract/internal-scan';
import { getProjectReadiness } from '@tenantry/contract/project-readiness';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

// Stale times and polling: specification, section 9.
const freshnessStaleMs = 30_000;
const scoreStaleMs = 5 * 60_000;
const activityStaleMs = 30_000;
const statusStaleMs = 5 * 60_000;
const statusPollMs = 30_000;

/** When a kind of data was last brought in. */
export const freshnessQuery = (tenantId: string, syncType: SyncType) =>
  queryOptions({
    queryKey: queryKey('data-freshness', tenantId, { syncType }),
    queryFn: ({ signal }) => call(getDataFreshness, { params: { syncType }, query: { tenantId }, tenantId, signal }),
    staleTime: freshnessStaleMs,
  });

/** Microsoft's Secure Score of a tenant with its course. */
export const secureScoreQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('secure-score', tenantId),
    queryFn: ({ signal }) => call(getSecureScore, { query: { tenantId }, tenantId, signal }),
    staleTime: scoreStaleMs,
  });

/** What puts a tenant at risk, as its latest audit counted it. */
export const riskIndicatorsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('risk-indicators', tenantId),
    queryFn: ({ signal }) => call(getRiskIndicators, { query: { tenantId }, tenantId, signal }),
    staleTime: scoreStaleMs,
  });

/** Which work the open findings ask for, and what it would bring. */
export const readinessQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('project-readiness', tenantId),
    queryFn: ({ signal }) => call(getProjectReadiness, { query: { tenantId }, tenantId, signal }),
    staleTime: scoreStaleMs,
  });

/** The latest events of a tenant. */
export const activitiesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('activities', tenantId),
    queryFn: ({ signal }) => call(listActivities, { tenantId, signal }),
    staleTime: activityStaleMs,
  });

/** How a tenant is reached, and whether that works. Polled while it is on the screen. */
export const m365StatusQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('m365-status', tenantId),
    queryFn: ({ signal }) => call(getM365Status, { tenantId, signal }),
    staleTime: statusStaleMs,
    refetchInterval: statusPollMs,
  });

/** What the latest scan of a tenant saw of three settings, for administrators. */
export const internalPoliciesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('internal-policies', tenantId),
    queryFn: ({ signal }) => call(getInternalPolicies, { params: { tenantId }, tenantId, signal }),
    staleTime: scoreStaleMs,
  });
