import { useQueryClient } from '@tanstack/react-query';
import { acceptFinding, type Finding, type FindingDetails, withdrawAcceptance } from '@tenantry/contract/findings';
import { call } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { findingQuery } from './findings-queries.ts';

export type AcceptableFinding = Pick<Finding, 'id' | 'tenantId' | 'title'>;

/** Takes a finding's risk on, or takes that back, and says how it went. Errors are for the form that asked. */
export function useAcceptance({ id, tenantId, title }: AcceptableFinding) {
  const client = useQueryClient();
  const done = (changed: FindingDetails, toastTitle: string) => {
    client.setQueryData(findingQuery(id).queryKey, changed);
    showToast({ title: toastTitle, body: title, intent: 'success' });
    void invalidateTenant(client, tenantId);
  };
  return {
    /** Answers false where the finding was changed meanwhile, so that there is nothing left to accept. */
    async accept(body: { reason: string; expiresAt: string }): Promise<boolean> {
      try {
        done(await call(acceptFinding, { params: { findingId: id }, body, tenantId }), 'Risk Accepted');
        return true;
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
        showToast({ title: 'The risk was not accepted', body: messageOf(error), intent: 'error' });
        void invalidateTenant(client, tenantId);
        return false;
      }
    },
    async withdraw(): Promise<void> {
      done(await call(withdrawAcceptance, { params: { findingId: id }, tenantId }), 'Acceptance Withdrawn');
    },
  };
}
