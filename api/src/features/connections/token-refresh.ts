import type { RecordStore } from '../../ports/collection.ts';
import { type AppRegistration, IdentityError, type IdentityProvider } from '../../ports/identity-provider.ts';
import { containers, globalPartition } from '../../records/containers.ts';
import type { CredentialRecord } from '../../records/credential-record.ts';
import type { TenantRecord } from '../../records/record-types.ts';
import { connectScopes } from './connection-service.ts';
import type { CredentialService } from './credential-service.ts';

type Dependencies = {
  store: RecordStore;
  credentials: CredentialService;
  identityProvider: IdentityProvider;
  appRegistration(): Promise<AppRegistration | null>;
  log(message: string): void;
};

/** As many as one run of the timer takes; the rest follow a minute later. */
const tenantsAtOnce = 50;

/** Entra's final word on a grant, in MSAL's codes: asking again with the same token is refused alike. */
const isFinal = ({ code, message }: IdentityError): boolean =>
  code === 'NO_ACCOUNT' ||
  code === 'invalid_grant' ||
  code === 'interaction_required' ||
  /AADSTS(50173|70008|700082|65001|50076|53003|700003)\b/.test(`${code} ${message}`);

/** Keeps the grants of whoever connected a tenant alive, and tells of those that Microsoft has ended. */
export function createTokenRefresh({ store, credentials, identityProvider, appRegistration, log }: Dependencies) {
  async function refresh(record: CredentialRecord, tenant: TenantRecord): Promise<void> {
    const app = await appRegistration();
    const tokenCache = await credentials.tokenCacheOf(record.tenantId);
    if (!app || tokenCache === null) return;
    const grant = { authority: tenant.m365TenantId, scopes: connectScopes, tokenCache };
    const refreshed = await identityProvider.refresh(app, grant);
    await credentials.saveRefreshed(record.tenantId, refreshed, record.lastAuthenticatedAt ?? '');
  }

  return {
    /** Refreshes what is due, each tenant by one process at a time. @returns how many were taken up */
    async refreshDue(): Promise<number> {
      const due = await credentials.claimDue(tenantsAtOnce);
      for (const record of due) {
        const tenant = await store.partition<TenantRecord>(containers.tenants, globalPartition).get(record.tenantId);
        if (!tenant) continue;
        try {
          await refresh(record, tenant.value);
        } catch (error) {
          if (error instanceof IdentityError && isFinal(error)) {
            await credentials.needsReconnect(record.tenantId, tenant.value.name, error.message || error.code);
            continue;
          }
          // Due again in an hour. One tenant's trouble is not the next one's; a secret that does not open stands on its record.
          log(
            `The tokens of ${tenant.value.name} were not refreshed: ${error instanceof Error ? error.message : error}`,
          );
        }
      }
      return due.length;
    },
  };
}
