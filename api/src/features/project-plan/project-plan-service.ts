import { isDeepStrictEqual } from 'node:util';
import type { Parsed } from '@tenantry/contract/endpoint';
import { tenantRecordId } from '@tenantry/contract/ids';
import type { LeftOut, makeProjectPlan, PlannedWork, PlanPreview } from '@tenantry/contract/project-plan';
import type { DecisionRuns } from '../../domain/approvals/decision-runs.ts';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { readPriceList } from '../../domain/price-list/price-list.ts';
import type { TaskParts } from '../../domain/tasks/create-task.ts';
import { estimatesOfWork } from '../../domain/work/estimates-of-work.ts';
import { gainBaseOf, gainOfWork } from '../../domain/work/gain-of-work.ts';
import { type AskedWork, priorityOfWork } from '../../domain/work/work-items.ts';
import { AppError } from '../../http/app-error.ts';
import { createOnce } from '../../ports/collection.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { PlannedTask, ProjectPlanRecord } from '../../store/project-plans.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { type PlannedTasks, type Planner, planTasks } from './plan-tasks.ts';
import { plannedFindings } from './planned-findings.ts';

type Dependencies = Pick<CommonParts, 'systemConfig'> &
  TaskParts & {
    decisionRuns: Pick<DecisionRuns, 'start'>;
  };

export type MadePlan = { isNew: boolean; added: number; approved: number; leftOut: LeftOut[] };

/** The id of the plan of an audit: derived, so that there is one however often it is made. */
const planIdOf = (tenantId: string, { scanLogId }: AuditRecord) =>
  tenantRecordId(tenantId, `plan-${scanLogId.slice(-36)}`);

const plannedTask = ({ id, linkedFindingId, remedyId, priority, estimatedHours }: TaskRecord): PlannedTask => ({
  taskId: id,
  findingId: linkedFindingId ?? '',
  remedyId,
  priority,
  estimatedHours,
});

const figuresOf = (items: readonly PlannedTask[]) => ({
  totalTasks: items.length,
  criticalTasks: items.filter(({ priority }) => priority === 'critical').length,
  estimatedHours: items.reduce((sum, { estimatedHours }) => sum + (estimatedHours ?? 0), 0),
});

const trailed = ['totalTasks', 'criticalTasks', 'estimatedHours'] as const;

type Saved = { id: string; audit: AuditRecord; planned: PlannedTasks; by: Planner };

/** The task of a single finding that became one of the whole work is planned as that; others stay as they were planned. */
function asNow(item: PlannedTask, tasks: readonly TaskRecord[]): PlannedTask {
  const task = item.remedyId ? undefined : tasks.find(({ id, remedyId }) => id === item.taskId && remedyId !== null);
  return task ? plannedTask(task) : item;
}

/** The plan with the tasks that it did not hold, and without those whose work one of them does; the same where nothing differs. */
function extended(plan: ProjectPlanRecord, { tasks, takenOut }: PlannedTasks, by: Planner, now: Date) {
  const known = new Set(plan.data.items.map(({ taskId }) => taskId));
  const added = tasks.filter(({ id }) => !known.has(id));
  const left = plan.data.items.filter(({ taskId }) => !takenOut.includes(taskId)).map((item) => asNow(item, tasks));
  if (added.length === 0 && isDeepStrictEqual(left, plan.data.items)) return plan;
  const items = [...left, ...added.map(plannedTask)];
  const next = { ...plan, data: { items }, ...figuresOf(items), updatedAt: now.toISOString() };
  const taskIds = added.slice(0, 20).map(({ id }) => id);
  const details = { planId: plan.id, ...whatChanged(plan, next, trailed), taskIds };
  const { tenantId, auditId: target } = plan;
  return withEntry(next, { eventType: 'project_plan_extended', user: by.username, target, tenantId, details }, now);
}

function newPlan(id: string, audit: AuditRecord, tasks: readonly TaskRecord[], by: Planner, now: Date) {
  const at = now.toISOString();
  const items = tasks.map(plannedTask);
  const plan: ProjectPlanRecord = {
    id,
    tenantId: audit.tenantId,
    auditId: audit.id,
    auditedAt: audit.createdAt,
    planId: id,
    data: { items },
    ...figuresOf(items),
    isSimulated: audit.data.isSimulated,
    createdBy: by.name,
    createdAt: at,
    updatedAt: at,
    ...emptyOutbox,
  };
  const details = { planId: id, ...whatChanged(null, plan, trailed) };
  const { tenantId, auditId: target } = plan;
  return withEntry(plan, { eventType: 'project_plan_created', user: by.username, target, tenantId, details }, now);
}

