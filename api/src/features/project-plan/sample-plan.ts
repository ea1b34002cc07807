import type { PriceList } from '@tenantry/contract/price-list';
import type { getSamplePlan, PlanItem } from '@tenantry/contract/project-plan';
import type * as z from 'zod/mini';
import { countOf } from '../../audit/facts/sentence-parts.ts';
import { isFinding } from '../../audit/findings/is-finding.ts';
import { sampleAudit } from '../../domain/audit-results/sample-audit.ts';
import { seen } from '../../domain/finding/finding-of-verdict.ts';
import { estimator } from '../../domain/price-list/estimate.ts';
import { latestPlan, planItems, whyNoPlan } from '../../domain/project-plan/project-plan.ts';
import { taskOfWork } from '../../domain/work/task-of-work.ts';
import { workItemsOf } from '../../domain/work/work-items.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

type SamplePlan = z.output<typeof getSamplePlan.response>;
type SampleTask = SamplePlan['tasks'][number];

/** The Task Center's words (design, 5). */
const statuses = { open: 'pending', in_progress: 'in-progress', completed: 'complete', on_hold: 'blocked' } as const;

const hoursPerDay = 8;

/** How much work is left, in hours and working days. */
export function completionEstimate(tasks: readonly Pick<SampleTask, 'status' | 'estimatedHours'>[]): string {
  const left = tasks.filter(({ status }) => status !== 'complete');
  if (tasks.length === 0) return 'No work is planned';
  if (left.length === 0) return 'All work is done';
  const hours = left.reduce((sum, { estimatedHours }) => sum + (estimatedHours ?? 0), 0);
  const unknown = left.filter(({ estimatedHours }) => estimatedHours === null).length;
  const days = Math.ceil(hours / hoursPerDay);
  const parts = [
    ...(hours > 0 ? [`${countOf(hours, 'hour')} of work, about ${countOf(days, 'working day')}`] : []),
    ...(unknown > 0 ? [`${countOf(unknown, 'task')} without an estimate`] : []),
  ];
  return parts.join(', and ');
}

function summaryOf(tasks: readonly SampleTask[]): SamplePlan['summary'] {
  return {
    completionEstimate: completionEstimate(tasks),
    totalTasks: tasks.length,
    completedTasks: tasks.filter(({ status }) => status === 'complete').length,
    estimatedHours: tasks.reduce((sum, { estimatedHours }) => sum + (estimatedHours ?? 0), 0),
  };
}

const taskOf = (item: PlanItem): SampleTask => {
  const { id, title, description, impact, priority, category, notes, assignee, estimatedHours } = item;
  return {
    id,
    title,
    description,
    impact,
    status: statuses[item.status],
    priority,
    category,
    notes,
    assignee,
    createdDate: item.createdAt,
    estimatedHours,
  };
};

/** What a simulated tenant shows before its first scan: the work that the sample audit's findings ask for, as tasks. */
function sampleTasks({ tenant }: Pick<TenantRecords, 'tenant'>, priceList: PriceList, now: Date): SampleTask[] {
  const estimate = estimator(priceList);
  const at = now.toISOString();
  const weak = sampleAudit(now).data.verdicts.filter(isFinding);
  const findings = weak.map((verdict) => seen(verdict, null, { tenant, scanLogId: '', at, now }));
  return workItemsOf(findings).map((item, index) => {
    const { title, description, impact, priority, category } = taskOfWork(item);
    return {
      id: `sample-${index + 1}`,
      title,
      description,
      impact,
      status: 'pending',
      priority,
      category,
      notes: '',
      assignee: null,
      createdDate: at,
      estimatedHours: estimate(item).hours,
    };
  });
}

const sampleReason = 'This tenant has never been scanned: this is sample data. Run a scan to plan its own work.';
const nothing = { completionEstimate: null, totalTasks: null, completedTasks: null, estimatedHours: null };

/** The tenant's own plan; a sample for a simulated tenant before its first scan, else nothing and why (design, 4). */
export async function samplePlan(tenant: TenantRecords, priceList: PriceList, now: Date): Promise<SamplePlan> {
  const { isMock: isSimulated, audit } = tenant.tenant;
  const plan = await latestPlan(tenant);
  if (plan) {
    const tasks = (await planItems(tenant, plan.id, priceList)).map(taskOf);
    return { planId: plan.id, summary: summaryOf(tasks), tasks, isSimulated, isSample: false, reason: null };
  }
  if (isSimulated && audit === null) {
    const tasks = sampleTasks(tenant, priceList, now);
    return { planId: 'sample', summary: summaryOf(tasks), tasks, isSimulated, isSample: true, reason: sampleReason };
  }
  return { planId: null, summary: nothing, tasks: [], isSimulated, isSample: false, reason: whyNoPlan(tenant) };
}
