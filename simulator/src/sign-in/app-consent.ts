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
  now: Date,
): void {
  const { tenantId } = directory;
  tenantStates.consented(tenantId, now);
  if (!app.asksFor) {
    tenantStates.set(tenantId, { consent: 'granted' });
    return;
  }
  app.install(tenantId);
  consents.grant(tenantId, app.consentId(tenantId), { scopes: wanted(app.asksFor, scopes), roles: [] });
}

/**
 * What the page for a whole organization is about: all that the registration lists, by `/adminconsent` and by the scope
 * `.default`; or delegated permissions that the scope names, whatever is listed. An application's own permissions go by the
 * list alone (learn.microsoft.com/entra/identity-platform, "v2-admin-consent", `scope`).
 */
export type AskedConsent = 'listed' | string[];

export function askedConsent(scopes: string[]): AskedConsent {
  return scopes.includes('.default') ? 'listed' : scopes;
}

/** What the page for a whole organization shows, and grants. */
export function adminPermissions(app: ClientApp, { profile }: TenantDirectory, asked: AskedConsent): string[] {
  if (asked !== 'listed') return [...new Set(asked)];
  if (!app.asksFor) return grantedPermissions(profile.refusedPermissions);
  return [...new Set([...app.asksFor.roles, ...app.asksFor.scopes])];
}

/** An administrator agrees to what the page for a whole organization shows. */
export function grantForOrganization(
  app: ClientApp,
  asked: AskedConsent,
  tenantId: string,
  { tenantStates, consents }: ConsentParts,
  now: Date,
): void {
  tenantStates.consented(tenantId, now);
  if (app.asksFor) {
    app.install(tenantId);
    consents.grant(
      tenantId,
      app.consentId(tenantId),
      asked === 'listed' ? app.asksFor : { scopes: asked.filter((scope) => !identityScopes.has(scope)), roles: [] },
    );
    return;
  }
  // Delegated permissions alone bring the application into the tenant, and none of its own.
  if (asked === 'listed') tenantStates.set(tenantId, { consent: 'granted' });
  else if (tenantStates.of(tenantId).consent === 'removed') tenantStates.set(tenantId, { consent: 'withdrawn' });
}
