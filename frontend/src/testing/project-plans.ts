import type { PlanItem, PlannedWork, PlanPreview, ProjectPlan } from '@tenantry/contract/project-plan';
import { contoso } from './fake-server.ts';

/** A task of Contoso's plan. */
export const planItem = (name: string, over: Partial<PlanItem> = {}): PlanItem => ({
  id: `${contoso.id}_task-${name}`,
  title: `Title of ${name}`,
  description: `Description of ${name}`,
  impact: null,
  category: 'mfa',
  priority: 'critical',
  status: 'open',
  phase: 1,
  estimatedHours: 3,
  revenue: 450,
  assignee: null,
  dueDate: null,
  notes: '',
  linkedFindingId: `${contoso.id}_f-${name}`,
  remedyId: `remedy-${name}`,
  findingIds: [`${contoso.id}_f-${name}`],
  linkedApprovalId: null,
  approvalStatus: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  completedAt: null,
  completedBy: null,
  ...over,
});

const noFigures = { completed: 0, estimatedHours: 0, completedHours: 0, withoutEstimate: 0, revenue: 0 };

/** Contoso's plan with these tasks, all of them in its first phase. */
export function planWith(items: readonly PlanItem[], over: Partial<ProjectPlan> = {}): ProjectPlan {
  const done = items.filter(({ status }) => status === 'completed');
  const hours = (some: readonly PlanItem[]) => some.reduce((sum, one) => sum + (one.estimatedHours ?? 0), 0);
  const figures = {
    totalItems: items.length,
    completed: done.length,
    estimatedHours: hours(items),
    completedHours: hours(done),
    withoutEstimate: items.filter(({ estimatedHours }) => estimatedHours === null).length,
    revenue: items.reduce((sum, { revenue }) => sum + (revenue ?? 0), 0),
  };
  return {
    planId: `${contoso.id}_plan-1`,
    auditId: `${contoso.id}_audit-1`,
    auditedAt: '2026-03-01T00:00:00.000Z',
    createdAt: '2026-03-01T01:00:00.000Z',
    hasNewerAudit: false,
    isSimulated: false,
    reason: null,
    currency: 'USD',
    pricesAreDefault: false,
    ...figures,
    items: [...items],
    phases: items.length === 0 ? [] : [{ phase: 1, title: 'Phase 1: Now', description: 'Critical work', ...figures }],
    ...over,
  };
}

/** Work that a plan of Contoso would hold, with a pending request. */
export const plannedWork = (name: string, over: Partial<PlannedWork> = {}): PlannedWork => ({
  remedyId: `remedy-${name}`,
  title: `Title of ${name}`,
  priority: 'critical',
  findings: 2,
  points: 4.5,
  hours: 3,
  revenue: 450,
  approval: { id: `${contoso.id}_r-${name}-1`, status: 'pending' },
  ...over,
});

/** What a plan of Contoso would hold. */
export const previewOf = (items: readonly PlannedWork[], over: Partial<PlanPreview> = {}): PlanPreview => ({
  items: [...items],
  hours: items.reduce((sum, { hours }) => sum + hours, 0),
  revenue: items.reduce((sum, { revenue }) => sum + revenue, 0),
  pricesAreDefault: false,
  leftOut: [],
  ...over,
});

/** Contoso before its first plan. */
export const noPlan = (reason = 'No project plan has been made of the findings yet.'): ProjectPlan => ({
  ...planWith([]),
  ...noFigures,
  planId: null,
  auditId: null,
  auditedAt: null,
  createdAt: null,
  reason,
});
