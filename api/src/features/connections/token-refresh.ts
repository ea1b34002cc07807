import { IdentityError } from '../../ports/identity-provider.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { AccountAccess } from './account-access.ts';
import { connectScopes } from './connection-flow.ts';
import type { CredentialService } from './credential-service.ts';

type Dependencies = {
  tenants: Pick<TenantStore, 'get'>;
  credentials: CredentialService;
  access: Pick<AccountAccess, 'renew'>;
  log: Log;
};

/** As many as one run of the timer works; the rest follow with the next one. */
const tenantsAtOnce = 50;

/** Entra's final word on a grant, in MSAL's codes: asking again with the same token is refused alike. */
const isFinal = ({ code, message }: IdentityError): boolean =>
  code === 'NO_ACCOUNT' ||
  code === 'invalid_grant' ||
  code === 'interaction_required' ||
  /AADSTS(50173|70008|700082|65001|50076|53003|700003)\b/.test(`${code} ${message}`);

/** Keeps the grants of whoever connected a tenant alive, and tells of those that Microsoft has ended. */
export function createTokenRefresh({ tenants, credentials, access, log }: Dependencies) {
  return {
    /** Refreshes what is due, each tenant by one process at a time. @returns how many were claimed */
    async refreshDue(): Promise<number> {
      const due = await credentials.claimDue(tenantsAtOnce);
      for (const record of due) {
        const tenant = await tenants.get(record.tenantId);
        if (!tenant) continue;
        try {
          const { id: tenantId, m365TenantId: entraTenantId } = tenant.value;
          await access.renew({ tenantId, entraTenantId }, connectScopes);
        } catch (error) {
          await credentials.refreshFailed(record.tenantId);
          if (error instanceof IdentityError && isFinal(error)) {
            await credentials.needsReconnect(tenant.value, error.message || error.code, 'delegated');
            continue;
          }
          // It is due again in an hour, and the other tenants go on. That a secret does not open stands on its record already.
          log('The tokens were not refreshed', { tenantId: record.tenantId, error });
        }
      }
      return due.length;
    },
  };
}
