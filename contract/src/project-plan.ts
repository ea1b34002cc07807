import * as z from 'zod/mini';
import { ApprovalStatus } from './approvals.ts';
import { defineEndpoint } from './endpoint.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant } from './lists.ts';
import { TaskCenterStatus, TaskStatus } from './tasks.ts';
import { Category, Priority } from './verdicts.ts';

/** First what cannot wait, then what is urgent or quickly done, then the rest. */
export const PlanPhaseNumber = z.literal([1, 2, 3]);
export type PlanPhaseNumber = z.infer<typeof PlanPhaseNumber>;

/** A task of the plan. Hours and revenue are null where nobody estimated it. */
export const PlanItem = z.object({
  id: TenantRecordId,
  title: z.string(),
  description: z.string(),
  impact: z.nullable(z.string()),
  category: Category,
  priority: Priority,
  status: TaskStatus,
  phase: PlanPhaseNumber,
  estimatedHours: z.nullable(z.number()),
  /** In US dollars, by the price list of today. */
  revenue: z.nullable(z.number()),
  assignee: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  notes: z.string(),
  linkedFindingId: z.nullable(TenantRecordId),
  /** The work that it is: a remedy, or a license; null where it mends one finding alone, or none. */
  remedyId: z.nullable(z.string()),
  /** The findings that it closes. */
  findingIds: z.array(z.string()),
  linkedApprovalId: z.nullable(TenantRecordId),
  /** Of that approval: a task whose approval is pending waits for an administrator. Null where it needs none. */
  approvalStatus: z.nullable(ApprovalStatus),
  createdAt: Instant,
  completedAt: z.nullable(Instant),
  completedBy: z.nullable(z.string()),
});
export type PlanItem = z.infer<typeof PlanItem>;

/** Sums over tasks. `withoutEstimate` of them have no hours, and are in no sum but the counts. */
const planFigures = {
  totalItems: z.number(),
  completed: z.number(),
  estimatedHours: z.number(),
  completedHours: z.number(),
  withoutEstimate: z.number(),
  revenue: z.number(),
};

export const PlanPhase = z.object({
  phase: PlanPhaseNumber,
  title: z.string(),
  description: z.string(),
  ...planFigures,
});
export type PlanPhase = z.infer<typeof PlanPhase>;

/** The latest plan of a tenant. Without one `planId` is null, `reason` says why, and there are no items. */
export const ProjectPlan = z.object({
  planId: z.nullable(TenantRecordId),
  auditId: z.nullable(TenantRecordId),
  auditedAt: z.nullable(Instant),
  createdAt: z.nullable(Instant),
  /** Whether a newer audit has come since: what it found is not in the plan. */
  hasNewerAudit: z.boolean(),
  isSimulated: z.boolean(),
  reason: z.nullable(z.string()),
  currency: z.literal('USD'),
  /** Nobody has edited the price list: revenue is by the defaults of the product. */
  pricesAreDefault: z.boolean(),
  ...planFigures,
  /** By phase; within it what comes first, then the most urgent, then the shortest; licenses last. */
  items: z.array(PlanItem),
  phases: z.array(PlanPhase),
});
export type ProjectPlan = z.infer<typeof ProjectPlan>;

export const getProjectPlan = defineEndpoint({
  name: 'project-plan',
  summary: 'The project plan of the selected tenant: its tasks by phase, with hours, revenue and progress',
  method: 'GET',
  path: '/api/project-plan',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'header' },
  response: ProjectPlan,
});

export const maxFindingsAtOnce = 200;

/** Why a chosen finding got no task: it is not open, or an administrator denied its work (the finding is the gravest of it). */
export const LeftOut = z.object({
  findingId: TenantRecordId,
  title: z.string(),
  reason: z.enum(['resolved', 'accepted', 'denied']),
});
export type LeftOut = z.infer<typeof LeftOut>;

