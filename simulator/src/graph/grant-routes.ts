import { randomUUID } from 'node:crypto';
import { roleTemplates } from '../directory/role-templates.ts';
import { activeRolesOf } from '../directory/user-memberships.ts';
import { asRecord, requestError } from './application-body.ts';
import { allPrincipals } from './application-routes.ts';
import { answerList } from './collection-answer.ts';
import { type GraphAnswer, GraphError, notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';
import { created } from './registration-routes.ts';

/** Throws for whoever may not give rights away (learn.microsoft.com/entra, "permissions-reference"). */
function checkMayGrant({ caller, directory }: GraphCall, scope: string): void {
  const may =
    caller.kind === 'user' &&
    caller.scopes.includes(scope) &&
    activeRolesOf(directory, caller.userIndex, true).some((role) =>
      ['Global Administrator', 'Privileged Role Administrator'].includes(role),
    );
  if (!may)
    throw new GraphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.');
}

function principalOf(call: GraphCall, id: unknown) {
  const found = allPrincipals(call).find((one) => one.id === id);
  if (!found) throw notFound(`Resource '${String(id)}' does not exist.`);
  return found;
}

function listAppRoles(call: GraphCall): GraphAnswer {
  principalOf(call, call.ids.id);
  const grants = call.directory.configuration.appRoleGrants.filter(({ principalId }) => principalId === call.ids.id);
  return answerList(call, 'appRoleAssignments', grants);
}

function grantAppRole(call: GraphCall): GraphAnswer {
  checkMayGrant(call, 'AppRoleAssignment.ReadWrite.All');
  const { principalId, resourceId, appRoleId } = asRecord(call.body, 'body');
  const principal = principalOf(call, principalId);
  if (principal.id !== call.ids.id) throw requestError('The principalId is not that of the address.');
  const resource = principalOf(call, resourceId);
  if (!resource.appRoles?.some(({ id }) => id === appRoleId))
    throw requestError('Permission being assigned was not found on application.');
  const { appRoleGrants } = call.directory.configuration;
  if (appRoleGrants.some((one) => one.principalId === principalId && one.appRoleId === appRoleId))
    throw requestError('Permission being assigned already exists on the object.');
  const grant = {
    id: randomUUID(),
    principalId: String(principalId),
    resourceId: String(resourceId),
    appRoleId: String(appRoleId),
    createdDateTime: call.now.toISOString(),
  };
  appRoleGrants.push(grant);
  return created(call, 'appRoleAssignments', grant);
}

function removeAppRole(call: GraphCall): GraphAnswer {
  checkMayGrant(call, 'AppRoleAssignment.ReadWrite.All');
  const { configuration } = call.directory;
  const left = configuration.appRoleGrants.filter(({ id }) => id !== call.ids.grant);
  if (left.length === configuration.appRoleGrants.length)
    throw notFound(`Resource '${call.ids.grant}' does not exist.`);
  configuration.appRoleGrants = left;
  return { status: 204 };
}

function assignRole(call: GraphCall): GraphAnswer {
  checkMayGrant(call, 'RoleManagement.ReadWrite.Directory');
  const { principalId, roleDefinitionId, directoryScopeId } = asRecord(call.body, 'body');
  principalOf(call, principalId);
  if (!Object.values<unknown>(roleTemplates).includes(roleDefinitionId))
    throw requestError('The role definition does not exist.');
  const { directoryRoleGrants } = call.directory.configuration;
  if (directoryRoleGrants.some((one) => one.principalId === principalId && one.roleDefinitionId === roleDefinitionId))
    throw requestError('A conflicting object with one or more of the specified property values is present.');
  const grant = {
    id: randomUUID(),
    principalId: String(principalId),
    roleDefinitionId: String(roleDefinitionId),
    directoryScopeId: typeof directoryScopeId === 'string' ? directoryScopeId : '/',
  };
  directoryRoleGrants.push(grant);
  return created(call, 'roleManagement/directory/roleAssignments', grant);
}

function removeRole(call: GraphCall): GraphAnswer {
  checkMayGrant(call, 'RoleManagement.ReadWrite.Directory');
  const { configuration } = call.directory;
  const left = configuration.directoryRoleGrants.filter(({ id }) => id !== call.ids.id);
  if (left.length === configuration.directoryRoleGrants.length)
    throw notFound(`Resource '${call.ids.id}' does not exist.`);
  configuration.directoryRoleGrants = left;
  return { status: 204 };
}

/** What an administrator grants to the service principal of an application, and takes back. */
export const grantRoutes: readonly GraphRoute[] = [
  { path: '/servicePrincipals/{id}/appRoleAssignments', answer: listAppRoles },
  { path: '/servicePrincipals/{id}/appRoleAssignments', method: 'POST', answer: grantAppRole },
  { path: '/servicePrincipals/{id}/appRoleAssignments/{grant}', method: 'DELETE', answer: removeAppRole },
  { path: '/roleManagement/directory/roleAssignments', method: 'POST', answer: assignRole },
  { path: '/roleManagement/directory/roleAssignments/{id}', method: 'DELETE', answer: removeRole },
];
