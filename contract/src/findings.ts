import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery, Reason, SearchText } from './lists.ts';
import { Affected, Category, Evidence, Severity } from './verdicts.ts';

/** `accepted`: an administrator took the risk on, with a reason and until a day. */
export const FindingStatus = z.enum(['unresolved', 'in-progress', 'accepted', 'resolved']);
export type FindingStatus = z.infer<typeof FindingStatus>;

/** What the latest scan said of it: `not-verified` where the check could not be made again. */
export const FindingChange = z.enum(['new', 'still-there', 'resolved', 'reopened', 'not-verified']);
export type FindingChange = z.infer<typeof FindingChange>;

/** The longest that a risk can be accepted for: then it is looked at again. */
export const maxAcceptanceDays = 366;

export const Acceptance = z.object({
  reason: z.string(),
  acceptedBy: z.string(),
  acceptedAt: Instant,
  expiresAt: Instant,
});
export type Acceptance = z.infer<typeof Acceptance>;

export const Finding = z.object({
  id: TenantRecordId,
  tenantId: TenantId,
  tenant: z.string(),
  checkId: z.string(),
  title: z.string(),
  severity: Severity,
  status: FindingStatus,
  change: FindingChange,
  category: Category,
  description: z.string(),
  recommendation: z.string(),
  affectedCount: z.number(),
  firstDetected: Instant,
  lastDetected: Instant,
  resolvedAt: z.nullable(Instant),
  resolvedBy: z.nullable(z.string()),
  acceptance: z.nullable(Acceptance),
  /** The license that the remedy needs and the tenant does not have. */
  needsLicense: z.nullable(z.string()),
  /** How many others of the same status need the same license: all of them count as one, in every figure. */
  countsWith: z.number(),
  /** The finding comes from the simulator. */
  isSimulated: z.boolean(),
});
export type Finding = z.infer<typeof Finding>;

export const FindingDetails = z.extend(Finding, {
  /** What can happen while it is so; null where the catalog no longer has the check. */
  impact: z.nullable(z.string()),
  evidence: z.array(Evidence),
  affected: z.array(Affected),
  references: z.array(z.string()),
});
export type FindingDetails = z.infer<typeof FindingDetails>;

export const FindingTotals = z.object({
  unresolved: z.number(),
  inProgress: z.number(),
  accepted: z.number(),
  resolved: z.number(),
  total: z.number(),
});

const findingFilters = {
  status: z.optional(FindingStatus),
  severity: z.optional(Severity),
  category: z.optional(Category),
  search: z.optional(SearchText),
};

export const listFindings = defineEndpoint({
  name: 'findings',
  summary: 'Findings of the selected tenant, or of all tenants in scope, most urgent first',
  method: 'GET',
  path: '/api/graph/findings',
  access: 'viewer',
  tenant: { from: 'headerIfPresent' },
  query: z.object({ ...listQuery, ...findingFilters }),
  /** `summary` counts by status over the tenant or scope, whatever the filters; those that need one license count as one. */
  response: z.extend(listOf(Finding), { summary: FindingTotals }),
});

const findingParams = z.object({ findingId: TenantRecordId });

export const getFinding = defineEndpoint({
  name: 'finding-get',
  summary: 'One finding with its evidence',
  method: 'GET',
  path: '/api/findings/{findingId}',
  access: 'viewer',
  tenant: { from: 'idPrefix', name: 'findingId' },
  params: findingParams,
  response: FindingDetails,
});

export const setFindingStatus = defineEndpoint({
  name: 'finding-set-status',
  summary: 'Resolve a finding, start work on it, or open it again',
  method: 'PATCH',
  path: '/api/findings/{findingId}',
  access: 'technician',
  tenant: { from: 'idPrefix', name: 'findingId' },
  params: findingParams,
  body: z.object({ status: z.enum(['unresolved', 'in-progress', 'resolved']) }),
  response: FindingDetails,
});

export const acceptFinding = defineEndpoint({
  name: 'finding-accept',
  summary: 'Accept a finding as it is now, with a reason and until a day; a finding that grows comes back',
  method: 'POST',
  path: '/api/findings/{findingId}/acceptance',
  access: 'admin',
  tenant: { from: 'idPrefix', name: 'findingId' },
  params: findingParams,
  body: z.object({ reason: Reason, expiresAt: Instant }),
  response: FindingDetails,
});

export const withdrawAcceptance = defineEndpoint({
  name: 'finding-acceptance-withdraw',
  summary: 'Take back the acceptance of a finding: it is open again',
  method: 'DELETE',
  path: '/api/findings/{findingId}/acceptance',
  access: 'admin',
  tenant: { from: 'idPrefix', name: 'findingId' },
  params: findingParams,
  response: FindingDetails,
});

export const downloadFindings = defineEndpoint({
  name: 'findings-download',
  summary: 'Findings of a tenant as a JSON or CSV file',
  method: 'GET',
  path: '/api/tenant/{id}/findings/download',
  access: 'viewer',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  query: z.object({ format: z._default(z.enum(['json', 'csv']), 'json') }),
  files: ['application/json', 'text/csv'],
  download: true,
});
