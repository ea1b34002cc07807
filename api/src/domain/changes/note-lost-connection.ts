import type { CredentialRecord } from '../../store/credentials.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { keepChanges } from './keep-changes.ts';

/** Keeps that a tenant's connection was lost: once for each time, however often it is found to be. */
export async function noteLostConnection(
  tenants: TenantStore,
  { tenantId, reconnectSince, reconnectReason }: CredentialRecord,
): Promise<void> {
  const tenant = await tenants.open(everyTenant, tenantId);
  if (tenant === null || reconnectSince === null) return;
  const change = {
    key: 'connection-lost',
    kind: 'connection-lost',
    gravity: 'high',
    title: 'Connection lost',
    object: '',
    before: null,
    after: reconnectReason,
    checkId: null,
  } as const;
  await keepChanges(tenants, tenant, [{ change, who: null, since: reconnectSince, baselineScanId: null }], {
    noticedBy: 'connection',
    at: new Date(reconnectSince),
    scanLogId: null,
  });
}
