import * as z from 'zod/mini';
import { BaselineId } from './alignment.ts';
import { defineEndpoint } from './endpoint.ts';
import { FrameworkId } from './framework-id.ts';
import { groupFilter } from './group-filter.ts';
import { LowerGuid, TenantId, TenantRecordId } from './ids.ts';
import { Instant, SearchText } from './lists.ts';
import { MatrixStatus } from './matrix-status.ts';
import { TroubleKind } from './tenant-health.ts';
import { line } from './text.ts';
import { Category, Severity } from './verdicts.ts';

/** What a row is: a check, or the remedy that mends what several checks find. */
export const MatrixBy = z.enum(['check', 'remedy']);
export type MatrixBy = z.infer<typeof MatrixBy>;

/** Which tenants are columns. */
const tenantFilters = {
  ...groupFilter,
  /** A part of the tenant's name, or of one of its domains. */
  tenant: z.optional(SearchText),
  mode: z.optional(z.enum(['live', 'simulated'])),
  /** The tenants for which this baseline holds; rows are the checks that it requires. */
  baselineId: z.optional(BaselineId),
};

const matrixFilters = {
  by: z._default(MatrixBy, 'check'),
  /** A part of the row's title. */
  search: z.optional(SearchText),
  /** A remedy fits where one of its checks does; its cells are of all of them. */
  category: z.optional(Category),
  severity: z.optional(Severity),
  framework: z.optional(FrameworkId),
  /** Rows in which some tenant has it. */
  status: z.optional(MatrixStatus),
  ...tenantFilters,
};

/** How often each status occurs; what does not occur is absent. */
const StatusCounts = z.partialRecord(MatrixStatus, z.number());
export type StatusCounts = z.infer<typeof StatusCounts>;

export const MatrixRow = z.object({
  /** Of the check, or of the remedy. */
  id: z.string(),
  title: z.string(),
  /** Of a remedy the gravest of its checks. */
  severity: Severity,
  category: Category,
  /** One character for each tenant, in the order of `tenants`; the legend says what each means. */
  cells: z.string(),
  counts: StatusCounts,
});
export type MatrixRow = z.infer<typeof MatrixRow>;

export const Matrix = z.object({
  by: MatrixBy,
  /** By name. */
  tenants: z.array(
    z.object({
      id: TenantId,
      name: z.string(),
      isSimulated: z.boolean(),
      /** Null where it was never scanned. */
      auditedAt: z.nullable(Instant),
      /** Why its column is of before; null where nothing is wrong. */
      trouble: z.nullable(TroubleKind),
    }),
  ),
  /** The gravest first; of the same severity what most tenants fail. */
  rows: z.array(MatrixRow),
  /** Over the rows that are shown: how often each status that occurs does, tenant by tenant. */
  columns: z.partialRecord(MatrixStatus, z.array(z.number())),
  /** The statuses that occur, by urgency. `why`: why the answer is not known, or what the word means; '' where it says all. */
  legend: z.array(z.object({ code: z.string(), status: MatrixStatus, label: z.string(), why: z.string() })),
});
export type Matrix = z.infer<typeof Matrix>;

export const getMatrix = defineEndpoint({
  name: 'matrix',
  summary: 'What the latest audits say, checks or remedies by tenants in scope, with counts by row and column',
  method: 'GET',
  path: '/api/admin/matrix',
  access: 'viewer',
  token: 'read',
  group: 'query',
  query: z.object(matrixFilters),
  response: Matrix,
});

export const exportMatrix = defineEndpoint({
  name: 'matrix-export',
  summary: 'The matrix that these filters show, as a CSV file',
  method: 'GET',
  path: '/api/admin/matrix/export',
  access: 'viewer',
  group: 'query',
  stepUp: true,
  query: z.object(matrixFilters),
  files: ['text/csv'],
  download: true,
});

const RowId = z.optional(line({ min: 1, max: 100 }));
const oneOf = z.refine<{ checkId?: string | undefined; remedyId?: string | undefined }>(
  ({ checkId, remedyId }) => (checkId === undefined) !== (remedyId === undefined),
  { path: ['checkId'], error: 'Name a check, or a remedy' },
);

/** A tenant in which the check fails or warns, and what is asked and done about it. */
export const FailingTenant = z.object({
  tenantId: TenantId,
  tenantName: z.string(),
  findingId: TenantRecordId,
  status: z.enum(['warning', 'fail']),
  /** Somebody resolved the finding by hand, and no scan has looked since: nothing is left to be asked for. */
  isResolvedByHand: z.boolean(),
  /** When its check was last looked at, where the latest audit could not; null where that audit, or a look since, saw it fail. */
  notSeenSince: z.nullable(Instant),
  /** What would mend it there: the remedy, the license that it needs, or a switch that costs nothing. */
  work: z.object({ id: z.string(), title: z.string() }),
  /** The request for this work that waits for a decision; null where none does. */
  approvalId: z.nullable(TenantRecordId),
  /** The task of this work that is under way; null where there is none. */
  taskId: z.nullable(TenantRecordId),
  /** Makes a task of this finding once, whoever makes it and however often: the `key` of POST /api/tasks. */
  taskKey: LowerGuid,
});
export type FailingTenant = z.infer<typeof FailingTenant>;

/** Tenants in which a check fails with evidence of the same shape. */
export const FailingCause = z.object({
  checkId: z.string(),
  /** The finding's title. */
  title: z.string(),
  /** What the check says of the first of them, by which people tell the cause. */
  example: z.object({ tenantName: z.string(), message: z.string() }),
  /** By name. */
  tenants: z.array(FailingTenant),
});
export type FailingCause = z.infer<typeof FailingCause>;

export const MatrixRowDetails = z.object({
  id: z.string(),
  by: MatrixBy,
  title: z.string(),
  severity: Severity,
  category: Category,
  recommendation: z.string(),
  /** The remedy's help article. */
  article: z.nullable(z.string()),
  /** How many tenants fail or warn. */
  failing: z.number(),
  /** The one of most tenants first. */
  causes: z.array(FailingCause),
});
export type MatrixRowDetails = z.infer<typeof MatrixRowDetails>;

export const getMatrixRow = defineEndpoint({
  name: 'matrix-row',
  summary:
    'The tenants in scope that fail a check, or what a remedy mends, grouped by cause, with what is asked and done',
  method: 'GET',
  path: '/api/admin/matrix/row',
  access: 'viewer',
  token: 'read',
  group: 'query',
  query: z.object({ checkId: RowId, remedyId: RowId, ...tenantFilters }).check(oneOf),
  response: MatrixRowDetails,
});

export const getMatrixCell = defineEndpoint({
  name: 'matrix-cell',
  summary: 'Where the verdict of a cell is read: the finding, where there is one, else the check of the latest audit',
  method: 'GET',
  path: '/api/admin/matrix/cell',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'query', name: 'tenantId' },
  query: z.object({ tenantId: TenantId, checkId: RowId, remedyId: RowId }).check(oneOf),
  /** Of a remedy: of the gravest of its findings, else of its first check. */
  response: z.object({ checkId: z.string(), findingId: z.nullable(TenantRecordId) }),
});
