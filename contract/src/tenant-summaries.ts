import * as z from 'zod/mini';
import { BaselineStanding } from './alignment.ts';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { TenantId } from './ids.ts';
import { IncidentSeverity } from './incidents.ts';
import { Instant, listOf, listQuery, SearchText } from './lists.ts';
import { LastScan, TenantHealth, TenantTrouble } from './tenant-health.ts';
import { Coverage, Severity } from './verdicts.ts';

/** Why a tenant needs somebody, in plain words: the most pressing of what is known. */
export const TenantReason = z.object({
  kind: z.enum(['trouble', 'finding', 'lowCoverage', 'notScanned']),
  text: z.string(),
  /** Of a finding; null otherwise, as the next two. */
  severity: z.nullable(Severity),
  checkId: z.nullable(z.string()),
  findingId: z.nullable(z.string()),
});
export type TenantReason = z.infer<typeof TenantReason>;

/** What stands before every setting, by name and with its page at Microsoft. */
export const TopIncident = z.object({
  title: z.string(),
  severity: IncidentSeverity,
  url: z.nullable(z.string()),
  /** How many lead beside it. */
  more: z.number(),
});
export type TopIncident = z.infer<typeof TopIncident>;

/** What changed of late in a tenant that may be an attack, or lets one in. */
export const RecentChanges = z.object({
  /** Changes that were noticed at this instant or later are counted. */
  since: Instant,
  critical: z.number(),
  high: z.number(),
  /** Whether there are more than are kept for an overview, so that the counts are what is known at least. */
  hasMore: z.boolean(),
  /** The latest critical one, else the latest high one; null where there is none. */
  first: z.nullable(z.string()),
});
export type RecentChanges = z.infer<typeof RecentChanges>;

/** A tenant now against its figures of seven days ago. */
export const TenantChange = z.object({
  /** When the figures of then were made: the latest ones that were seven days old. */
  since: Instant,
  /** Points of the score; null where one of the two has none. */
  score: z.nullable(z.number()),
  openIssues: z.number(),
  /** Worse where either is worse. */
  direction: z.enum(['better', 'worse', 'same']),
});
export type TenantChange = z.infer<typeof TenantChange>;

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
  /** Null where nothing asks for anybody. */
  topReason: z.nullable(TenantReason),
  /** What stands before `topReason`: the first of what may be an attack under way, as of the latest audit. */
  incident: z.nullable(TopIncident),
  /** Critical and high changes since `changesSince`. */
  recentChanges: RecentChanges,
  /** How it stands against each of its baselines; none where it has none. */
  baselines: z.array(BaselineStanding),
  change: z.nullable(TenantChange),
  changeUnknownBecause: z.nullable(z.string()),
  /** Open security alerts of high severity in Microsoft Defender, as of the latest audit. */
  openAlerts: z.nullable(z.number()),
  openAlertsUnknownBecause: z.nullable(z.string()),
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
  /** Tenants in trouble of which nothing is known to be critical. */
  failing: z.number(),
  /** These five are every tenant once. */
  unknown: z.number(),
  /** Tenants in trouble, critical ones among them: what the filter `failing` lists. */
  inTrouble: z.number(),
  /** Tenants with an incident that leads. */
  withIncidents: z.number(),
  /** Tenants with a critical or high change since `changesSince`. */
  withChanges: z.number(),
  /** Tenants of which a baseline deviates. */
  deviating: z.number(),
  openIssues: z.number(),
  /** Open issues of critical severity over the tenants that were audited; null where none was. */
  criticalIssues: z.nullable(z.number()),
  /** Tenants without a scan in the last seven days. */
  pendingAudits: z.number(),
  /** Over the tenants that were audited and are not in trouble. */
  averageScore: z.nullable(z.number()),
  /** Open alerts of high severity over the tenants of which they are known; null where they are of none. */
  openAlerts: z.nullable(z.number()),
  /** Tenants that are worse than seven days ago. */
  worse: z.number(),
  lastAuditDate: z.nullable(Instant),
});
export type TenantTotals = z.infer<typeof TenantTotals>;

/** What a tenant is looked for by, beside its status. */
export const TenantNeed = z.enum(['incidents', 'changes', 'failing', 'alerts', 'worse', 'deviating']);
export type TenantNeed = z.infer<typeof TenantNeed>;
export const TenantMode = z.enum(['live', 'simulated']);
export const TenantOrder = z.enum(['need', 'name']);

export const listTenantSummaries = defineEndpoint({
  name: 'tenant-summaries',
  summary: 'How each tenant in scope stands and why, those that need somebody first, with totals over all of them',
  method: 'GET',
  path: '/api/admin/tenant-summaries',
  access: 'viewer',
  token: 'read',
  group: 'query',
  query: z.object({
    ...listQuery,
    ...groupFilter,
    /** A part of its name or domain. */
    search: z.optional(SearchText),
    status: z.optional(TenantHealth),
    need: z.optional(TenantNeed),
    mode: z.optional(TenantMode),
    /** Since when changes are counted, at most eight days ago; without it since the Friday before today, in UTC. */
    changesSince: z.optional(Instant),
    sort: z._default(TenantOrder, 'need'),
  }),
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
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  response: z.extend(TenantSummary, {
    latestScan: z.nullable(LatestScan),
    /** Mean of the completed scans of the last 90 days in ms; null where there was none. */
    meanScanDurationMs: z.nullable(z.number()),
  }),
});
