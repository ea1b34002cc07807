import type { PriceList } from '@tenantry/contract/price-list';
import type { PlanItem, PlanPhase } from '@tenantry/contract/project-plan';
import { projectPlanOf } from '../../domain/project-plan/project-plan.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { ReportPlan, ReportTask } from './report-model.ts';

function figuresOf(figures: Omit<PlanPhase, 'phase' | 'title' | 'description'>) {
  const { totalItems, completed, estimatedHours, completedHours, withoutEstimate, revenue } = figures;
  return { totalItems, completed, estimatedHours, completedHours, withoutEstimate, revenue };
}

function taskOf(item: PlanItem, checkIds: ReadonlyMap<string, string>): ReportTask {
  const { title, priority, category, estimatedHours, revenue, status, approvalStatus, completedAt, completedBy } = item;
  return {
    title,
    priority,
    category,
    checkIds: item.findingIds.flatMap((id) => checkIds.get(id) ?? []),
    hours: estimatedHours,
    price: revenue,
    status,
    approval: approvalStatus === 'pending' || approvalStatus === 'denied' ? approvalStatus : null,
    completedAt,
    completedBy,
  };
}

/** The tenant's project plan as the report prints it; null where there is none, or nothing is in it. */
export async function reportPlan(
  tenant: TenantRecords,
  priceList: PriceList,
  findings: readonly FindingRecord[],
): Promise<ReportPlan | null> {
  const plan = await projectPlanOf(tenant, priceList);
  if (plan.auditedAt === null || plan.items.length === 0) return null;
  const checkIds = new Map(findings.map(({ id, checkId }) => [id, checkId]));
  return {
    ...figuresOf(plan),
    auditedAt: plan.auditedAt,
    pricesAreDefault: plan.pricesAreDefault,
    phases: plan.phases.map((phase) => ({
      ...figuresOf(phase),
      title: phase.title,
      description: phase.description,
      tasks: plan.items.filter((item) => item.phase === phase.phase).map((item) => taskOf(item, checkIds)),
    })),
  };
}
