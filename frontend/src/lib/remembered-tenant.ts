import { readStored, readTab, storageKeys, store, storeTab, tabKeys } from './storage.ts';

/** The tenant that this tab has selected, null where none is; a new tab starts with the one that was used last. */
export function rememberedTenantId(): string | null {
  return (readTab(tabKeys.tenantId) ?? readStored(storageKeys.tenantId)) || null;
}

/** Remembers the selection of this tab. One that is cleared (null) stays the last one used for new tabs. */
export function rememberTenant(tenantId: string | null): void {
  storeTab(tabKeys.tenantId, tenantId ?? '');
  if (tenantId !== null) store(storageKeys.tenantId, tenantId);
}

/** Forgets it for this tab and for new ones: it is gone, or somebody else may sign in. */
export function forgetTenant(): void {
  storeTab(tabKeys.tenantId, null);
  store(storageKeys.tenantId, null);
}
