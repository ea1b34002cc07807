import type { Task, TaskDetails, TaskTotals } from '@tenantry/contract/tasks';
import type { contoso } from './fake-server.ts';

/** A task of a tenant. */
export const task = (tenant: typeof contoso, name: string, over: Partial<Task> = {}): Task => ({
  id: `${tenant.id}_task-${name}-12345678`,
  tenantId: tenant.id,
  tenantName: tenant.name,
  title: `Title of ${name}`,
  description: `Description of ${name}`,
  impact: `Impact of ${name}`,
  category: 'mfa',
  priority: 'high',
  status: 'open',
  estimatedHours: 4,
  assignee: { userId: 'user-2', name: 'Tilda Technician' },
  dueDate: null,
  isOverdue: false,
  notes: '',
  origin: 'manual',
  linkedApprovalId: null,
  approvalTitle: null,
  linkedFindingId: null,
  checkId: null,
  remedyId: null,
  findingIds: [],
  checkIds: [],
  auditId: null,
  projectPlanId: null,
  isSimulated: false,
  createdBy: 'Dana Doe',
  createdAt: '2026-01-02T12:00:00.000Z',
  updatedAt: '2026-01-02T12:00:00.000Z',
  completedAt: null,
  completedBy: null,
  completedWithoutProof: false,
  version: 3,
  isRechecked: false,
  recheck: null,
  lastScan: null,
  ...over,
});

export const taskDetails = (of: Task, over: Partial<TaskDetails> = {}): TaskDetails => ({
  ...of,
  history: [{ at: of.createdAt, by: of.createdBy, what: 'created', note: null, changes: [] }],
  historyOmitted: 0,
  recheckResult: null,
  clientQuestion: null,
  proof: null,
  article: null,
  finding: null,
  findings: [],
  ...over,
});

/** A page of the list with the totals that go with it. */
export function taskList(
  items: readonly Task[],
  summary?: TaskTotals,
  due = { overdue: 0, week: 0, none: items.length },
) {
  const countOf = (status: Task['status']) => items.filter((one) => one.status === status).length;
  return {
    items,
    total: items.length,
    due,
    summary: summary ?? {
      open: countOf('open'),
      in_progress: countOf('in_progress'),
      completed: countOf('completed'),
      on_hold: countOf('on_hold'),
    },
  };
}
