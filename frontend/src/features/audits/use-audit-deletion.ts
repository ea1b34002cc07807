import { useQueryClient } from '@tanstack/react-query';
import { deleteAudit, type ManagedAudit } from '@tenantry/contract/managed-audits';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';

const failed = 'Failed to delete audit';

/** Deletes audits, tells how it went, and asks anew for what their tenants tell. */
export function useAuditDeletion() {
  const client = useQueryClient();
  return async ({ id, tenantId, tenantName }: ManagedAudit): Promise<void> => {
    try {
      const { latestAuditAt } = await call(deleteAudit, { params: { id }, tenantId: null });
      const figures =
        latestAuditAt === null ? 'has no audit now' : `shows the audit of ${formatDateTime(latestAuditAt)}`;
      showToast({ title: 'Audit deleted successfully', body: `${tenantName} ${figures}.`, intent: 'success' });
    } catch (error) {
      showToast({ title: failed, body: messageOf(error) || failed, intent: 'error' });
      throw error;
    } finally {
      // Somebody else may have deleted it before.
      void invalidateTenant(client, tenantId);
    }
  };
}
