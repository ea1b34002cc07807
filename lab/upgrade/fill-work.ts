import { setTimeout as wait } from 'node:timers/promises';
import type { Approval } from '@tenantry/contract/approvals';
import type { Finding } from '@tenantry/contract/findings';
import type { ProjectPlan } from '@tenantry/contract/project-plan';
import type { Task, TaskDetails } from '@tenantry/contract/tasks';
import type { DirectoryUser } from '@tenantry/contract/users';
import { type ApiSession, openApiSession } from '../../local/stack/api-session.ts';
import { offeredCalls } from './api-reading.ts';
import { decisions, priceEdits, technician, tenantIds, viewer } from './fixture-inputs.ts';

/** The administrator and a technician, who work in one installation. */
type Team = { admin: ApiSession; technician: ApiSession };

const weak = tenantIds.weak;
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const planned = 6;

/** As it was while hours were by kind of work. */
type PricesByKind = { revision: number; work: { kind: string; hours: number; hourlyRate: number }[] };

/** Two kinds of work have prices of the provider's own before anything is estimated by them. */
async function editPrices({ admin }: Team): Promise<void> {
  const { revision, work } = await admin.get<PricesByKind>('/api/settings/price-list');
  const edited = work.map((price) => priceEdits.find(({ kind }) => kind === price.kind) ?? price);
  await admin.send('PUT', '/api/settings/price-list', { revision, work: edited });
}

/** @returns the id of the technician */
async function addUsers(admin: ApiSession): Promise<string> {
  const sees = { role: 'technician', tenantIds: [weak, tenantIds.mixed] };
  const { id } = await admin.post<DirectoryUser>('/api/admin/users', { ...technician, ...sees });
  const { password } = technician;
  await admin.post('/api/admin/users', { ...viewer, password, role: 'viewer', tenantIds: [weak] });
  return id;
}

/** What the scanner asks for in the weak tenant, by check. */
async function askedByCheck({ admin }: Team): Promise<(checkId: string) => string> {
  const path = `/api/admin/approvals?status=pending&tenantId=${weak}&limit=200`;
  const { items } = await admin.get<{ items: Approval[] }>(path);
  return (checkId) => {
    const found = items.find((approval) => approval.checkId === checkId);
    if (!found) throw new Error(`Nobody was asked about ${checkId}`);
    return found.id;
  };
}

/** @returns the task that is completed once its check passes */
async function decideOnApprovals(team: Team, assigneeId: string): Promise<string> {
  const { admin } = team;
  const idOf = await askedByCheck(team);
  const { approved, denied, noted } = decisions;
  const approve = async (checkId: string, comment?: string): Promise<string> => {
    const { taskId } = await admin.post<Approval>(`/api/admin/approvals/${idOf(checkId)}/approve`, { comment });
    if (taskId === null) throw new Error(`Approving ${checkId} made no task`);
    return taskId;
  };
  const mended = await approve(approved.mended);
  await approve(approved.open, 'Agreed with the customer on the phone');
  const inProgress = await approve(approved.inProgress);
  const onHold = await approve(approved.onHold);
  await admin.post('/api/admin/approvals/decisions', { ids: approved.alone.map(idOf), status: 'approved' });
  await admin.post(`/api/admin/approvals/${idOf(denied.alone)}/deny`, {
    comment: 'It is needed until the migration is over',
  });
  const ids = [denied.besideApproved, denied.besidePending].map(idOf);
  await admin.post('/api/admin/approvals/decisions', { ids, status: 'denied', comment: 'Not in this contract' });
  await admin.send('PUT', `/api/admin/approvals/${idOf(noted)}`, { reviewNotes: 'Ask the customer first' });

  const begun = { status: 'in_progress', assigneeId, dueDate: dayIn(14), notes: 'The reports come in since Monday.' };
  await team.technician.send('PUT', `/api/admin/tasks/${inProgress}`, begun);
  await team.technician.send('PUT', `/api/admin/tasks/${inProgress}`, { status: 'in_progress', priority: 'critical' });
  const held = { status: 'on_hold', notes: 'Waits for the list of leavers.' };
  await team.technician.send('PUT', `/api/admin/tasks/${onHold}`, held);
  return mended;
}

