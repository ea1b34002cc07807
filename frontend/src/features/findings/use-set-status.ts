import { useQueryClient } from '@tanstack/react-query';
import { type Finding, type FindingStatus, setFindingStatus } from '@tenantry/contract/findings';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { findingQuery } from './findings-queries.ts';

/** `accepted` takes a reason and a day: see `useAcceptance`. */
export type SettableStatus = Exclude<FindingStatus, 'accepted'>;

const successTitles: Record<SettableStatus, string> = {
  resolved: 'Finding Resolved',
  'in-progress': 'Finding In Progress',
  unresolved: 'Finding Reopened',
};

/** Changes a finding's status, once however often it is pressed, and says how it went. */
export function useSetStatus(finding: Pick<Finding, 'id' | 'tenantId' | 'title'>, onDone?: () => void) {
  const client = useQueryClient();
  const { submit, pending } = useSubmit(async (status: SettableStatus) => {
    const { id, tenantId } = finding;
    try {
      const changed = await call(setFindingStatus, { params: { findingId: id }, body: { status }, tenantId });
      client.setQueryData(findingQuery(id).queryKey, changed);
    } catch (error) {
      showToast({ title: 'The finding was not changed', body: messageOf(error), intent: 'error' });
      return;
    }
    showToast({ title: successTitles[status], body: finding.title, intent: 'success' });
    onDone?.();
    await invalidateTenant(client, tenantId);
  });
  return { setStatus: (status: SettableStatus) => void submit(status), pending };
}
