import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant, listOf, listQuery } from './lists.ts';
import { LastScan, TenantHealth, TenantTrouble } from './tenants.ts';
import { Coverage } from './verdicts.ts';

/**
 * One tenant on the overview. Figures come from its latest completed audit and are null before the first.
 * `secureScore` is the audit's score out of 100 (Microsoft's own Secure Score is on the dashboard).
 */
export const TenantSummary = z.object({
  tenantId: TenantId,
  tenantName: z.string(),
  domain: z.string(),
  isMock: z.boolean(),
  status: TenantHealth,
  trouble: z.nullable(TenantTrouble),
  secureScore: z.nullable(z.number()),
  securityScore: z.nullable(z.number()),
  coverage: z.nullable(Coverage),
  openIssuesCount: z.nullable(z.number()),
  criticalIssues: z.nullable(z.number()),
  lastAuditDate: z.nullable(Instant),
  ...LastScan.shape,
});
export type TenantSummary = z.infer<typeof TenantSummary>;

/** Figures over all tenants in the caller's scope, whatever this page shows of them. */
export const TenantTotals = z.object({
  tenants: z.number(),
  healthy: z.number(),
  needAttention: z.number(),
  critical: z.number(),
  /** Tenants in trouble, critical ones among them. */
  failing: z.number(),
  unknown: z.number(),
  openIssues: z.number(),
  /** Over the tenants that were audited and are not in trouble. */
  averageScore: z.nullable(z.number()),
  lastAuditDate: z.nullable(Instant),
});
export type TenantTotals = z.infer<typeof TenantTotals>;

export const listTenantSummaries = defineEndpoint({
  name: 'tenant-summaries',
  summary: 'Health of each tenant in scope, with totals over all of them',
  method: 'GET',
  path: '/api/admin/tenant-summaries',
  access: 'viewer',
  query: z.object(listQuery),
  response: z.extend(listOf(TenantSummary), { summary: TenantTotals }),
});

export const LatestScan = z.object({
  id: z.string(),
  status: z.string(),
  startedAt: Instant,
  completedAt: z.nullable(Instant),
  durationMs: z.nullable(z.number()),
  findingsGenerated: z.nullable(z.number()),
  userCount: z.nullable(z.number()),
});

export const getTenantSummary = defineEndpoint({
  name: 'tenant-summary',
  summary: 'One tenant with its latest scan',
  method: 'GET',
  path: '/api/tenant/{id}/summary',
  access: 'viewer',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  response: z.extend(TenantSummary, {
    latestScan: z.nullable(LatestScan),
    /** Mean of the completed scans of the last 90 days in ms; null where there was none. */
    meanScanDurationMs: z.nullable(z.number()),
  }),
});
