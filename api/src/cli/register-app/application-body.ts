import type { AskedPermission } from './asked-permissions.ts';
import { usualName, type WantedApp } from './register-arguments.ts';

/** By which a later run finds what an earlier one made; a name alone could be anybody's. */
export const applicationTag = 'tenantry-register-app';
/** The client id of Microsoft Graph, in every directory and cloud. */
export const graphAppId = '00000003-0000-0000-c000-000000000000';
/** What sign-ins by browser come back to; device codes need only that the client is public. */
export const publicRedirectUri = 'http://localhost';

export type ResourceAccess = { id: string; type: AskedPermission['kind'] };

export const signInAudienceOf = ({ isMultiTenant }: WantedApp) =>
  isMultiTenant ? 'AzureADMultipleOrgs' : 'AzureADMyOrg';

export const requiredAccess = (resourceAccess: readonly ResourceAccess[]) => ({
  resourceAppId: graphAppId,
  resourceAccess: [...resourceAccess],
});

/** The application as Graph makes it (`POST /applications`). */
export function applicationBody(app: WantedApp, access: readonly ResourceAccess[], keyCredentials: readonly object[]) {
  return {
    displayName: app.name ?? usualName,
    signInAudience: signInAudienceOf(app),
    tags: [applicationTag],
    web: { redirectUris: [...app.redirectUris] },
    ...(app.isPublicClient && {
      isFallbackPublicClient: true,
      publicClient: { redirectUris: [publicRedirectUri] },
    }),
    requiredResourceAccess: [requiredAccess(access)],
    keyCredentials: [...keyCredentials],
  };
}