const ChosenFindings = z
  .array(TenantRecordId)
  .check(
    z.minLength(1, 'Choose at least one finding'),
    z.maxLength(maxFindingsAtOnce, `Choose at most ${maxFindingsAtOnce} findings`),
  );

/** Approvals that one plan can hold: one for each piece of work. */
const maxApprovalsAtOnce = 200;

/** One piece of work that a plan would hold, with what it takes and costs. */
export const PlannedWork = z.object({
  /** A remedy, or a license. */
  remedyId: z.string(),
  title: z.string(),
  priority: Priority,
  /** How many findings it closes. */
  findings: z.number(),
  /** Points of the audit score, as `FindingGroup` has them. */
  points: z.nullable(z.number()),
  hours: z.number(),
  revenue: z.number(),
  /** The newest approval of it; null where none was asked for. */
  approval: z.nullable(z.object({ id: TenantRecordId, status: ApprovalStatus })),
});
export type PlannedWork = z.infer<typeof PlannedWork>;

export const previewProjectPlan = defineEndpoint({
  name: 'project-plan-preview',
  summary: 'What a project plan of these findings would hold, and which approvals are pending: nothing is changed',
  method: 'POST',
  path: '/api/project-plan/preview',
  access: 'technician',
  token: 'read',
  tenant: { from: 'body', name: 'tenantId' },
  body: z.object({ tenantId: TenantId, findingIds: z.optional(ChosenFindings) }),
  response: z.object({
    items: z.array(PlannedWork),
    hours: z.number(),
    revenue: z.number(),
    pricesAreDefault: z.boolean(),
    leftOut: z.array(LeftOut),
  }),
});
export type PlanPreview = z.infer<typeof previewProjectPlan.response>;

export const makeProjectPlan = defineEndpoint({
  name: 'project-plan-make',
  summary: 'Make the project plan of the latest audit, or extend it, with all open findings or those that are named',
  method: 'POST',
  path: '/api/project-plan',
  access: 'technician',
  tenant: { from: 'body', name: 'tenantId' },
  body: z.object({
    tenantId: TenantId,
    /** All open findings where absent. What one remedy closes, or one license, is one task, whichever of it is named. */
    findingIds: z.optional(ChosenFindings),
    /**
     * Pending approvals of the planned work that this approves too, by an administrator who saw them (`previewProjectPlan`). None
     * where absent; one that is not pending any more, or is about other work, stays as it is.
     */
    approve: z.optional(z.array(TenantRecordId).check(z.maxLength(maxApprovalsAtOnce))),
  }),
  statuses: [200, 201],
  /** 201 where there was no plan of this audit. `added`: tasks that were not in it; `approved`: of `approve`, by this call. */
  response: z.extend(ProjectPlan, {
    added: z.number(),
    approved: z.number(),
    leftOut: z.array(LeftOut),
  }),
});

export const getSamplePlan = defineEndpoint({
  name: 'project-sample',
  summary: 'The project plan of the selected tenant in short; sample data for a simulated one that was never scanned',
  method: 'GET',
  path: '/api/project/sample',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'header' },
  response: z.object({
    planId: z.nullable(z.string()),
    summary: z.object({
      /** How much work is left, in words. */
      completionEstimate: z.nullable(z.string()),
      totalTasks: z.nullable(z.number()),
      completedTasks: z.nullable(z.number()),
      estimatedHours: z.nullable(z.number()),
    }),
    tasks: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        description: z.string(),
        impact: z.nullable(z.string()),
        status: TaskCenterStatus,
        priority: Priority,
        category: Category,
        notes: z.string(),
        assignee: z.nullable(z.string()),
        createdDate: Instant,
        estimatedHours: z.nullable(z.number()),
      }),
    ),
    isSimulated: z.boolean(),
    isSample: z.boolean(),
    /** Why there is no plan, or why it is a sample. */
    reason: z.nullable(z.string()),
  }),
});
