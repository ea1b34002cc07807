import type { PriceList } from '@tenantry/contract/price-list';
import type { PlanItem, ProjectPlan } from '@tenantry/contract/project-plan';
import { every } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { ProjectPlanRecord } from '../../store/project-plans.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { openStatuses } from '../finding/open-findings.ts';
import { leadingIncidents } from '../incidents/incidents.ts';
import { revenueOf } from '../price-list/estimate.ts';
import { approvalsOfWork, workOfTask } from '../work/approvals-of-work.ts';
import { workItemsOf } from '../work/work-items.ts';
import { inPlanOrder, phaseOf, planFigures, planPhases } from './plan-phases.ts';

/** The tenant's latest plan; null where it has none. A simulated one that was written while it went live is none. */
export async function latestPlan({ tenant, projectPlans }: TenantRecords): Promise<ProjectPlanRecord | null> {
  const { items } = await projectPlans.query({
    where: [{ field: 'isSimulated', op: 'eq', value: tenant.isMock }],
    orderBy: { field: 'createdAt', direction: 'desc' },
    limit: 1,
  });
  return items[0] ?? null;
}

function itemOf(task: TaskRecord, approval: ApprovalRecord | null, priceList: PriceList): PlanItem {
  const { id, title, description, impact, category, priority, status, estimatedHours, dueDate, notes } = task;
  const { linkedFindingId, remedyId, findingIds, createdAt, completedAt, completedBy } = task;
  return {
    id,
    title,
    description,
    impact,
    category,
    priority,
    status,
    phase: phaseOf(priority, estimatedHours, remedyId),
    estimatedHours,
    revenue: estimatedHours === null ? null : revenueOf(priceList, task, estimatedHours),
    assignee: task.assignee?.name ?? null,
    dueDate,
    notes,
    linkedFindingId,
    remedyId,
    findingIds: [...findingIds],
    linkedApprovalId: task.linkedApprovalId ?? approval?.id ?? null,
    approvalStatus: approval?.status ?? null,
    createdAt,
    completedAt,
    completedBy,
  };
}

/** The tasks of a plan as they are now, with the approvals of their findings. */
export async function planItems(tenant: TenantRecords, planId: string, priceList: PriceList): Promise<PlanItem[]> {
  const tasks = await every(tenant.tasks, { where: [{ field: 'projectPlanId', op: 'eq', value: planId }] });
  const approvalOf = await approvalsOfWork(tenant, tasks.map(workOfTask));
  const open = await every(tenant.findings, { where: [{ field: 'status', op: 'in', value: openStatuses }] });
  const places = new Map(workItemsOf(open).map(({ id }, place) => [id, place]));
  const audit = await latestAudit(tenant);
  const { incidents } = audit?.data ?? {};
  const hasIncident = incidents !== undefined && leadingIncidents(incidents).length > 0;
  return inPlanOrder(
    tasks.map((task) => itemOf(task, approvalOf(workOfTask(task)), priceList)),
    { places, hasIncident },
  );
}

const neverAudited = 'This tenant has never been scanned. Run a scan, then make a plan of what it finds.';
const noPlan = 'No project plan has been made of the findings yet.';

/** Why a tenant has no plan. */
export const whyNoPlan = ({ tenant }: TenantRecords): string => (tenant.audit === null ? neverAudited : noPlan);

/** The tenant's latest plan as callers see it (design, 23). */
export async function projectPlanOf(tenant: TenantRecords, priceList: PriceList): Promise<ProjectPlan> {
  const plan = await latestPlan(tenant);
  const items = plan ? await planItems(tenant, plan.id, priceList) : [];
  // An audit can be deleted: its plan goes on, and names none that is not there.
  const audit = plan && (await tenant.audits.get(plan.auditId));
  return {
    planId: plan?.id ?? null,
    auditId: audit?.value.id ?? null,
    auditedAt: plan?.auditedAt ?? null,
    createdAt: plan?.createdAt ?? null,
    hasNewerAudit: plan !== null && tenant.tenant.audit !== null && tenant.tenant.audit.auditedAt > plan.auditedAt,
    isSimulated: plan?.isSimulated ?? tenant.tenant.isMock,
    reason: plan ? null : whyNoPlan(tenant),
    currency: 'USD',
    pricesAreDefault: priceList.isDefault,
    ...planFigures(items),
    items,
    phases: planPhases(items),
  };
}
