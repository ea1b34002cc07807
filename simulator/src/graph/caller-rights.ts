import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { activeRolesOf } from '../directory/user-memberships.ts';
import { badRequest, GraphError } from './graph-answer.ts';
import type { GraphCaller } from './graph-call.ts';

/** What a user without any directory role may read through an application (Entra, "default user permissions"). */
const openToMembers = ['/me', '/organization', '/users', '/groups', '/directoryobjects', '/domains', '/subscribedskus'];

const identityScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access']);

function denied(): GraphError {
  return new GraphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.');
}

/**
 * Throws where the token carries no permission at all, or where a user without a role asks for what administrators
 * see. Single permissions are not told apart but by the profile's refusedPaths.
 */
export function checkCaller(request: { directory: TenantDirectory; caller: GraphCaller; path: string }): void {
  const { directory, caller } = request;
  const below = request.path.replace(/^\/v1\.0/, '').toLowerCase();
  const within = (path: string) => below === path || below.startsWith(`${path}/`);
  if (caller.kind === 'application') {
    if (within('/me')) throw badRequest('/me request is only valid with delegated authentication flow.');
    if (caller.roles.length === 0) throw denied();
    return;
  }
  if (!caller.scopes.some((scope) => !identityScopes.has(scope))) throw denied();
  if (openToMembers.some(within)) return;
  if (activeRolesOf(directory, caller.userIndex, true).length === 0) throw denied();
}
