import { AppError } from '../../http/app-error.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { UserStore } from '../../store/users.ts';

type Assignee = { userId: string; name: string };

/** Who may work on the tasks of a tenant, by name. */
export async function assigneesOf(
  users: Pick<UserStore, 'workersOf'>,
  tenantId: string,
  { search = '', limit }: { search?: string | undefined; limit: number },
): Promise<{ items: Assignee[]; hasMore: boolean }> {
  const wanted = search.toLowerCase();
  const found: Assignee[] = [];
  for await (const { id, displayName, username } of users.workersOf(tenantId)) {
    if (![displayName, username].some((name) => name.toLowerCase().includes(wanted))) continue;
    found.push({ userId: id, name: displayName });
  }
  found.sort((a, b) => a.name.localeCompare(b.name) || a.userId.localeCompare(b.userId));
  return { items: found.slice(0, limit), hasMore: found.length > limit };
}

/**
 * The assignee that an id names.
 * @param id null: nobody; undefined: not asked for
 * @throws AppError INVALID_INPUT where nobody who may work in the tenant has it
 */
export async function namedAssignee(
  users: Pick<UserStore, 'worker'>,
  tenantId: string,
  id: string | null | undefined,
): Promise<TaskRecord['assignee'] | undefined> {
  if (id === null || id === undefined) return id;
  const user = await users.worker(tenantId, id);
  if (user) return { userId: user.id, name: user.displayName };
  const message = 'Choose a technician or administrator who has this tenant in scope';
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'assigneeId', message }] });
}
