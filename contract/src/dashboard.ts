import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { TenantTrouble } from './tenant-health.ts';

const byTenantQuery = { query: z.object({ tenantId: TenantId }), tenant: { from: 'query', name: 'tenantId' } } as const;

export const SyncType = z.enum(['secure-score', 'audit-run', 'task-sync']);
export type SyncType = z.infer<typeof SyncType>;

export const getDataFreshness = defineEndpoint({
  name: 'data-freshness',
  summary: 'When a kind of data was last brought in; null for never',
  method: 'GET',
  path: '/api/data-freshness/{syncType}',
  access: 'viewer',
  token: 'read',
  params: z.object({ syncType: SyncType }),
  ...byTenantQuery,
  /** `trouble`: why no newer data come in, however new `lastSync` is. */
  response: z.object({ lastSync: z.nullable(Instant), trouble: z.nullable(TenantTrouble) }),
});

export const SecureScorePoint = z.object({ date: Instant, currentScore: z.number(), maxScore: z.number() });

/** Microsoft Secure Score as of the latest audit. All figures are null, with a reason, where it is not known. */
export const SecureScore = z.object({
  currentScore: z.nullable(z.number()),
  maxScore: z.nullable(z.number()),
  percentage: z.nullable(z.number()),
  trend: z.nullable(z.enum(['up', 'down', 'stable'])),
  /** Change in percentage points over the days that `history` covers. */
  trendValue: z.nullable(z.number()),
  lastUpdated: z.nullable(Instant),
  history: z.array(SecureScorePoint),
  unknownBecause: z.nullable(z.string()),
});
export type SecureScore = z.infer<typeof SecureScore>;

export const getSecureScore = defineEndpoint({
  name: 'secure-score',
  summary: "Microsoft's Secure Score of a tenant, with its course",
  method: 'GET',
  path: '/api/secure-score',
  access: 'viewer',
  token: 'read',
  ...byTenantQuery,
  response: SecureScore,
});

export const getM365SecureScore = defineEndpoint({
  name: 'm365-secure-score',
  summary: "Microsoft's Secure Score of the selected tenant",
  method: 'GET',
  path: '/api/m365/secure-score',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'header' },
  response: z.object({ data: SecureScore }),
});

export const RiskIndicator = z.object({
  type: z.enum(['critical-findings', 'unaudited-mailboxes', 'admins-no-mfa', 'stale-users']),
  label: z.string(),
  count: z.nullable(z.number()),
  countUnknownBecause: z.nullable(z.string()),
  description: z.string(),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  actionUrl: z.string(),
});
export type RiskIndicator = z.infer<typeof RiskIndicator>;

export const RiskIndicators = z.object({
  overallRiskLevel: z.enum(['critical', 'high', 'medium', 'low', 'unknown']),
  lastAssessment: z.nullable(Instant),
  indicators: z.array(RiskIndicator),
});
export type RiskIndicators = z.infer<typeof RiskIndicators>;

export const getRiskIndicators = defineEndpoint({
  name: 'risk-indicators',
  summary: 'What puts a tenant at risk, counted in its latest audit',
  method: 'GET',
  path: '/api/risk-indicators',
  access: 'viewer',
  token: 'read',
  ...byTenantQuery,
  response: RiskIndicators,
});
