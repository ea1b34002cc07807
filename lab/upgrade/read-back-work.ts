import type { Approval, ApprovalDetails } from '@tenantry/contract/approvals';
import type { ProjectPlan } from '@tenantry/contract/project-plan';
import type { Task, TaskDetails } from '@tenantry/contract/tasks';
import type { DirectoryUser } from '@tenantry/contract/users';
import { everyItem, type Get, offeredCalls, pick } from './api-reading.ts';
import { priceEdits } from './fixture-inputs.ts';

/** What the list tells of a decision, beside what every version has told. */
const decisionOf = (approval: Approval) =>
  pick(
    approval,
    ...(['id', 'category', 'autoCreateTask', 'createdBy', 'updatedAt', 'auditId', 'scanId', 'checkId'] as const),
    ...(['condition', 'issue', 'affectedDomain', 'permission', 'reviewNotes', 'approvedBy', 'approvedAt'] as const),
    ...(['closedBecause', 'isUnfinished', 'notDoneBecause', 'taskId'] as const),
  );

/** A person has had to do with it: it is not as the scanner asked. */
const isTouched = ({ origin, requestedAt, updatedAt }: Approval) => origin === 'manual' || updatedAt !== requestedAt;

/** What happened to an approval, and what came of it. */
async function historyOf(get: Get, { id }: Approval) {
  const { task, history, others } = await get<ApprovalDetails>(`/api/admin/approvals/${id}`);
  return {
    id,
    task: task && pick(task, 'id', 'status'),
    // How it was carried out is said in words of the code of the day.
    history: history.map(({ text, ...event }) => (event.what === 'done' ? event : { ...event, text })),
    others: others.map((other) => pick(other, 'id', 'status')),
  };
}

/** How far a task is, and all that led there. */
async function taskOf(get: Get, { id }: Task) {
  const task = await get<TaskDetails>(`/api/tasks/${id}`);
  return {
    ...pick(
      task,
      ...(['id', 'tenantId', 'title', 'description', 'impact', 'category', 'priority', 'status'] as const),
      ...(['estimatedHours', 'assignee', 'dueDate', 'notes', 'origin', 'linkedApprovalId', 'approvalTitle'] as const),
      ...(['linkedFindingId', 'checkId', 'auditId', 'projectPlanId', 'isSimulated', 'createdBy', 'createdAt'] as const),
      ...(['updatedAt', 'completedAt', 'completedBy', 'completedWithoutProof', 'version', 'recheck'] as const),
      ...(['lastScan', 'history', 'historyOmitted', 'recheckResult', 'proof'] as const),
    ),
    finding: task.finding && pick(task.finding, 'status', 'acceptedUntil'),
  };
}

/** Its items by id: the phase of each, and so their order, is of the code of the day. */
async function planOf(get: Get, tenantId: string) {
  const plan = await get<ProjectPlan>('/api/project-plan', tenantId);
  return {
    ...pick(plan, 'planId', 'auditId', 'auditedAt', 'createdAt', 'isSimulated', 'pricesAreDefault'),
    ...pick(plan, 'totalItems', 'completed', 'estimatedHours', 'revenue'),
    items: plan.items
      .map((item) =>
        pick(
          item,
          ...(['id', 'title', 'description', 'category', 'priority', 'status', 'estimatedHours', 'revenue'] as const),
          ...(['assignee', 'dueDate', 'notes', 'linkedFindingId', 'linkedApprovalId', 'approvalStatus'] as const),
          ...(['createdAt', 'completedAt', 'completedBy'] as const),
        ),
      )
      .sort((a, b) => a.id.localeCompare(b.id)),
  };
}

/** Hours and rates were once kept together, by kind of work; since hours are by remedy, what was edited before is told apart. */
type Prices = {
  isDefault: boolean;
  revision: number;
  updatedAt: string | null;
  updatedBy: string | null;
  work: { kind: string; hours: number; hourlyRate?: number }[];
  rates?: { kind: string; hourlyRate: number }[];
  carriedOver?: { kind: string; hours: number }[];
};

/** Rates by kind of work, and the hours of the kinds that were edited. */
async function priceListOf(get: Get) {
  const prices = await get<Prices>('/api/settings/price-list');
  const edited: readonly string[] = priceEdits.map(({ kind }) => kind);
  return {
    ...pick(prices, 'isDefault', 'revision', 'updatedAt', 'updatedBy'),
    rates: (prices.rates ?? prices.work).map((price) => pick(price, 'kind', 'hourlyRate')),
    hours: (prices.carriedOver ?? prices.work)
      .filter(({ kind }) => edited.includes(kind))
      .map((price) => pick(price, 'kind', 'hours')),
  };
}

const localUser = (user: DirectoryUser) =>
  pick(user, 'id', 'username', 'displayName', 'email', 'role', 'roleSource', 'scope', 'accountEnabled');

type OfEach = <T>(read: (tenantId: string) => Promise<T>) => Promise<Record<string, T>>;

/**
 * What was decided, what is being done about it and by whom, and what it is sold for. A list that a version has no call for is
 * left out: nobody can have stored any of it there.
 * @param ofEach reads something of each tenant
 */
export async function readBackWork(get: Get, approvals: readonly Approval[], ofEach: OfEach) {
  const isOffered = await offeredCalls(get);
  return {
    ...(isOffered('GET', '/api/admin/approvals/{id}') && {
      decisions: approvals.map(decisionOf),
      approvalHistories: await Promise.all(approvals.filter(isTouched).map((one) => historyOf(get, one))),
    }),
    ...(isOffered('GET', '/api/admin/tasks') && {
      tasks: await Promise.all((await everyItem<Task>(get, '/api/admin/tasks')).map((one) => taskOf(get, one))),
    }),
    ...(isOffered('GET', '/api/project-plan') && { plans: await ofEach((id) => planOf(get, id)) }),
    ...(isOffered('GET', '/api/settings/price-list') && { priceList: await priceListOf(get) }),
    ...(isOffered('GET', '/api/admin/users') && {
      users: (await everyItem<DirectoryUser>(get, '/api/admin/users?source=local')).map(localUser),
    }),
  };
}
