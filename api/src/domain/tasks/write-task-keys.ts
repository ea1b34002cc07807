import { everyTenant } from '../../store/scope.ts';
import type { TaskStore } from '../../store/tasks.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { writeKeys } from '../stored-keys/write-keys.ts';

/** Writes tasks of before again, with what lists are ordered by (`store/tasks.ts`). @returns how many */
export const writeTaskKeys = (
  tasks: Pick<TaskStore, 'withoutKeys'>,
  tenants: Pick<TenantStore, 'open'>,
): Promise<number> => writeKeys(tasks.withoutKeys(everyTenant), tenants, (tenant) => tenant.tasks);
