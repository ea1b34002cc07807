import type { RoleName } from '../directory/role-templates.ts';
import { activeRolesOf } from '../directory/user-memberships.ts';
import { GraphError } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';

/** What somebody has to hold to change a setting: every scope, and one of the roles beside Global Administrator. */
export interface ChangeRight {
  scopes: readonly string[];
  roles: readonly RoleName[];
}

/** Who stands in the log for a change. */
export const actorOf = ({ caller }: GraphCall) => ({ user: caller.kind === 'user' ? caller.userIndex : 0 });

/** Throws for an application, and for a person whose token or role does not reach. */
export function checkMayChange({ caller, directory }: GraphCall, { scopes, roles }: ChangeRight): void {
  const may =
    caller.kind === 'user' &&
    scopes.every((scope) => caller.scopes.includes(scope)) &&
    activeRolesOf(directory, caller.userIndex, true).some(
      (role) => role === 'Global Administrator' || roles.includes(role),
    );
  if (!may)
    throw new GraphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.');
}
