import { useQueryClient } from '@tanstack/react-query';
import { type Finding, type FindingStatus, setFindingStatus } from '@tenantry/contract/findings';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { findingQuery } from './findings-queries.ts';

/** `accepted` takes a reason and a day: see `useAcceptance`. */
export type SettableStatus = Exclude<FindingStatus, 'accepted'>;
export type ChangeableFinding = Pick<Finding, 'id' | 'tenantId' | 'title'>;

const successTitles: Record<SettableStatus, string> = {
  resolved: 'Finding Resolved',
  'in-progress': 'Finding In Progress',
  unresolved: 'Finding Reopened',
};

/** What is said of a status as the API takes it: a reason of what is resolved by hand, else a note where there is one. */
export const saidOf = (status: SettableStatus, text: string | undefined) =>
  status === 'resolved' ? { reason: text ?? '' } : { note: text || undefined };

/** Changes a finding's status and says that it was done. Errors are for whoever asked. */
export function useSetStatus({ id, tenantId, title }: ChangeableFinding) {
  const client = useQueryClient();
  return async (status: SettableStatus, text?: string): Promise<void> => {
    try {
      const body = { status, ...saidOf(status, text) };
      const changed = await call(setFindingStatus, { params: { findingId: id }, body, tenantId });
      client.setQueryData(findingQuery(id).queryKey, changed);
    } catch (error) {
      // Somebody else changed it: the page shows it as it is now.
      if (error instanceof ApiError && error.code === 'CONFLICT') void invalidateTenant(client, tenantId);
      throw error;
    }
    showToast({ title: successTitles[status], body: title, intent: 'success' });
    void invalidateTenant(client, tenantId);
  };
}
