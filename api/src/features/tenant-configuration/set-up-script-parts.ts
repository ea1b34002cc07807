import type { SetUpCall } from './set-up-calls.ts';

/** A call with the beginning of its address: `GET ('…'`. */
type CallText = (name: SetUpCall) => string;

/** Signs in, and finds what is there. */
export const findingPart = (call: CallText) => `
if (-not (Get-Module -ListAvailable Microsoft.Graph.Authentication)) {
  throw 'The module is missing: Install-Module Microsoft.Graph.Authentication -Scope CurrentUser'
}
Connect-MgGraph -TenantId $tenantId -Scopes $scopes -ContextScope Process -NoWelcome
if ((Get-MgContext).TenantId -ne $tenantId) { throw "This is not the tenant $tenantId." }

function Invoke-Graph([string] $Method, [string] $Uri, [hashtable] $Body) {
  $call = @{ Method = $Method; Uri = $Uri }
  if ($Body) { $call.Body = $Body | ConvertTo-Json; $call.ContentType = 'application/json' }
  for ($try = 1; ; $try++) {
    try { return Invoke-MgGraphRequest @call }
    catch {
      if ($Method -eq 'POST' -and "$_" -match 'already exists|already in use|conflicting object') {
        Write-Host 'present  somebody else has done this meanwhile'
        return
      }
      # What was created a moment ago is not known everywhere at once.
      if ($Method -ne 'POST' -or $try -ge 6 -or "$_" -notmatch 'does not exist|not ?found|BadRequest') { throw }
      Start-Sleep -Seconds 5
    }
  }
}

function Find-Principal([string] $AppId) {
  @((Invoke-Graph ${call('findPrincipal')} -f $AppId)).value)[0]
}

# The holder, the resource, the role by its name, and the grant where there is one.
function Find-AppRole([hashtable] $Wanted) {
  $holder = Find-Principal $Wanted.Holder
  $resource = Find-Principal $Wanted.Resource
  $role = @($resource.appRoles | Where-Object { $_.value -eq $Wanted.Role })[0]
  $grant = $null
  if ($holder -and $role) {
    $all = (Invoke-Graph ${call('listAppRoles')} -f $holder.id)).value
    $grant = @($all | Where-Object { $_.appRoleId -eq $role.id -and $_.resourceId -eq $resource.id })[0]
  }
  @{ Holder = $holder; Resource = $resource; Role = $role; Grant = $grant }
}

function Find-DirectoryRole([hashtable] $Wanted) {
  $holder = Find-Principal $Wanted.Holder
  $all = (Invoke-Graph ${call('findRole')} -f $Wanted.Role)).value
  $role = @($all | Where-Object { $_.isBuiltIn })[0]
  $grant = $null
  if ($holder -and $role) {
    $held = (Invoke-Graph ${call('listRoles')} -f $holder.id)).value
    $grant = @($held | Where-Object { $_.roleDefinitionId -eq $role.id -and $_.directoryScopeId -eq '/' })[0]
  }
  @{ Holder = $holder; Role = $role; Grant = $grant }
}`;

/** Says what is there, and counts what is not. */
export const countingPart = `
function Show-State {
  $missing = 0
  foreach ($wanted in $principals) {
    $found = Find-Principal $wanted.AppId
    if (-not $found) { $missing++ }
    if ($found -and -not $found.accountEnabled) { Write-Warning "$($wanted.Name) is disabled. Enable it in Enterprise applications." }
    Write-Host "$(if ($found) { 'present' } else { 'missing' })  service principal $($wanted.Name)"
  }
  foreach ($wanted in $appRoles) {
    $found = Find-AppRole $wanted
    if (-not $found.Grant) { $missing++ }
    Write-Host "$(if ($found.Grant) { 'present' } else { 'missing' })  $($wanted.Role) of $($wanted.ResourceName), for $($wanted.HolderName)"
  }
  foreach ($wanted in $directoryRoles) {
    $found = Find-DirectoryRole $wanted
    if (-not $found.Grant) { $missing++ }
    Write-Host "$(if ($found.Grant) { 'present' } else { 'missing' })  directory role $($wanted.Role), for $($wanted.HolderName)"
  }
  $script:missing = $missing
}`;

