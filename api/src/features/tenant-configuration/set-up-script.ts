import { type SetUpCall, scriptScopes, setUpCalls } from './set-up-calls.ts';
import { changingPart, countingPart, findingPart } from './set-up-script-parts.ts';
import { type AppRoleItem, type SetUpApp, setUpApps, setUpEntries, setUpTable } from './set-up-table.ts';

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const record = (fields: Record<string, string>) =>
  `  @{ ${Object.entries(fields)
    .map(([name, value]) => `${name} = ${text(value)}`)
    .join('; ')} }`;
const list = (name: string, records: readonly string[]) => `$${name} = @(\n${records.join('\n')}\n)`;

/** A call as the script writes it: `Invoke-Graph GET ('…' -f $id)`. */
function callText(name: SetUpCall): string {
  const { method, path } = setUpCalls[name];
  return `${method} (${text(path)}`;
}

const named = (app: SetUpApp) => ({ AppId: setUpApps[app].appId, Name: setUpApps[app].name });

function appRoleRecord({ kind, resource, role }: AppRoleItem, clientId: string): string {
  const reader = setUpApps.configurationManagement;
  const holder = kind === 'permission' ? { appId: clientId, name: 'Tenantry' } : reader;
  return record({
    Holder: holder.appId,
    HolderName: holder.name,
    Resource: setUpApps[resource].appId,
    ResourceName: setUpApps[resource].name,
    Role: role,
  });
}

/** What is to be there, from the one table. */
function wantedPart(clientId: string): string {
  const principals = setUpEntries.flatMap((entry) => (entry.kind === 'servicePrincipal' ? [named(entry.app)] : []));
  const appRoles = setUpEntries.flatMap((entry) =>
    entry.kind === 'appRole' || entry.kind === 'permission' ? [appRoleRecord(entry, clientId)] : [],
  );
  const reader = setUpApps.configurationManagement;
  return [
    list('principals', principals.map(record)),
    list('appRoles', appRoles),
    list('directoryRoles', [
      record({ Holder: reader.appId, HolderName: reader.name, Role: setUpTable.directoryRole.role }),
    ]),
  ].join('\n');
}

const head = (tenantId: string) => `<#
.SYNOPSIS
Sets up Microsoft's Tenant Configuration Management in this tenant, so that Tenantry can read the settings of Exchange Online,
Microsoft Defender, Microsoft Purview and Microsoft Teams.

.DESCRIPTION
It creates two of Microsoft's own service principals, and lets one of them read: a role that only reads
(${setUpTable.directoryRole.role}), and the app roles without which Exchange Online and Teams do not let it in. Tenantry itself
gets one permission, ${setUpTable.ownPermission.role}: a snapshot is a job that is created in the
tenant, and Microsoft has no lesser permission for that. No setting is changed.

It asks before each change, and what is there already is left alone: it can be run again.

Run it as Global Administrator, or as Privileged Role Administrator who is also Cloud Application Administrator.
It needs the module Microsoft.Graph.Authentication: Install-Module Microsoft.Graph.Authentication -Scope CurrentUser

.PARAMETER Undo
Takes back the permissions and the role. The two service principals stay: without them they can read nothing, and other
products may use them.

.EXAMPLE
./${scriptFileName} -WhatIf
Shows what is there and what it would do. It changes nothing.
#>
[CmdletBinding(SupportsShouldProcess, ConfirmImpact = 'High')]
param([switch] $Undo)

$ErrorActionPreference = 'Stop'
$tenantId = ${text(tenantId)}
$scopes = ${scriptScopes.map(text).join(', ')}
`;

export const scriptFileName = 'set-up-tenant-configuration.ps1';

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * PowerShell that an administrator of the tenant runs: shows, asks, grants what is missing, verifies; `-WhatIf` only shows,
 * `-Undo` takes it back.
 * @param clientId of the product's app registration
 * @throws where an id is none: what is put into the script has to be harmless in it
 */
export function setUpScript(tenantId: string, clientId: string): string {
  for (const id of [tenantId, clientId]) if (!guid.test(id)) throw new Error(`${JSON.stringify(id)} is no id`);
  return [
    head(tenantId),
    wantedPart(clientId.toLowerCase()),
    findingPart(callText),
    countingPart,
    changingPart(callText),
  ].join('\n');
}
