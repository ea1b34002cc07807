import { isTimeZone } from '../../../domain/scan-plan/next-due.ts';
import type { NoticeEvent } from '../../../ports/notifier.ts';
import { everyTenant } from '../../../store/scope.ts';
import { lastAssignment, type TaskRecord } from '../../../store/tasks.ts';
import type { TenantRecord } from '../../../store/tenants.ts';
import { eventsOf, type NoticeSource, named, plainEvent, recordPath, type SourceParts, tenantsOf } from './source.ts';

const aboutTask = ({ id, priority, remedyId, assigneeId }: TaskRecord, tenant: TenantRecord) => ({
  ...plainEvent,
  tenant: named(tenant),
  gravity: priority,
  remedyId,
  path: recordPath('/tasks', 'task', id),
  // What somebody has to do concerns them alone; what nobody has, everybody who may do it.
  userId: assigneeId === '' ? null : assigneeId,
});

function assignedEvent(task: TaskRecord, tenant: TenantRecord): NoticeEvent[] {
  const given = lastAssignment(task);
  // What people take for themselves they know.
  if (given === undefined || given.by === task.assignee?.name) return [];
  return [
    {
      ...aboutTask(task, tenant),
      key: `task-assigned:${task.id}:${task.assigneeId}:${given.version}`,
      kind: 'task-assigned',
      title: `Assigned to you: ${task.title}`,
      detail: [`By ${given.by}`, task.dueDate === null ? '' : `Due on ${task.dueDate}`].filter(Boolean).join('\n'),
      at: given.at,
    },
  ];
}

export const assignedTasks: NoticeSource = {
  name: 'assigned-tasks',
  everyMinutes: 1,
  async collect(parts, period) {
    return eventsOf(parts, await parts.noticeSources.tasksAssigned(everyTenant, period), assignedEvent);
  },
};

/** The calendar day of an instant where a clock stands. */
export const dayIn = (timeZone: string, at: Date): string => at.toLocaleDateString('en-CA', { timeZone });

const dayMs = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** By whose clock the day of a task ends: of whoever has it, else of the installation. */
async function zonesOf({ users, systemConfig }: SourceParts, tasks: readonly TaskRecord[]) {
  const settings = (await systemConfig.reportSettings.get('report-settings'))?.value;
  const ofInstallation = settings?.timeZone ?? 'UTC';
  const assignees = [...new Set(tasks.map(({ assigneeId }) => assigneeId))].filter((id) => id !== '');
  const zones = new Map<string, string>();
  for (const id of assignees) {
    const zone = (await users.get(id))?.value.timeZone ?? null;
    if (zone !== null && isTimeZone(zone)) zones.set(id, zone);
  }
  return ({ assigneeId }: TaskRecord) => zones.get(assigneeId) ?? ofInstallation;
}

/**
 * Tasks whose day is over where the clock of whoever has them stands, each once for its day. Days of all clocks are read: of the last
 * two before the period, to that of its end in UTC.
 */
export const overdueTasks: NoticeSource = {
  name: 'overdue-tasks',
  everyMinutes: 15,
  async collect(parts, { from, to }) {
    const days = { from: dayOf(Date.parse(from) - 2 * dayMs), to: dayOf(Date.parse(to) + dayMs) };
    const tasks = await parts.noticeSources.tasksDue(everyTenant, days);
    if (tasks.length === 0) return [];
    const [tenants, zoneOf] = await Promise.all([tenantsOf(parts, tasks), zonesOf(parts, tasks)]);
    const [began, now] = [new Date(from), new Date(to)];
    return tasks.flatMap((task) => {
      const tenant = tenants.get(task.tenantId);
      const zone = zoneOf(task);
      const due = task.dueDate ?? '';
      // Over now, and not yet when the period began: what was overdue then was told then.
      if (!tenant || !(dayIn(zone, now) > due) || dayIn(zone, began) > due) return [];
      const event: NoticeEvent = {
        ...aboutTask(task, tenant),
        key: `task-overdue:${task.id}:${due}`,
        kind: 'task-overdue',
        title: `Overdue since ${due}: ${task.title}`,
        detail: task.assignee === null ? 'It is assigned to nobody.' : `Assigned to ${task.assignee.name}`,
        at: to,
      };
      return [event];
    });
  },
};
