import { useQueryClient } from '@tanstack/react-query';
import { returnProblemText } from '@tenantry/contract/return-problems';
import { plainText } from '../../lib/plain-text.ts';
import { reloadTenants } from '../../lib/session.ts';
import { showToast, type ToastMessage } from '../../lib/toast.ts';
import { useReturnNotice } from '../../lib/use-return-notice.ts';

const parameters = ['success', 'tenant', 'token_refresh', 'reauth', 'error', 'message'];
const refreshFailed = 'Token refresh failed — please try reauth again';

/** What a connection that has ended says of itself in the address; null where that means nothing to us. */
function connectionNotice(returned: URLSearchParams): ToastMessage | null {
  const tenant = plainText(returned.get('tenant')) ?? 'The tenant';
  const error = returned.get('error');
  if (error !== null || returned.get('reauth') === 'failed') {
    return { title: 'Connection Failed', body: returnProblemText(error) ?? refreshFailed, intent: 'error' };
  }
  if (returned.get('success') === 'tenant_connected') {
    return { title: 'Tenant Connected', body: `${tenant} is now connected to Microsoft 365.`, intent: 'success' };
  }
  if (returned.get('success') === 'reauth_complete' || returned.get('token_refresh') === 'success') {
    return { title: 'Tenant Reconnected', body: `${tenant} is connected to Microsoft 365 again.`, intent: 'success' };
  }
  return null;
}

/** The list of tenants after a connection: says how it ended, and asks for what it has changed. */
export function useConnectionReturn(): void {
  const client = useQueryClient();
  useReturnNotice(parameters, (returned) => {
    const notice = connectionNotice(returned);
    if (notice === null) return;
    showToast(notice);
    if (notice.intent !== 'success') return;
    void reloadTenants();
    for (const area of ['managed-tenants', 'credentials', 'auth-status']) {
      void client.invalidateQueries({ queryKey: [area] });
    }
  });
}
