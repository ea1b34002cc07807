import * as z from 'zod/mini';
import { AuditStatus, auditCategoryKeys, CategoryResult } from './audits.ts';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery, wholeNumber } from './lists.ts';

/** The categories of an audit, by the names that the specification gives them. */
export const AuditCategoryKey = z.enum([
  'mfaStatus',
  'conditionalAccessPolicies',
  'secureScoreSummary',
  'mailFlowConfiguration',
  'externalSharingSettings',
  'loginAnomalies',
]);
export type AuditCategoryKey = z.infer<typeof AuditCategoryKey>;
// Both lists have the same names, or this does not compile.
auditCategoryKeys satisfies Record<AuditCategoryKey, unknown>;

/** `score` is null where nothing in the category could be judged; `recommendations`, the most urgent first, are sentences. */
export const AuditCategory = z.object({
  status: CategoryResult.shape.status,
  message: z.string(),
  recommendations: z.array(z.string()),
  score: z.nullable(z.number()),
});
export type AuditCategory = z.infer<typeof AuditCategory>;

/** One audit of one tenant: what a completed scan came to. */
export const ManagedAudit = z.object({
  id: TenantRecordId,
  tenantId: TenantId,
  tenantName: z.string(),
  ...AuditStatus.shape,
  /** 0 to 100; null where too little could be judged. */
  overallScore: z.nullable(z.number()),
  criticalIssues: z.number(),
  createdAt: Instant,
  isSimulated: z.boolean(),
  /** The latest of its tenant: what overview, dashboard and reports tell. */
  isLatest: z.boolean(),
  data: z.object({ categories: z.record(AuditCategoryKey, AuditCategory) }),
});
export type ManagedAudit = z.infer<typeof ManagedAudit>;

/** `unknown`: too few checks could be judged to say. */
export const AuditStatusFilter = z.enum(['pass', 'warning', 'fail', 'unknown']);
export type AuditStatusFilter = z.infer<typeof AuditStatusFilter>;

const path = '/api/admin/audits';
const params = z.object({ id: TenantRecordId });
const tenant = { from: 'idPrefix', name: 'id' } as const;

export const listAudits = defineEndpoint({
  name: 'audits',
  summary: 'The audits of the tenants in scope, the newest first',
  method: 'GET',
  path,
  access: 'admin',
  token: 'read',
  allTenants: false,
  group: 'query',
  query: z.object({
    ...listQuery,
    ...groupFilter,
    // Each carries its categories.
    limit: z._default(wholeNumber(1, 100), 25),
    tenantId: z.optional(TenantId),
    status: z.optional(AuditStatusFilter),
  }),
  response: listOf(ManagedAudit),
});

export const getAudit = defineEndpoint({
  name: 'audit-get',
  summary: 'One audit',
  method: 'GET',
  path: `${path}/{id}`,
  access: 'admin',
  token: 'read',
  tenant,
  params,
  response: ManagedAudit,
});

export const deleteAudit = defineEndpoint({
  name: 'audit-delete',
  summary: 'Delete an audit: the figures of its tenant fall back to the audit before',
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'admin',
  tenant,
  params,
  response: z.object({
    success: z.literal(true),
    /** When the audit was made that is the latest of the tenant now; null where there is none any more. */
    latestAuditAt: z.nullable(Instant),
  }),
});
