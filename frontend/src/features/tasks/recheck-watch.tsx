import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Task } from '@tenantry/contract/tasks';
import { useEffect } from 'react';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { isBeingRechecked, taskQuery } from './task-queries.ts';
import { tellRecheck } from './use-task-changes.ts';

/** Follows the re-check of a task that is on the page, and tells how it ended. */
export function RecheckWatch({ task }: { task: Task }) {
  const client = useQueryClient();
  const isRunning = isBeingRechecked(task);
  const { data } = useQuery({ ...taskQuery(task.id), enabled: isRunning });
  const ended = isRunning && data?.recheck?.id === task.recheck?.id && data !== undefined && !isBeingRechecked(data);
  useEffect(() => {
    if (!ended || data === undefined) return;
    tellRecheck(data);
    void invalidateTenant(client, data.tenantId);
  }, [ended, data, client]);
  return null;
}
