import * as z from 'zod/mini';
import { Alignment, AlignmentState, BaselineId, BaselineStanding } from './alignment.ts';
import { Baseline, DueDays } from './baseline-list.ts';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { LowerGuid, TenantId } from './ids.ts';
import { Instant, listOf, listQuery, Reason, SearchText } from './lists.ts';
import { MatrixStatus } from './matrix-status.ts';
import { line } from './text.ts';
import { Category, Priority, Severity } from './verdicts.ts';

export const maxBaselineChecks = 400;
const CheckIds = z
  .array(line({ min: 1, max: 80 }))
  .check(z.minLength(1, 'Choose at least one check'), z.maxLength(maxBaselineChecks));
const GroupIds = z.array(LowerGuid).check(z.maxLength(200));

const baselineFields = {
  name: line({ min: 1, tooShort: 'Name is required', max: 80, tooLong: 'Keep the name under 80 characters' }),
  description: line({ max: 300, tooLong: 'Keep the description under 300 characters' }),
  checkIds: CheckIds,
  minimumGravity: Priority,
  dueDays: DueDays,
  groupIds: GroupIds,
};

/** A check as baselines are made of it. */
export const BaselineCheck = z.object({
  checkId: z.string(),
  title: z.string(),
  severity: Severity,
  category: Category,
  /** A tenant without Entra ID P1 cannot pass it. */
  needsEntraP1: z.boolean(),
});
export type BaselineCheck = z.infer<typeof BaselineCheck>;

export const listBaselineChecks = defineEndpoint({
  name: 'baseline-checks',
  summary: 'The checks that a baseline can require, the gravest first',
  method: 'GET',
  path: '/api/admin/baselines/checks',
  access: 'viewer',
  token: 'read',
  response: z.object({ checks: z.array(BaselineCheck) }),
});

export const createBaseline = defineEndpoint({
  name: 'baseline-create',
  summary: 'Make a baseline, or a copy of one',
  method: 'POST',
  path: '/api/admin/baselines',
  access: 'admin',
  body: z.object(baselineFields),
  response: Baseline,
  statuses: [201],
});

const baselineParams = z.object({ baselineId: BaselineId });

export const changeBaseline = defineEndpoint({
  name: 'baseline-change',
  summary: 'Change a baseline, or the groups that it is assigned to; what is left out stays as it is',
  method: 'PATCH',
  path: '/api/admin/baselines/{baselineId}',
  access: 'admin',
  params: baselineParams,
  body: z.extend(z.partial(z.object(baselineFields)), { revision: z.int() }),
  response: Baseline,
});

export const deleteBaseline = defineEndpoint({
  name: 'baseline-delete',
  summary: 'Delete a baseline that somebody made',
  method: 'DELETE',
  path: '/api/admin/baselines/{baselineId}',
  access: 'admin',
  params: baselineParams,
  response: z.object({ success: z.literal(true) }),
});

const alignmentFilters = {
  ...groupFilter,
  baselineId: z.optional(BaselineId),
  state: z.optional(AlignmentState),
  /** A part of the tenant's name. */
  search: z.optional(SearchText),
};

export const TenantAlignment = z.object({ tenantId: TenantId, tenantName: z.string(), ...BaselineStanding.shape });
export type TenantAlignment = z.infer<typeof TenantAlignment>;

const StateCounts = z.object({ deviating: z.number(), notKnown: z.number(), aligned: z.number() });

export const listAlignment = defineEndpoint({
  name: 'baseline-alignment',
  summary:
    'How each tenant in scope stands against each of its baselines, the worst first, with counts over all of them',
  method: 'GET',
  path: '/api/admin/baselines/alignment',
  access: 'viewer',
  token: 'read',
  group: 'query',
  query: z.object({ ...listQuery, ...alignmentFilters }),
  response: z.extend(listOf(TenantAlignment), { summary: StateCounts }),
});

export const exportAlignment = defineEndpoint({
  name: 'baseline-alignment-export',
  summary: 'How each tenant in scope stands against each of its baselines, as a CSV file',
  method: 'GET',
  path: '/api/admin/baselines/alignment/export',
  access: 'viewer',
  group: 'query',
  stepUp: true,
  query: z.object(alignmentFilters),
  files: ['text/csv'],
  download: true,
});

export const previewBaseline = defineEndpoint({
  name: 'baseline-preview',
  summary: 'What a baseline would require of the tenants of some groups, before it is saved',
  method: 'POST',
  path: '/api/admin/baselines/preview',
  access: 'admin',
  body: z.object({ checkIds: CheckIds, minimumGravity: Priority, groupIds: GroupIds }),
  response: z.object({
    required: z.number(),
    summary: StateCounts,
    /** The worst first, the first 200. */
    tenants: z.array(z.object({ tenantId: TenantId, tenantName: z.string(), ...Alignment.shape })),
    /** How many there are. */
    total: z.number(),
  }),
});

/** An exception of a tenant from a check of a baseline that holds now. */
export const HeldException = z.object({
  tenantId: TenantId,
  tenantName: z.string(),
  baselineId: BaselineId,
  baselineName: z.string(),
  checkId: z.string(),
  title: z.string(),
  severity: Severity,
  reason: z.string(),
  by: z.string(),
  expiresAt: Instant,
});
export type HeldException = z.infer<typeof HeldException>;

export const listExceptions = defineEndpoint({
  name: 'baseline-exceptions',
  summary: 'The exceptions of tenants in scope from their baselines that hold now, those that end first first',
  method: 'GET',
  path: '/api/admin/baselines/exceptions',
  access: 'viewer',
  token: 'read',
  group: 'query',
  query: z.omit(z.object({ ...listQuery, ...alignmentFilters }), { state: true }),
  response: listOf(HeldException),
});

/** What one required check says of one tenant. */
export const CheckAlignment = z.object({
  checkId: z.string(),
  title: z.string(),
  severity: Severity,
  state: z.enum(['deviating', 'notKnown', 'excepted', 'aligned', 'notRequired']),
  /** What the latest audit says of it. */
  status: MatrixStatus,
  /** Of an exception; null where there is none. */
  exception: z.nullable(z.object({ reason: z.string(), by: z.string(), expiresAt: Instant })),
});
export type CheckAlignment = z.infer<typeof CheckAlignment>;

export const getTenantBaselines = defineEndpoint({
  name: 'tenant-baselines',
  summary: 'How a tenant stands against each of its baselines, check by check',
  method: 'GET',
  path: '/api/tenant/{id}/baselines',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  response: z.object({ baselines: z.array(z.extend(TenantAlignment, { checks: z.array(CheckAlignment) })) }),
});

export const makeException = defineEndpoint({
  name: 'baseline-exception-make',
  summary:
    'Except a tenant from checks of a baseline as they fail now, with a reason and until a day; what grows deviates again',
  method: 'POST',
  path: '/api/tenant/{id}/baseline-exceptions',
  access: 'admin',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  body: z.object({
    baselineId: BaselineId,
    /** Null: every check of the baseline that deviates now. */
    checkIds: z.nullable(CheckIds),
    reason: Reason,
    expiresAt: Instant,
  }),
  response: z.object({ excepted: z.array(z.string()) }),
});

export const endException = defineEndpoint({
  name: 'baseline-exception-end',
  summary: 'Take back the exceptions of a tenant from a baseline, of all checks or of one',
  method: 'DELETE',
  path: '/api/tenant/{id}/baseline-exceptions',
  access: 'admin',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  query: z.object({ baselineId: BaselineId, checkId: z.optional(line({ min: 1, max: 80 })) }),
  response: z.object({ ended: z.array(z.string()) }),
});
