import type { Parsed } from '@tenantry/contract/endpoint';
import {
  changeTask,
  changeTasks,
  createTask,
  getTask,
  listAssignees,
  listTaskRemedies,
  listTasks,
  listTenantTasks,
  saveTasks,
} from '@tenantry/contract/tasks';
import { knownWork } from '../../audit/findings/remedies/work.ts';
import { assigneeList } from '../../domain/tasks/assignee-list.ts';
import { dueDays } from '../../domain/tasks/due-days.ts';
import type { Caller } from '../../http/caller.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import { isInScope, type Scope } from '../../store/scope.ts';
import { type TaskQuery, type TaskStore, taskPage } from '../../store/tasks.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { createTaskBatch } from './task-batch.ts';
import { createTaskService, type TaskDependencies } from './task-service.ts';
import { taskView } from './task-view.ts';

type Dependencies = TaskDependencies & { tasks: TaskStore; tenants: Pick<TenantStore, 'ofRecords' | 'open'> };

/** The part of a scope that a list is narrowed to. */
const narrowed = (scope: Scope, tenantId: string | undefined): Scope =>
  tenantId === undefined
    ? scope
    : isInScope(scope, tenantId)
      ? { kind: 'tenants', tenantIds: [tenantId] }
      : { kind: 'none' };

type Asked = Parsed<typeof listTenantTasks.query>;

const wantedOf = ({ assignee, assigneeId, ...query }: Asked, { userId }: Caller, now: Date): TaskQuery => ({
  ...query,
  assigneeId: assignee === undefined ? assigneeId : assignee === 'me' ? userId : '',
  days: dueDays(now),
});

export function taskRoutes(dependencies: Dependencies): Route[] {
  const { tasks, tenants, users, clock } = dependencies;
  const service = createTaskService(dependencies);
  const batch = createTaskBatch(dependencies);
  return [
    callerRoute(listTasks, async ({ caller, query: { tenantId, ...query } }) => {
      const now = clock.now();
      const scope = narrowed(caller.scope, tenantId);
      const { counts, ...page } = await tasks.page(scope, wantedOf(query, caller, now));
      const names = await tenants.ofRecords(scope, page.items);
      const items = page.items.map((task) => taskView(task, names.get(task.tenantId)?.name ?? task.tenantId, now));
      return { ...page, items, summary: counts };
    }),

    callerRoute(listTaskRemedies, async () => knownWork.map(({ id, title }) => ({ id, title }))),

    callerRoute(changeTasks, ({ caller, body }) => batch.change(body, caller)),

    tenantRoute(listTenantTasks, async ({ tenant, query, caller }) => {
      const now = clock.now();
      const { counts, ...page } = await taskPage(tenant.tasks, wantedOf(query, caller, now));
      const items = page.items.map((task) => taskView(task, tenant.tenant.name, now));
      return { ...page, items, summary: counts };
    }),

    tenantRoute(getTask, ({ tenant, params }) => service.get(tenant, params.taskId)),

    tenantRoute(changeTask, async ({ tenant, params, body, caller }) => {
      const task = await service.change(tenant, params.taskId, body, caller);
      const goesOn = task.recheck !== null && task.recheck.state !== 'ended';
      return Reply.json(task, { status: goesOn ? 202 : 200 });
    }),

    tenantRoute(saveTasks, ({ tenant, body, caller }) => service.save(tenant, body.tasks, caller)),

    tenantRoute(createTask, async ({ tenant, body, caller }) =>
      Reply.json(await service.create(tenant, body, caller), { status: 201 }),
    ),

    tenantRoute(listAssignees, ({ tenant, query }) => assigneeList(users.workersOf(tenant.tenant.id), query)),
  ];
}