/** Writes the plan of an audit with these tasks. @returns how many of them it did not hold before */
async function savePlan(
  { trail, clock }: Dependencies,
  { projectPlans }: TenantRecords,
  { id, audit, planned, by }: Saved,
): Promise<{ isNew: boolean; added: number }> {
  const created = await createOnce(projectPlans, newPlan(id, audit, planned.tasks, by, clock.now()));
  if (created) {
    await settleOutbox(projectPlans, created.value, trail, created.etag);
    return { isNew: true, added: planned.tasks.length };
  }
  let added = 0;
  await changeAndSeal(trail, projectPlans, id, (current) => {
    const next = extended(current, planned, by, clock.now());
    const known = new Set(current.data.items.map(({ taskId }) => taskId));
    added = next.data.items.filter(({ taskId }) => !known.has(taskId)).length;
    return next;
  });
  return { isNew: false, added };
}

/**
 * Approves those pending requests of the planned work that the caller named, in one decision with one entry in the trail. What
 * somebody else decides at the same moment is theirs. @returns how many this call approved
 */
async function approvePlanned(
  { decisionRuns }: Dependencies,
  { planned, approve, by }: { planned: readonly AskedWork[]; approve: readonly string[]; by: Planner },
): Promise<number> {
  const pending = planned.flatMap(({ approval }) => (approval?.status === 'pending' ? approval.id : []));
  const ids = pending.filter((id) => approve.includes(id));
  if (ids.length === 0) return 0;
  const wanted = { decision: 'approved', notes: 'Approved with the project plan.', assignment: null } as const;
  const started = await decisionRuns.start(ids, wanted, { by, userId: by.userId, isBackground: false });
  if (!started) throw new Error('A run with a key of its own is another’s');
  return started.outcomes.filter(({ outcome }) => outcome === 'done').length;
}

/** @throws AppError NO_SCAN_YET before the first audit, CONFLICT while the tenant's simulated results are being deleted */
async function auditToPlan(tenant: TenantRecords): Promise<AuditRecord> {
  if (tenant.tenant.purgingSince) {
    throw new AppError('CONFLICT', 'This tenant is going live. Run a scan once it is, then make the plan.');
  }
  const audit = await latestAudit(tenant);
  if (!audit) throw new AppError('NO_SCAN_YET', 'No scan found for this tenant. Please run a scan first.');
  return audit;
}

/** What a plan would hold, with what it takes and costs. */
async function preview(
  { systemConfig }: Dependencies,
  tenant: TenantRecords,
  findingIds: readonly string[] | undefined,
): Promise<PlanPreview> {
  const base = gainBaseOf(await auditToPlan(tenant));
  const { planned, leftOut } = await plannedFindings(tenant, findingIds);
  const priceList = await readPriceList(systemConfig);
  const estimate = await estimatesOfWork(tenant, priceList, planned);
  const items = planned.map((item): PlannedWork => {
    const { id: remedyId, title, members, approval } = item;
    const { hours, price: revenue } = estimate(item);
    const asked = approval && { id: approval.id, status: approval.status };
    return {
      remedyId,
      title,
      priority: priorityOfWork(item),
      findings: members.length,
      points: gainOfWork(item, base)?.points ?? null,
      hours,
      revenue,
      approval: asked,
    };
  });
  const sum = (figure: 'hours' | 'revenue') => items.reduce((total, item) => total + item[figure], 0);
  return { items, hours: sum('hours'), revenue: sum('revenue'), pricesAreDefault: priceList.isDefault, leftOut };
}

type Wanted = Pick<Parsed<typeof makeProjectPlan.body>, 'findingIds' | 'approve'>;

/** Making project plans (design, 23 and 42). */
export function createProjectPlans(dependencies: Dependencies) {
  return {
    /** @throws as `make` does */
    preview: (tenant: TenantRecords, findingIds: readonly string[] | undefined) =>
      preview(dependencies, tenant, findingIds),

    /**
     * Makes the plan of the latest audit, or extends it: the work of each open finding, or of each that is chosen, has one task in
     * it. It approves what it is told to, and nothing else (decision 066).
     * @throws AppError NO_SCAN_YET before the first audit, NOT_FOUND for a finding that is not there, CONFLICT while the
     * tenant's simulated results are being deleted, FORBIDDEN for a technician who would approve
     */
    async make(tenant: TenantRecords, { findingIds, approve = [] }: Wanted, by: Planner): Promise<MadePlan> {
      if (approve.length > 0 && !by.isAdmin) throw new AppError('FORBIDDEN', 'Only administrators approve requests.');
      const audit = await auditToPlan(tenant);
      const { planned, leftOut } = await plannedFindings(tenant, findingIds);
      const id = planIdOf(tenant.tenant.id, audit);
      const made = await planTasks(dependencies, tenant, { planned, plan: { id, auditId: audit.id }, by });
      const saved = await savePlan(dependencies, tenant, { id, audit, planned: made, by });
      const approved = await approvePlanned(dependencies, { planned, approve, by });
      return { ...saved, approved, leftOut };
    },
  };
}

export type ProjectPlans = ReturnType<typeof createProjectPlans>;
