import { exchangeRole, firstPartyApps, graphPrincipalId } from '../directory/configuration-state.ts';
import { graphAppRoles } from '../directory/graph-permissions.ts';
import { roleTemplates } from '../directory/role-templates.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { activeRolesOf } from '../directory/user-memberships.ts';
import { GraphError } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';

const readWrite = 'ConfigurationMonitoring.ReadWrite.All';
const read = 'ConfigurationMonitoring.Read.All';

/** Throws where the token lacks the permission; a user needs a privileged role beside it. */
export function checkMay({ caller, directory }: GraphCall, what: 'read' | 'write'): void {
  const enough = what === 'write' ? [readWrite] : [readWrite, read];
  const held = caller.kind === 'application' ? caller.roles : caller.scopes;
  const isPrivileged = caller.kind === 'application' || activeRolesOf(directory, caller.userIndex, true).length > 0;
  if (isPrivileged && enough.some((permission) => held.includes(permission))) return;
  throw new GraphError(403, 'Forbidden', 'Insufficient privileges to complete the operation.');
}

/** Security Reader reads these; every other type of Exchange, Purview and Teams needs Global Reader ("Permissions" of the types). */
const readBySecurityReader = new Set([
  ...['antiphishpolicy', 'antiphishrule', 'hostedcontentfilterpolicy', 'hostedcontentfilterrule'],
  ...['hostedconnectionfilterpolicy', 'hostedoutboundspamfilterpolicy', 'hostedoutboundspamfilterrule'],
  ...['malwarefilterpolicy', 'malwarefilterrule', 'safelinkspolicy', 'safelinksrule', 'safeattachmentpolicy'],
  ...['safeattachmentrule', 'atppolicyforo365', 'reportsubmissionpolicy', 'dlpcompliancepolicy', 'protectionalert'],
]);

const denied = (type: string) =>
  `${type}: Error exporting resource [${type}]. exceptionMessage(s):Error during Export: {"code":"Forbidden","message":"Access Denied.","action":"Provide different credential or request access."}`;

/** The service principal that reads, or null where nobody has created it. */
export function readerOf({ configuration }: TenantDirectory): string | null {
  const { appId } = firstPartyApps.configurationManagement;
  return configuration.principals.find((one) => one.appId === appId)?.id ?? null;
}

/** Why the service may not read a type; null where it may. */
export function whyRefused(directory: TenantDirectory, type: string): string | null {
  const { configuration } = directory;
  const reader = readerOf(directory);
  const [, workload = '', name = ''] = type.split('.');
  const hasRole = (resourceId: string | undefined, appRoleId: string | undefined) =>
    configuration.appRoleGrants.some(
      (grant) => grant.principalId === reader && grant.resourceId === resourceId && grant.appRoleId === appRoleId,
    );
  const holds = (role: 'Global Reader' | 'Security Reader' | 'Global Administrator') =>
    configuration.directoryRoleGrants.some(
      (grant) => grant.principalId === reader && grant.roleDefinitionId === roleTemplates[role],
    );
  const isReader =
    holds('Global Reader') ||
    holds('Global Administrator') ||
    (holds('Security Reader') && readBySecurityReader.has(name));
  const exchange = configuration.principals.find(({ appId }) => appId === firstPartyApps.exchange.appId)?.id;
  const organizationRole = graphAppRoles.find(({ value }) => value === 'Organization.Read.All')?.id;
  const mayEnter =
    workload === 'teams'
      ? hasRole(graphPrincipalId(directory.key), organizationRole)
      : hasRole(exchange, exchangeRole.id);
  return isReader && mayEnter ? null : denied(type);
}
