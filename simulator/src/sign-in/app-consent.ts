import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { grantedPermissions } from '../entra/app-permissions.ts';
import type { ClientApp } from '../entra/app-registrations.ts';
import type { EntraParts } from '../entra/entra-parts.ts';
import { identityScopes, isOpenToUsers, needsAdministrator, permissionsOf } from './scopes.ts';

type ConsentParts = Pick<EntraParts, 'tenantStates' | 'consents'>;

/** The named permissions of a request; `.default` stands for those that the application asks every tenant for. */
function wanted(asksFor: { scopes: string[] }, scopes: string[]): string[] {
  const named = scopes.filter((scope) => scope !== '.default' && !identityScopes.has(scope));
  return [...new Set([...named, ...(scopes.includes('.default') ? asksFor.scopes : [])])];
}

/** What an administrator of the tenant would still have to grant for this request; nothing: it may go on. */
export function missingPermissions(
  app: ClientApp,
  scopes: string[],
  directory: TenantDirectory,
  { tenantStates, consents }: ConsentParts,
): string[] {
  const { tenantId } = directory;
  if (!app.asksFor) {
    const isGranted = !needsAdministrator(scopes) || tenantStates.of(tenantId).consent === 'granted';
    return isGranted ? [] : permissionsOf(scopes, directory);
  }
  const { scopes: granted } = consents.of(tenantId, app.consentId(tenantId));
  return wanted(app.asksFor, scopes).filter((scope) => !isOpenToUsers(scope) && !granted.has(scope));
}

/** The permissions in a token for these scopes: of an application with a consent of its own, whatever it was given. */
export function tokenPermissions(
  app: ClientApp,
  scopes: string[],
  directory: TenantDirectory,
  { consents }: ConsentParts,
): string[] {
  if (!app.asksFor) return permissionsOf(scopes, directory);
  const { scopes: granted } = consents.of(directory.tenantId, app.consentId(directory.tenantId));
  const identity = scopes.filter((scope) => identityScopes.has(scope) && scope !== 'offline_access');
  return [...new Set([...identity, ...wanted(app.asksFor, scopes), ...granted])];
}

/** An administrator agrees to what this request asks for. */
export function grantPermissions(
  app: ClientApp,
  scopes: string[],
  directory: TenantDirectory,
  { tenantStates, consents }: ConsentParts,
): void {
  const { tenantId } = directory;
  if (!app.asksFor) {
    tenantStates.set(tenantId, { consent: 'granted' });
    return;
  }
  app.install(tenantId);
  consents.grant(tenantId, app.consentId(tenantId), { scopes: wanted(app.asksFor, scopes), roles: [] });
}

/** What the page for a whole organization shows, and grants: everything that the application asks for. */
export function adminPermissions(app: ClientApp, { profile }: TenantDirectory): string[] {
  if (!app.asksFor) return grantedPermissions(profile.refusedPermissions);
  return [...new Set([...app.asksFor.roles, ...app.asksFor.scopes])];
}

/** An administrator agrees to everything that the application asks for, as on the page for a whole organization. */
export function grantAll(app: ClientApp, tenantId: string, { tenantStates, consents }: ConsentParts): void {
  if (!app.asksFor) {
    tenantStates.set(tenantId, { consent: 'granted' });
    return;
  }
  app.install(tenantId);
  consents.grant(tenantId, app.consentId(tenantId), app.asksFor);
}
