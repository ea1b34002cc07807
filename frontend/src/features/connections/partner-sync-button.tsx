import { Button } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { useQueryClient } from '@tanstack/react-query';
import { syncPartnerTenants } from '@tenantry/contract/graph-tools';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { reloadTenants } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';

const failedText = 'Failed to sync tenants from Microsoft Partner Center';

function tellFailure(said: string | null): void {
  showToast({ title: 'Sync Failed', body: said || failedText, intent: 'error' });
}

/** Brings in the customers that Partner Center knows. */
export function PartnerSyncButton() {
  const client = useQueryClient();
  const { submit, pending } = useSubmit(async () => {
    try {
      const { syncedCount, error } = await call(syncPartnerTenants, { tenantId: null });
      // Some may have come in before it failed.
      void reloadTenants();
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === null });
      if (error !== null) return tellFailure(error);
      const body = `Successfully synchronized ${formatNumber(syncedCount)} tenants from Microsoft Partner Center`;
      showToast({ title: 'Tenant Sync Complete', body, intent: 'success' });
    } catch (error) {
      tellFailure(error instanceof ApiError && error.status > 0 ? error.message : null);
    }
  });
  return (
    <Button icon={<ArrowSyncRegular />} onClick={() => void submit()} disabledFocusable={pending}>
      {pending ? 'Syncing…' : 'Sync from Partner Center'}
    </Button>
  );
}
