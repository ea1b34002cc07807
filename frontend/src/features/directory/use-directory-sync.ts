import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DirectorySyncState, syncTenantUsers } from '@tenantry/contract/directory';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api-client.ts';
import { countOf } from '../../lib/format.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { isUnderWay, tenantDirectoryQuery } from './directory-queries.ts';

function announce({ status, processed, error }: DirectorySyncState): void {
  if (status === 'completed') {
    const body = processed === null ? undefined : `${countOf(processed, 'account')} read.`;
    showToast({ title: 'Directory Synchronized', intent: 'success', ...(body && { body }) });
  } else if (status === 'failed') {
    const body = error ?? 'The directory could not be read. Please try again.';
    showToast({ title: 'Sync Failed', body, intent: 'error' });
  }
}

/** The directory of a tenant with the way to read it anew. Once a synchronization that was running here ends, all lists are fetched again. */
export function useDirectorySync(tenantId: string) {
  const client = useQueryClient();
  const query = useQuery(tenantDirectoryQuery(tenantId));
  const sync = query.data?.sync;
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (sync === undefined) return;
    if (!isUnderWay(sync) && wasUnderWay.current) {
      announce(sync);
      void invalidateTenant(client, tenantId);
    }
    wasUnderWay.current = isUnderWay(sync);
  }, [sync, client, tenantId]);

  const { submit, pending } = useAction('Sync Failed', async () => {
    const answer = await call(syncTenantUsers, { params: { id: tenantId }, tenantId: null });
    const { queryKey } = tenantDirectoryQuery(tenantId);
    // An answer that is on its way was made before this synchronization began, and would say that none is running.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (before) => before && { ...before, ...answer });
  });
  return { query, start: () => void submit(), isBusy: pending || (sync !== undefined && isUnderWay(sync)) };
}
