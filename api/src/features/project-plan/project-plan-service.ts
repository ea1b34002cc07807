import { tenantRecordId } from '@tenantry/contract/ids';
import type { LeftOut } from '@tenantry/contract/project-plan';
import type { ApprovalDecisions } from '../../domain/approvals/decide-approval.ts';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { approvalsOfFindings } from '../../domain/project-plan/approvals-of-findings.ts';
import { AppError } from '../../http/app-error.ts';
import { createOnce, every } from '../../ports/collection.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { PlannedTask, ProjectPlanRecord } from '../../store/project-plans.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { type Planner, planTasks } from './plan-tasks.ts';
import { plannedFindings } from './planned-findings.ts';

type Dependencies = Pick<CommonParts, 'systemConfig' | 'trail' | 'clock'> & {
  approvalDecisions: Pick<ApprovalDecisions, 'decide'>;
};

export type MadePlan = { isNew: boolean; added: number; approved: number; leftOut: LeftOut[] };

/** The id of the plan of an audit: derived, so that there is one however often it is made. */
const planIdOf = (tenantId: string, { scanLogId }: AuditRecord) =>
  tenantRecordId(tenantId, `plan-${scanLogId.slice(-36)}`);

const plannedTask = ({ id, linkedFindingId, priority, estimatedHours }: TaskRecord): PlannedTask => ({
  taskId: id,
  findingId: linkedFindingId ?? '',
  priority,
  estimatedHours,
});

const figuresOf = (items: readonly PlannedTask[]) => ({
  totalTasks: items.length,
  criticalTasks: items.filter(({ priority }) => priority === 'critical').length,
  estimatedHours: items.reduce((sum, { estimatedHours }) => sum + (estimatedHours ?? 0), 0),
});

const trailed = ['totalTasks', 'criticalTasks', 'estimatedHours'] as const;

/** The plan with the tasks that it did not hold; the same where it holds them all. */
function extended(plan: ProjectPlanRecord, tasks: readonly TaskRecord[], by: Planner, now: Date): ProjectPlanRecord {
  const known = new Set(plan.data.items.map(({ taskId }) => taskId));
  const added = tasks.filter(({ id }) => !known.has(id));
  if (added.length === 0) return plan;
  const items = [...plan.data.items, ...added.map(plannedTask)];
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
  { id, audit, tasks, by }: { id: string; audit: AuditRecord; tasks: readonly TaskRecord[]; by: Planner },
): Promise<{ isNew: boolean; added: number }> {
  const created = await createOnce(projectPlans, newPlan(id, audit, tasks, by, clock.now()));
  if (created) {
    await settleOutbox(projectPlans, created.value, trail, created.etag);
    return { isNew: true, added: tasks.length };
  }
  let added = 0;
  await changeAndSeal(trail, projectPlans, id, (current) => {
    const next = extended(current, tasks, by, clock.now());
    added = next.totalTasks - current.totalTasks;
    return next;
  });
  return { isNew: false, added };
}

/**
 * Approves what waits for an administrator in the plan, whoever planned it. What somebody else decides at the same moment is
 * theirs. @returns how many this call approved
 */
async function approvePlanned(
  { approvalDecisions }: Dependencies,
  tenant: TenantRecords,
  planId: string,
  by: Planner,
): Promise<number> {
  const tasks = await every(tenant.tasks, { where: [{ field: 'projectPlanId', op: 'eq', value: planId }] });
  const findingIds = tasks.flatMap(({ linkedFindingId }) => linkedFindingId ?? []);
  let approved = 0;
  for (const { id, status } of (await approvalsOfFindings(tenant, findingIds)).values()) {
    if (status !== 'pending') continue;
    const decision = { decision: 'approved', notes: 'Approved with the project plan.' } as const;
    const { outcome } = await approvalDecisions.decide(tenant, id, decision, by);
    if (outcome === 'done') approved += 1;
  }
  return approved;
}

/** Making project plans (design, 23). */
export function createProjectPlans(dependencies: Dependencies) {
  return {
    /**
     * Makes the plan of the latest audit, or extends it: each open finding, or each that is chosen, has one task in it. An
     * administrator thereby approves what the plan holds; a technician's waits for approval as it did.
     * @throws AppError NO_SCAN_YET before the first audit, NOT_FOUND for a finding that is not there, CONFLICT while the
     * tenant's simulated results are being deleted
     */
    async make(tenant: TenantRecords, findingIds: readonly string[] | undefined, by: Planner): Promise<MadePlan> {
      if (tenant.tenant.purgingSince) {
        throw new AppError('CONFLICT', 'This tenant is going live. Run a scan once it is, then make the plan.');
      }
      const audit = await latestAudit(tenant);
      if (!audit) throw new AppError('NO_SCAN_YET', 'No scan found for this tenant. Please run a scan first.');
      const { planned, leftOut } = await plannedFindings(tenant, findingIds);
      const id = planIdOf(tenant.tenant.id, audit);
      const tasks = await planTasks(dependencies, tenant, { planned, plan: { id, auditId: audit.id }, by });
      const saved = await savePlan(dependencies, tenant, { id, audit, tasks, by });
      const approved = by.isAdmin ? await approvePlanned(dependencies, tenant, id, by) : 0;
      return { ...saved, approved, leftOut };
    },
  };
}

export type ProjectPlans = ReturnType<typeof createProjectPlans>;