/** Grants or takes back, each after a question, and verifies. */
export const changingPart = (call: CallText) => `
function Add-Wanted {
  foreach ($wanted in $principals) {
    if (Find-Principal $wanted.AppId) { continue }
    if ($PSCmdlet.ShouldProcess("tenant $tenantId", "Create the service principal $($wanted.Name), application $($wanted.AppId)")) {
      $made = Invoke-Graph ${call('createPrincipal')}) @{ appId = $wanted.AppId }
      if ($made) { Write-Host "changed  created the service principal $($wanted.Name)" }
    }
  }
  foreach ($wanted in $appRoles) {
    $found = Find-AppRole $wanted
    if ($found.Grant) { continue }
    if (-not $found.Role) { Write-Warning "$($wanted.ResourceName) has no role $($wanted.Role) in this tenant."; continue }
    if (-not $PSCmdlet.ShouldProcess($wanted.HolderName, "Grant $($wanted.Role) of $($wanted.ResourceName)")) { continue }
    if (-not $found.Holder) { Write-Warning "$($wanted.HolderName) is not in this tenant yet."; continue }
    $made = Invoke-Graph ${call('grantAppRole')} -f $found.Holder.id) @{
      principalId = $found.Holder.id; resourceId = $found.Resource.id; appRoleId = $found.Role.id
    }
    if ($made) { Write-Host "changed  granted $($wanted.Role) of $($wanted.ResourceName) to $($wanted.HolderName)" }
  }
  foreach ($wanted in $directoryRoles) {
    $found = Find-DirectoryRole $wanted
    if ($found.Grant) { continue }
    if (-not $PSCmdlet.ShouldProcess($wanted.HolderName, "Assign the directory role $($wanted.Role)")) { continue }
    if (-not $found.Holder) { Write-Warning "$($wanted.HolderName) is not in this tenant yet."; continue }
    $made = Invoke-Graph ${call('assignRole')}) @{
      '@odata.type' = '#microsoft.graph.unifiedRoleAssignment'
      principalId = $found.Holder.id; roleDefinitionId = $found.Role.id; directoryScopeId = '/'
    }
    if ($made) { Write-Host "changed  assigned the directory role $($wanted.Role) to $($wanted.HolderName)" }
  }
}

function Remove-Wanted {
  foreach ($wanted in $directoryRoles) {
    $found = Find-DirectoryRole $wanted
    if ($found.Grant -and $PSCmdlet.ShouldProcess($wanted.HolderName, "Take back the directory role $($wanted.Role)")) {
      Invoke-Graph ${call('removeRole')} -f $found.Grant.id) | Out-Null
      Write-Host "changed  took back the directory role $($wanted.Role) from $($wanted.HolderName)"
    }
  }
  foreach ($wanted in $appRoles) {
    $found = Find-AppRole $wanted
    if ($found.Grant -and $PSCmdlet.ShouldProcess($wanted.HolderName, "Take back $($wanted.Role) of $($wanted.ResourceName)")) {
      Invoke-Graph ${call('removeAppRole')} -f $found.Holder.id, $found.Grant.id) | Out-Null
      Write-Host "changed  took back $($wanted.Role) of $($wanted.ResourceName) from $($wanted.HolderName)"
    }
  }
}

Write-Host "Tenant $tenantId, as it is:"
Show-State
try {
  if ($Undo) { Remove-Wanted } elseif ($missing -gt 0) { Add-Wanted }
}
catch {
  Write-Warning 'It broke off. Each line above that begins with "changed" is done, and nothing else. Run it again for the rest.'
  throw
}
if ($WhatIfPreference) { return }

Write-Host ''
Write-Host 'Now:'
Show-State
if ($Undo) { Write-Host 'Tenantry takes no more snapshots in this tenant.' }
elseif ($missing -eq 0) { Write-Host 'All is there. Scan the tenant in Tenantry: new grants can take an hour to reach every service.' }
else { Write-Warning "$missing missing: see above, then run the script again." }
`;
