import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { activeRolesOf } from '../directory/user-memberships.ts';
import { acceptedPermissions } from './accepted-permissions.ts';
import { usesSignInActivity } from './directory-routes.ts';
import { badRequest, GraphError } from './graph-answer.ts';
import type { GraphCaller } from './graph-call.ts';
import { sendsMail } from './mail-routes.ts';

/** What a user without any directory role may read through an application (Entra, "default user permissions"). */
const openToMembers = ['/me', '/organization', '/users', '/groups', '/directoryobjects', '/domains', '/subscribedskus'];

const identityScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access']);

function denied(): GraphError {
  return new GraphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.');
}

const requiredScopes = 'You cannot perform the requested operation, required scopes are missing in the token.';

/** How each service refuses for want of a permission (seen in public issue threads; not documented). All others as the directory. */
const refusals: readonly { below: string; code: string; message: (missing: readonly string[]) => string }[] = [
  { below: '/identity/conditionalaccess', code: 'AccessDenied', message: () => requiredScopes },
  { below: '/identityprotection', code: 'Forbidden', message: () => requiredScopes },
  // Without words: whoever does not look at the code takes it for a service that is not set up.
  { below: '/security/identities', code: 'UnknownError', message: () => '' },
  {
    below: '/security',
    code: 'Forbidden',
    message: (missing) => `Missing application roles. API required roles: ${missing.join(', ')}.`,
  },
  {
    below: '/devicemanagement',
    code: 'Forbidden',
    message: (missing) =>
      `Application is not authorized to perform this operation. Application must have one of the following scopes: ${missing.join(', ')}`,
  },
  ...['/auditlogs', '/reports'].map((below) => ({
    below,
    code: 'Authentication_MSGraphPermissionMissing',
    message: (missing: readonly string[]) =>
      `Calling principal does not have required MSGraph permissions ${missing.join(', ')}`,
  })),
];

function refusal(path: string, missing: readonly string[]): GraphError {
  const found = refusals.find(({ below }) => path.toLowerCase().startsWith(below));
  return found ? new GraphError(403, found.code, found.message(missing)) : denied();
}

/** Given to people alone; simulated tenants have nobody who connected them, so that their application is answered here. */
const ofPeople = '/directory/onPremisesSynchronization';

/** What an application needs beside it, for Microsoft to look at the tenant's license. */
const readsLicenses = ['Directory.Read.All', 'Directory.ReadWrite.All'];
const looksAtLicense = ['/auditLogs/signIns', '/reports/authenticationMethods/userRegistrationDetails'];

/** Throws where none of the token's permissions is accepted for the route. */
export function checkPermission(
  routePath: string,
  { caller, params }: { caller: GraphCaller; params: URLSearchParams },
): void {
  const held = caller.kind === 'application' ? caller.roles : caller.scopes;
  const isHeld = (permissions: readonly string[]) => permissions.some((permission) => held.includes(permission));
  const isStandIn = routePath === ofPeople && caller.kind === 'application';
  const accepted = isStandIn ? null : acceptedPermissions(routePath, caller.kind);
  if (accepted !== null && !isHeld(accepted)) throw refusal(routePath, accepted);
  if (usesSignInActivity(params) && !isHeld(['AuditLog.Read.All'])) {
    throw refusal('/auditlogs', ['AuditLog.Read.All']);
  }
  if (looksAtLicense.includes(routePath) && !isHeld(readsLicenses)) {
    throw new GraphError(
      403,
      'Authentication_ApplicationHasNoDirectoryReadAccess',
      'Failed to do premium license check from ADGraph',
    );
  }
}

/** Throws where the token carries no permission at all, or where a user without a role asks for what administrators see. */
export function checkCaller(request: { directory: TenantDirectory; caller: GraphCaller; path: string }): void {
  const { directory, caller } = request;
  const below = request.path.replace(/^\/v1\.0/, '').toLowerCase();
  const within = (path: string) => below === path || below.startsWith(`${path}/`);
  if (caller.kind === 'application') {
    if (within('/me')) throw badRequest('/me request is only valid with delegated authentication flow.');
    if (caller.roles.length === 0 && !sendsMail(below)) throw denied();
    return;
  }
  if (!caller.scopes.some((scope) => !identityScopes.has(scope))) throw denied();
  if (openToMembers.some(within)) return;
  if (activeRolesOf(directory, caller.userIndex, true).length === 0) throw denied();
}