/** What a technician asks for: some of it is decided. */
async function requestApprovals({ admin, technician: asking }: Team): Promise<void> {
  const request = (body: object) => asking.post<Approval>('/api/approvals', body);
  const decide = ({ id }: Approval, decision: 'approve' | 'deny', comment: string) =>
    admin.post(`/api/admin/approvals/${id}/${decision}`, { comment });
  const reason = 'The customer has asked for it in the last meeting';
  const change = { type: 'system_change', tenantId: weak, reason };
  await request({ ...change, title: 'Move the tenant to a new support plan' });
  await decide(await request({ ...change, title: 'Remove the old relay' }), 'deny', 'It is in use until the summer');
  const work = { type: 'task_assignment', tenantId: weak, category: 'mail-flow', reason };
  await request({ ...work, title: 'Archive the shared mailboxes' });
  await decide(await request({ ...work, title: 'Rename the mail domains' }), 'approve', 'Before the fair');
  await decide(await request({ type: 'audit_publish', tenantId: weak, reason }), 'approve', 'Read and complete');
  const permission = { type: 'user_permission', reason };
  const tenant = { user: viewer.username, tenantIds: [tenantIds.mixed] };
  await decide(await request({ ...permission, permission: tenant }), 'approve', 'Covers for a colleague');
  await request({ ...permission, permission: { user: viewer.username, role: 'technician' } });
  // What was denied to the scanner is asked for by a person.
  const path = `/api/admin/approvals?status=denied&tenantId=${weak}&limit=200`;
  const { items } = await admin.get<{ items: Approval[] }>(path);
  const denied = items.find(({ checkId }) => checkId === decisions.denied.besidePending);
  await request({ type: 'task_assignment', tenantId: weak, findingId: denied?.linkedFindingId, reason });
}

/** Tasks that no approval made: by hand, completed and not, and of a check of the audit. */
async function addTasks({ technician: working }: Team, assigneeId: string): Promise<void> {
  const add = (body: object) => working.post<TaskDetails>('/api/tasks', { tenantId: weak, ...body });
  const written = { description: 'As agreed in the last review.', category: 'conditional-access' };
  await add({ ...written, title: 'Write down who holds the emergency keys', priority: 'low', notes: 'In the safe?' });
  const { id } = await add({ ...written, title: 'Call the customer about the guests', dueDate: dayIn(3) });
  await working.send('PUT', `/api/admin/tasks/${id}`, { status: 'completed', notes: 'They know.' });
  const ofAudit = { ...written, title: 'Let administrators alone register applications', assigneeId };
  await add({ ...ofAudit, checkId: decisions.taskOfAudit, priority: 'high' });
}

/** A plan that an administrator makes approves what it holds; a technician's waits for them. */
async function makePlans({ admin, technician: working }: Team): Promise<void> {
  for (const [planner, tenantId] of [
    [admin, tenantIds.critical],
    [working, tenantIds.mixed],
  ] as const) {
    const { items } = await planner.get<{ items: Finding[] }>('/api/graph/findings?status=unresolved', tenantId);
    const findingIds = items.slice(0, planned).map(({ id }) => id);
    const { items: tasks } = await planner.post<ProjectPlan>('/api/project-plan', { tenantId, findingIds });
    const [first] = tasks;
    if (!first) throw new Error(`The plan of ${tenantId} holds nothing`);
    await planner.send('PUT', `/api/admin/tasks/${first.id}`, { status: 'in_progress', notes: 'Begun with the plan.' });
  }
}

/** Completes a task, and waits until its check was looked at again. */
async function completeByRecheck({ technician: working }: Team, taskId: string): Promise<void> {
  let task = await working.send<Task>('PUT', `/api/admin/tasks/${taskId}`, { status: 'completed' });
  while (task.recheck !== null && task.recheck.state !== 'ended') {
    await wait(200);
    task = await working.get<Task>(`/api/tasks/${taskId}`);
  }
  if (task.status !== 'completed') throw new Error(`${task.title} is ${task.status}: ${task.recheck?.message}`);
}

/** What is left of the work once the weak tenant is mended, or nothing. */
export type BegunWork = { completeMended(): Promise<void> };

/**
 * What people decide, do and are paid for, all of it by calls that version 23d8275 does not have: there nothing of it can be
 * stored, and nothing is done.
 */
export async function beginWork(url: string, admin: ApiSession): Promise<BegunWork> {
  const isOffered = await offeredCalls(admin.get);
  if (!isOffered('POST', '/api/admin/approvals/{id}/approve')) return { completeMended: async () => undefined };
  const userId = await addUsers(admin);
  const team: Team = { admin, technician: await openApiSession(url, technician) };
  await editPrices(team);
  const mended = await decideOnApprovals(team, userId);
  await requestApprovals(team);
  await addTasks(team, userId);
  await makePlans(team);
  return { completeMended: () => completeByRecheck(team, mended) };
}
