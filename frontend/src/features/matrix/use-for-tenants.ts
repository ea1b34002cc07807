import { useQueryClient } from '@tanstack/react-query';
import { messageOf, wasCanceled } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import type { Failing } from './failing-tenants.ts';

/** What was not done for a tenant, and why. */
export type NotDone = { key: string; tenantName: string; message: string };

type Told = {
  /** 'task', as in '12 tasks created'. */
  what: string;
  /** 'created' */
  done: string;
};

/**
 * Does the same for several tenants, one after the other, and says how it went. What fails for one keeps no other from it, and is
 * handed back; where the user does not confirm who they are, the rest is left.
 */
export function useForTenants({ what, done }: Told) {
  const client = useQueryClient();
  return async (tenants: readonly Failing[], run: (one: Failing) => Promise<unknown>): Promise<NotDone[]> => {
    const left: NotDone[] = [];
    try {
      for (const one of tenants) {
        try {
          await run(one);
        } catch (error) {
          if (wasCanceled(error)) throw error;
          left.push({ key: one.findingId, tenantName: one.tenantName, message: messageOf(error) });
        }
      }
    } finally {
      // Tasks, findings and figures of any of them may be others.
      void client.invalidateQueries();
    }
    const title = `${countOf(tenants.length - left.length, what)} ${done}`;
    if (left.length === 0) showToast({ title, intent: 'success' });
    else showToast({ title, body: `${countOf(left.length, 'tenant')} left`, intent: 'warning' });
    return left;
  };
}
