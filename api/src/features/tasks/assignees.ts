import { AppError } from '../../http/app-error.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import { mayWorkIn, type UserRecord, type UserStore } from '../../store/users.ts';

/** A user as the assignee of a tenant's tasks. @throws AppError INVALID_INPUT where they may not work in it */
export function assigneeIn(user: UserRecord | null, tenantId: string): NonNullable<TaskRecord['assignee']> {
  if (user && mayWorkIn(user, tenantId)) return { userId: user.id, name: user.displayName };
  const message = 'Choose a technician or administrator who has this tenant in scope';
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'assigneeId', message }] });
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
  return assigneeIn(await users.worker(tenantId, id), tenantId);
}
