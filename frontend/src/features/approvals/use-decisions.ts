import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type DecisionOutcome, decideApprovals } from '@tenantry/contract/approval-decisions';
import { type Approval, approve, type Decision, deny } from '@tenantry/contract/approvals';
import { call } from '../../lib/api-client.ts';
import { ApiError, messageOf, wasCanceled } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';

const failed = 'Failed to update approval. Please try again.';

/** Lists of approvals and tasks, and every figure that counts them. */
async function refresh(client: QueryClient, approvals: readonly Pick<Approval, 'tenantId'>[]): Promise<void> {
  const tenantIds = new Set(approvals.map(({ tenantId }) => tenantId ?? ''));
  await Promise.all([...tenantIds].map((tenantId) => invalidateTenant(client, tenantId)));
}

/** What came of one decision, in the words of the specification. */
function told({ status, autoCreateTask, isUnfinished, notDoneBecause, title }: Approval): void {
  if (notDoneBecause !== null) {
    showToast({ title: 'Approved, but not carried out', body: notDoneBecause, intent: 'error' });
    return;
  }
  const made = isUnfinished
    ? 'Approval accepted. Its task follows shortly.'
    : 'Approval accepted. Task created successfully.';
  const ofTask = status === 'approved' ? made : 'Approval denied and task creation skipped.';
  const text = autoCreateTask ? ofTask : `Approval has been ${status} successfully.`;
  showToast({ title: text, body: title, intent: 'success' });
}

/** Decides approvals and says how it went; the lists that show it are asked for again. */
export function useDecisions() {
  const client = useQueryClient();
  return {
    /** @throws what can be tried again. A decision that somebody else was first with is told, and no error. */
    async decide(approval: Approval, decision: Decision, comment?: string): Promise<void> {
      const body = comment === undefined || comment === '' ? {} : { comment };
      const { id } = approval;
      try {
        const endpoint = decision === 'approved' ? approve : deny;
        told(await call(endpoint, { params: { id }, body, tenantId: null }));
      } catch (error) {
        if (!wasCanceled(error)) {
          showToast({ title: 'Review Failed', body: messageOf(error) || failed, intent: 'error' });
        }
        if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
      }
      // Not waited for: the popover or the dialog has done its work.
      void refresh(client, [approval]);
    },

    /** @returns those that were not decided by this, with the reason for each */
    async decideMany(approvals: readonly Approval[], status: Decision, comment: string): Promise<DecisionOutcome[]> {
      const body = { ids: approvals.map(({ id }) => id), status, ...(comment === '' ? {} : { comment }) };
      const { decided, results } = await call(decideApprovals, { body, tenantId: null });
      void refresh(client, approvals);
      const left = results.filter(({ outcome }) => outcome !== 'done');
      const title = `${countOf(decided, 'request')} ${status}`;
      if (left.length === 0) showToast({ title, intent: 'success' });
      else showToast({ title, body: `${countOf(left.length, 'request')} not changed`, intent: 'warning' });
      return left;
    },
  };
}
